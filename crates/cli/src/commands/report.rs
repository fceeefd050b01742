//! Writes reports and determines the exit code.

use olmkit_collections::SortedSet;
use olmkit_workspace::api::resolver::Dependencies;
use olmkit_workspace::api::{Report, Severity};

use crate::args::{Args, FailOn};
use crate::config::Settings;
use crate::format::paint::Paint;
use crate::format::{Context, Format, plural, statistics, summary_line};
use crate::host::{Host, PathError};
use crate::paths::clean;
use crate::{CLEAN, FINDINGS};

/// Why a report cannot be written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReportError {
    #[error("only one report can go to standard output")]
    SeveralOnOutput,
    #[error("--report {0}: two reports cannot go to one file")]
    SameFile(String),
    #[error(transparent)]
    Path(#[from] PathError),
}

/// Writes a report to standard output, and to the files that `--report` names.
pub(crate) fn write<'t>(
    report: &'t Report,
    dependencies: Option<&'t Dependencies>,
    text: &'t dyn Fn(&str) -> Option<&'t [u8]>,
    args: &Args,
    host: &mut dyn Host,
) -> Result<(), ReportError> {
    let on_output = args.reports.iter().filter(|(_, path)| path == "-").count();
    if on_output > 1 || on_output == 1 && args.format.is_some() {
        return Err(ReportError::SeveralOnOutput);
    }
    let mut files = SortedSet::new();
    if let Some((_, path)) = args.reports.iter().find(|(_, path)| path != "-" && !files.insert(clean(path))) {
        return Err(ReportError::SameFile(path.clone()));
    }
    for (format, path) in args.reports.iter().filter(|(_, path)| path != "-") {
        let plain = Context {
            report,
            dependencies,
            text,
            color: false,
            of_errors: Paint::PLAIN,
            links: false,
            terminal: false,
        };
        let output = format.write(&plain);
        let content = format!("{}{}", output.out, output.err);
        host.write(path, content.as_bytes()).map_err(PathError::at(path))?;
    }
    let color = Paint::new(args.color, host).is_on;
    let of_errors = Paint::of_errors(args.color, host);
    let format = match args.reports.iter().find(|(_, path)| path == "-") {
        Some((format, _)) => *format,
        None if args.quiet => return Ok(()),
        None => args.format.unwrap_or(if host.is_terminal() || color { Format::Pretty } else { Format::Concise }),
    };
    if args.statistics {
        host.out(statistics::write(report, format).as_bytes());
        host.note(&format!("{}\n", summary_line(report, of_errors)));
        return Ok(());
    }
    let links = color && shows_links(host);
    let terminal = host.is_terminal();
    let output = format.write(&Context { report, dependencies, text, color, of_errors, links, terminal });
    host.out(output.out.as_bytes());
    match format {
        // The line that opm writes.
        Format::Opm => host.err(output.err.as_bytes()),
        _ => host.note(&output.err),
    }
    Ok(())
}

/// Whether the report on one path fails. `rejected`: the verdict of the tool that the profile names, if it names one.
pub(crate) fn fails(report: &Report, rejected: Option<bool>, settings: &Settings) -> bool {
    let has = |worst: Severity| report.diagnostics.iter().any(|found| found.severity >= worst);
    let failed = match settings.fail_on {
        None => rejected.unwrap_or(report.summary.errors > 0),
        Some(FailOn::Never) => false,
        Some(FailOn::Error) => has(Severity::Error),
        Some(FailOn::Warning) => has(Severity::Warning),
        Some(FailOn::Info) => has(Severity::Info),
    };
    failed || too_many(report.summary.warnings, settings.max_warnings).is_some()
}

/// The reason why a run with this many warnings fails. `None` if it does not.
pub(crate) fn too_many(warnings: usize, most: Option<usize>) -> Option<String> {
    let most = most.filter(|most| warnings > *most)?;
    Some(format!("{}; the maximum is {most} (--max-warnings, `maxWarnings`)", plural(warnings, "warning")))
}

/// The exit code for all paths together. It is not zero if one of them fails or all of them have too many warnings.
pub(crate) fn exit_code(failed: bool, all: &Report, args: &Args) -> u8 {
    if (failed || too_many(all.summary.warnings, args.max_warnings).is_some()) && !args.exit_zero {
        FINDINGS
    } else {
        CLEAN
    }
}

/// Terminals that support links (OSC 8), by the variables that identify them. Others might print the codes.
const LINKING: [(&str, &[&str]); 2] = [
    ("TERM_PROGRAM", &["ghostty", "Hyper", "iTerm.app", "rio", "Tabby", "vscode", "WezTerm"]),
    ("TERM", &["alacritty", "foot", "xterm-ghostty", "xterm-kitty"]),
];

/// Whether links are printed. As in other programs, `FORCE_HYPERLINK` decides if it is set.
fn shows_links(host: &dyn Host) -> bool {
    if let Some(forced) = host.env("FORCE_HYPERLINK") {
        return forced != "0";
    }
    let is_linking = |(name, programs): &(&str, &[&str])| host.env(name).is_some_and(|own| programs.contains(&&*own));
    let has_version = |version: String| version.parse::<u32>().is_ok_and(|version| version >= 5000);
    host.is_terminal()
        && (LINKING.iter().any(is_linking)
            || host.env("VTE_VERSION").is_some_and(has_version)
            || ["WT_SESSION", "KONSOLE_VERSION", "DOMTERM"].iter().any(|name| host.env(name).is_some()))
}
