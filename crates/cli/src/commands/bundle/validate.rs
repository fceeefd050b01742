//! `olmkit bundle validate`.

use olmkit_workspace::api::Report;
use olmkit_workspace::bundle::{self, BundleOptions};

use crate::args::Args;
use crate::commands::validate::{color, merge};
use crate::format::{Context, Format};
use crate::host::Host;
use crate::load_bundle::{LoadedBundle, load};
use crate::{CLEAN, FINDINGS};

/// Checks every path as a bundle and reports on all of them together.
pub(super) fn run(paths: &[String], before: Option<&str>, args: &Args, host: &mut dyn Host) -> Result<u8, String> {
    let before = before.map(|path| load(path, host)).transpose()?;
    let options = BundleOptions::new(&args.options, args.suites.clone());
    let mut bundles = Vec::with_capacity(paths.len());
    let mut reports = Vec::with_capacity(paths.len());
    for path in paths {
        let mut loaded = load(path, host)?;
        if let Some(before) = &before {
            loaded.add_before(before);
        }
        let mut report = bundle::validate(&loaded.files, &options).map_err(|error| error.to_string())?;
        show_paths(&mut report, &loaded);
        reports.push(report);
        bundles.push(loaded);
    }
    let rejected = reports.iter().any(|report| rejects(report, args.options.profile.as_deref()));
    let report = merge(reports.into_iter());
    let format = args.format.unwrap_or(if host.is_terminal() { Format::Pretty } else { Format::Concise });
    let text = |path: &str| bundles.iter().find_map(|bundle| bundle.text(path));
    let context =
        Context { report: &report, text: &text, color: color(args.color, host), terminal: host.is_terminal() };
    let output = format.write(&context);
    host.out(output.out.as_bytes());
    host.err(output.err.as_bytes());
    let too_many = args.max_warnings.is_some_and(|most| report.summary.warnings > most);
    Ok(if (rejected || too_many) && !args.exit_zero { FINDINGS } else { CLEAN })
}

/// Whether the tools of the profile reject the bundle; what is selected or ignored never changes that of one tool.
fn rejects(report: &Report, profile: Option<&str>) -> bool {
    let bundle = report.bundle.as_ref();
    let accepted = match profile {
        Some("api") => bundle.map(|bundle| bundle.api),
        Some("opm") => bundle.map(|bundle| bundle.opm),
        Some("sdk") => bundle.map(|bundle| bundle.sdk),
        _ => None,
    };
    accepted.map_or(report.summary.errors > 0, |accepted| !accepted)
}

fn show_paths(report: &mut Report, bundle: &LoadedBundle) {
    for diagnostic in &mut report.diagnostics {
        let related = diagnostic.related.iter_mut().map(|related| &mut related.path);
        let edits = diagnostic.fixes.iter_mut().flat_map(|fix| &mut fix.edits).map(|edit| &mut edit.path);
        for path in related.chain(edits).chain([&mut diagnostic.path]) {
            *path = bundle.shown(path);
        }
    }
}
