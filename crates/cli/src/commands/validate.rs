//! `olmkit validate`.

use olmkit_diagnostics::Scope;
use olmkit_workspace::api::{Opm, Report, Summary, VERSION};

use super::report;
use crate::args::Args;
use crate::baseline::Baseline;
use crate::config::settings;
use crate::format::visible;
use crate::host::Host;
use crate::load::{Texts, load_with};

/// Checks the paths, with `--watch` again after every change, until the process is stopped.
pub(crate) fn run(paths: &[String], args: &Args, host: &mut dyn Host) -> Result<u8, String> {
    if !args.watch {
        return once(paths, args, host);
    }
    let configured = paths.iter().filter_map(|path| settings(path, Scope::Catalog, args, host).ok());
    let watched: Vec<String> = configured.flat_map(|settings| settings.files).chain(paths.iter().cloned()).collect();
    let mut wait = host.watch(&watched).ok_or("--watch is in the native binary only")?;
    loop {
        if let Err(message) = once(paths, args, host) {
            host.err(format!("olmkit: {}\n", visible(&message)).as_bytes());
        }
        wait();
    }
}

/// Checks every path as a catalog of its own and reports on all of them together.
fn once(paths: &[String], args: &Args, host: &mut dyn Host) -> Result<u8, String> {
    if args.base.is_some() && paths.len() > 1 {
        return Err("--base goes with one catalog".to_owned());
    }
    let mut catalogs = Vec::with_capacity(paths.len());
    let mut reports = Vec::with_capacity(paths.len());
    let mut failed = false;
    let all = paths.iter().map(|path| settings(path, Scope::Catalog, args, host)).collect::<Result<Vec<_>, _>>()?;
    let configured = all.iter().find_map(|settings| settings.baseline.as_deref());
    let mut baseline = Baseline::open(&args.baseline, configured, Scope::Catalog, host)?;
    for (path, settings) in paths.iter().zip(&all) {
        let mut catalog = load_with(Texts::Released, path, args.stdin_filename.as_deref(), &settings.options, host)?;
        if let Some(base) = &args.base {
            let older = load_with(Texts::Released, base, None, &settings.options, host)?;
            catalog.workspace.set_base(older.workspace);
        }
        for file in &args.assertions {
            catalog.add_assertions(file, host)?;
        }
        catalog.reload_texts(host);
        let mut report = catalog.report();
        if let Some(baseline) = &mut baseline {
            baseline.apply(args.stdin_filename.as_ref().filter(|_| path == "-").unwrap_or(path), &mut report);
        }
        let rejected = (settings.options.profile.as_deref() == Some("opm")).then_some(!report.opm.accepted);
        failed |= report::fails(&report, rejected, settings);
        reports.push(report);
        catalogs.push(catalog);
    }
    let report = merge(reports.into_iter());
    let text = |path: &str| catalogs.iter().find_map(|catalog| catalog.text(path));
    report::write(&report, None, &text, args, host)?;
    if let Some(baseline) = baseline {
        failed |= baseline.close(host)?;
    }
    if !args.watch {
        // The process ends here: what the catalogs hold need not be given back piece by piece.
        std::mem::forget(catalogs);
    }
    Ok(report::exit_code(failed, &report, args))
}

/// One report about several catalogs. opm's verdict is the first rejection.
pub(crate) fn merge(reports: impl Iterator<Item = Report>) -> Report {
    let opm = Opm { accepted: true, ..Opm::default() };
    let mut all = Report {
        version: VERSION,
        opm,
        summary: Summary::default(),
        bundle: None,
        dependencies: None,
        diagnostics: Vec::new(),
    };
    for report in reports {
        if all.opm.accepted {
            all.opm = report.opm;
        }
        let (sum, add) = (&mut all.summary, &report.summary);
        for (sum, add) in [
            (&mut sum.errors, add.errors),
            (&mut sum.warnings, add.warnings),
            (&mut sum.infos, add.infos),
            (&mut sum.files, add.files),
            (&mut sum.packages, add.packages),
            (&mut sum.channels, add.channels),
            (&mut sum.entries, add.entries),
            (&mut sum.bundles, add.bundles),
        ] {
            *sum = sum.saturating_add(add);
        }
        all.bundle = all.bundle.or(report.bundle);
        all.diagnostics.extend(report.diagnostics);
    }
    all
}
