//! Reporters.

mod agent;
mod annotations;
pub(crate) mod columns;
pub(crate) mod concise;
mod html;
pub(crate) mod json;
mod markdown;
mod opm;
pub(crate) mod paint;
mod pretty;
mod rdjson;
mod requirements;
mod sarif;
pub(crate) mod statistics;
mod text;
mod xml;

use olmkit_workspace::api::resolver::Dependencies;
use olmkit_workspace::api::{Diagnostic, NotChecked, Report, Severity};

use paint::{Paint, Part};
pub(crate) use text::{fingerprint, markdown as markdown_text, markdown_line, uri, visible, visible_lines};

/// The format of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Pretty,
    Concise,
    Json,
    JsonLines,
    Sarif,
    Github,
    Gitlab,
    Junit,
    Checkstyle,
    Rdjson,
    Markdown,
    Html,
    Agent,
    Opm,
}

pub(crate) const NAMES: [(&str, Format); 14] = [
    ("pretty", Format::Pretty),
    ("concise", Format::Concise),
    ("json", Format::Json),
    ("jsonl", Format::JsonLines),
    ("sarif", Format::Sarif),
    ("github", Format::Github),
    ("gitlab", Format::Gitlab),
    ("junit", Format::Junit),
    ("checkstyle", Format::Checkstyle),
    ("rdjson", Format::Rdjson),
    ("markdown", Format::Markdown),
    ("html", Format::Html),
    ("agent", Format::Agent),
    ("opm", Format::Opm),
];

/// The input of a reporter.
pub(crate) struct Context<'c> {
    pub(crate) report: &'c Report,
    /// The requirements of bundles and their providers, if they were checked.
    pub(crate) dependencies: Option<&'c Dependencies>,
    /// The text of a file, by its path in the report.
    pub(crate) text: &'c dyn Fn(&str) -> Option<&'c [u8]>,
    pub(crate) color: bool,
    /// The colors of text for standard error.
    pub(crate) of_errors: Paint,
    /// Whether links are printed.
    pub(crate) links: bool,
    pub(crate) terminal: bool,
}

impl Context<'_> {
    /// The text of a file, by its path in the report.
    pub(crate) fn text(&self, path: &str) -> Option<&[u8]> {
        (self.text)(path)
    }
}

/// The output of a reporter.
#[derive(Debug, Default)]
pub(crate) struct Output {
    /// Text for standard output: the findings.
    pub(crate) out: String,
    /// Text for standard error: everything else.
    pub(crate) err: String,
}

impl Format {
    pub(crate) fn from_name(name: &str) -> Option<Format> {
        NAMES.iter().find(|(known, _)| *known == name).map(|&(_, format)| format)
    }

    /// Writes a report.
    pub(crate) fn write(self, context: &Context<'_>) -> Output {
        let report = context.report;
        let out = match self {
            Format::Pretty => pretty::write(context) + &needs(context),
            Format::Concise => return with_needs(concise::write(context), context),
            Format::Agent => return with_needs(agent::write(report), context),
            Format::Json => match context.dependencies {
                Some(dependencies) => json::pretty(dependencies),
                None => json::pretty(report),
            },
            Format::JsonLines => json::lines(report),
            Format::Sarif => sarif::write(report),
            Format::Github => annotations::github(report),
            Format::Gitlab => annotations::gitlab(report),
            Format::Junit => xml::junit(report),
            Format::Checkstyle => xml::checkstyle(report),
            Format::Rdjson => rdjson::write(context),
            Format::Markdown => markdown::write(report),
            Format::Html => html::write(report),
            Format::Opm => return opm::write(context),
        };
        Output { out, err: String::new() }
    }
}

fn with_needs(output: Output, context: &Context<'_>) -> Output {
    Output { out: output.out + &needs(context), ..output }
}

/// The requirements of every bundle, below the findings about it.
fn needs(context: &Context<'_>) -> String {
    context.dependencies.map_or_else(String::new, requirements::write)
}

/// Identifies a finding regardless of its position.
pub(crate) fn fingerprint_of(found: &Diagnostic) -> String {
    text::fingerprint(&[&found.rule, &found.path, &found.message])
}

pub(crate) fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

/// "1 file", "2 files".
pub(crate) fn plural(count: usize, word: &str) -> String {
    olmkit_text::counted(count, word, &format!("{word}s"))
}

/// "2 errors, 1 warning in 3 files; opm rejects the catalog (channel-no-head)"
pub(crate) fn summary_line(report: &Report, paint: Paint) -> String {
    let sum = &report.summary;
    let counted = |part: Part, count: usize, word: &str| paint.count(part, count, &plural(count, word));
    let mut parts = vec![counted(Part::Error, sum.errors, "error"), counted(Part::Warning, sum.warnings, "warning")];
    if sum.infos > 0 {
        parts.push(counted(Part::Info, sum.infos, "info"));
    }
    let fixable = report.diagnostics.iter().filter(|found| !found.fixes.is_empty()).count();
    let fixable = if fixable > 0 { format!(", {fixable} fixable") } else { String::new() };
    if let Some(bundle) = &report.bundle {
        let says = |name: &str, accepts: bool| {
            paint.verdict(accepts, &format!("{name} {}", if accepts { "accepts it" } else { "rejects it" }))
        };
        let verdicts = [("api", bundle.api), ("opm", bundle.opm), ("operator-sdk", bundle.sdk)];
        let verdicts = verdicts.iter().filter_map(|(name, accepts)| Some(says(name, (*accepts)?)));
        let verdicts: Vec<String> = verdicts.collect();
        let mut line = format!("{}{fixable} in {}", parts.join(", "), plural(sum.files, "file"));
        if !verdicts.is_empty() {
            line += &format!("; {}", verdicts.join(", "));
        }
        bundle.not_checked.iter().for_each(|one| line += &not_checked(one));
        return line;
    }
    if let Some(of) = &report.dependencies {
        let mut line = format!(
            "{}; {} of {} with requirements, {} with unmet ones",
            parts.join(", "),
            of.requiring,
            plural(of.bundles, "bundle"),
            of.unmet
        );
        if of.not_followed > 0 {
            line +=
                &format!("; the dependencies of {} were not resolved completely", plural(of.not_followed, "bundle"));
        }
        return line;
    }
    let is_only_templates = sum.templates > 0 && sum.templates == sum.files;
    let opm = match &report.opm.first {
        _ if is_only_templates && report.opm.accepted => paint.verdict(true, "opm can read it"),
        _ if is_only_templates => paint.verdict(false, "opm cannot read it"),
        _ if report.opm.accepted => paint.verdict(true, "opm accepts it"),
        Some(rule) => format!("{} ({rule})", paint.verdict(false, "opm rejects it")),
        None => paint.verdict(false, "opm rejects it"),
    };
    let mut line = format!("{}{fixable} in {}; {opm}", parts.join(", "), plural(sum.files, "file"));
    report.not_checked.iter().for_each(|one| line += &not_checked(one));
    line
}

fn not_checked(one: &NotChecked) -> String {
    format!("\nnot checked ({}): {}", one.tool, visible(&one.what))
}
