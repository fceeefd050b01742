//! `olmkit validate`.

use olmkit_catalog::rules::comments::assertion_failed;
use olmkit_catalog::rules::needs_base;
use olmkit_catalog::rules::upgrades::versions_removed;
use olmkit_collections::{SortedSet, order};
use olmkit_diagnostics::Scope;
use olmkit_workspace::image_check::ImageAnswers;
use olmkit_workspace::{ActiveRules, Options};

use super::CommandError;
use super::checked::{Checked, Source, finish, rules_checked};
use super::hints;
use crate::args::Args;
use crate::baseline::Baselines;
use crate::config::{candidates, settings, settings_with_images};
use crate::format::visible;
use crate::host::{Host, INSTALL, Watched};
use crate::load::{Loaded, Reading, Texts, load_with};
use crate::timing::Timing;

/// Why catalogs cannot be checked with these arguments.
#[derive(Debug, thiserror::Error)]
enum ValidateError {
    #[error("only the native program supports --watch: {install}", install = INSTALL)]
    NoWatching,
    #[error("--watch does not support standard input, which is read once")]
    WatchedStream,
    #[error("--base needs exactly one catalog")]
    SeveralWithBase,
    #[error("{option} has no effect: the rule `{rule}` is off")]
    RuleIsOff { option: &'static str, rule: &'static str },
}

/// Checks the paths. With `--watch`, repeats this after every change until the process is stopped.
pub(crate) fn run(paths: &[String], args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    if !args.watch {
        return once(paths, args, host);
    }
    refuse_stream(paths)?;
    let mut watched = configurations(paths, args, host);
    watched.extend(paths.iter().map(Watched::deep));
    let mut wait = watch(&watched, host)?;
    loop {
        report_failure(once(paths, args, host), host);
        wait();
    }
}

/// Refuses to watch standard input.
pub(crate) fn refuse_stream(paths: &[String]) -> Result<(), CommandError> {
    if paths.iter().any(|path| path == "-") { Err(ValidateError::WatchedStream.into()) } else { Ok(()) }
}

/// A function that blocks until something changes.
pub(crate) fn watch(watched: &[Watched], host: &mut dyn Host) -> Result<Box<dyn FnMut()>, CommandError> {
    Ok(host.watch(watched).ok_or(ValidateError::NoWatching)?)
}

/// The configurations that apply to the paths, and those that would apply if they existed or were valid.
pub(crate) fn configurations(paths: &[String], args: &Args, host: &mut dyn Host) -> Vec<Watched> {
    let mut files = Vec::new();
    for path in paths {
        files.extend(candidates(path, args, host));
        files.extend(settings(path, Scope::Catalog, args, host).into_iter().flat_map(|settings| settings.files));
    }
    order::unique(files.into_iter()).into_iter().map(Watched::deep).collect()
}

/// Reports why a run failed, if it is followed by others.
pub(crate) fn report_failure(ended: Result<u8, CommandError>, host: &mut dyn Host) {
    if let Err(error) = ended {
        host.err(format!("olmkit: {}\n", visible(&error.to_string())).as_bytes());
    }
}

/// Checks every path as a separate catalog, and writes one report on all of them.
fn once(paths: &[String], args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let mut timing = Timing::start(args, host);
    let mut baselines = Baselines::new(&args.baseline);
    let checked = check(paths, args, &mut baselines, &mut timing, host)?;
    let rejected = checked.rejected();
    let code = finish(paths, vec![checked], baselines, timing, args, host)?;
    if !args.quiet {
        hints::about(paths, &rejected, host);
    }
    Ok(code)
}

/// Checks every path as a separate catalog.
pub(crate) fn check(
    paths: &[String],
    args: &Args,
    baselines: &mut Baselines,
    timing: &mut Timing,
    host: &mut dyn Host,
) -> Result<Checked, CommandError> {
    if args.base.is_some() && paths.len() > 1 {
        return Err(ValidateError::SeveralWithBase.into());
    }
    let all = paths.iter().map(|path| settings_with_images(path, Scope::Catalog, args, host));
    let all = all.collect::<Result<Vec<_>, _>>()?;
    baselines.open(all.iter().map(|(settings, _)| settings.baseline.as_ref()), host)?;
    let mut checked = Checked::default();
    let mut answers = ImageAnswers::default();
    for (path, (settings, images)) in paths.iter().zip(&all) {
        let texts = if images.is_some() { Texts::Kept } else { Texts::Released };
        let mut catalog = load_with(
            Reading { texts, ignored: &args.ignored },
            path,
            args.stdin_filename.as_deref(),
            &settings.options,
            host,
        )?;
        if let Some(base) = &args.base {
            let reading = Reading { texts: Texts::Released, ignored: &SortedSet::new() };
            let mut older = load_with(reading, base, None, &settings.options, host)?;
            older.refuse_as_base(base, host)?;
            catalog.workspace.set_base(older.workspace);
        }
        for file in &args.assertions {
            catalog.add_assertions(file, host)?;
        }
        refuse_without_effect(args, &settings.options, &catalog)?;
        timing.end("read", host);
        if let Some(options) = images {
            catalog.check_images(&mut answers, options, host)?;
            timing.end("images", host);
        }
        catalog.workspace.check_in_stages(&mut |stage| timing.end(stage.name(), host));
        catalog.reload_texts(host);
        let mut report = catalog.report();
        catalog.report_if_empty(path, &mut report, host);
        timing.end("places", host);
        let shown = args.stdin_filename.as_ref().filter(|_| path == "-").unwrap_or(path);
        let asks_opm = settings.options.is_opm();
        let rules =
            rules_checked(&report, Scope::Catalog, settings, images.as_ref().filter(|_| !answers.have_unknown()))?;
        let rules = rules.into_iter().map(|rules| rules.retain(|rule| args.base.is_some() || !needs_base(rule)));
        baselines.apply(shown, settings.baseline.as_ref(), rules.collect(), &mut report);
        let rejected = asks_opm.then_some(!report.opm.accepted);
        checked.add(shown, Source::Catalog(Box::new(catalog)), report, rejected, settings);
    }
    let is_opm = all.iter().all(|(settings, _)| settings.options.is_opm());
    checked.fail_without_images(&answers, is_opm, host);
    Ok(checked)
}

/// Refuses options whose only rule is off in all files: a check that does not run must not look as if it passed.
fn refuse_without_effect(args: &Args, options: &Options, catalog: &Loaded) -> Result<(), CommandError> {
    let wanted = [
        ("--base", args.base.is_some(), versions_removed::RULE.id),
        ("--assertions", !args.assertions.is_empty(), assertion_failed::RULE.id),
    ];
    if !wanted.iter().any(|(_, is_given, _)| *is_given) {
        return Ok(());
    }
    let active = ActiveRules::new(options, Scope::Catalog, &[])?;
    let mut paths: Vec<&str> = catalog.workspace.paths().collect();
    if paths.is_empty() {
        paths.push("");
    }
    let is_off = |rule: &str| !paths.iter().any(|path| active.is_on(rule, path));
    match wanted.into_iter().find(|(_, is_given, rule)| *is_given && is_off(rule)) {
        Some((option, _, rule)) => Err(ValidateError::RuleIsOff { option, rule }.into()),
        None => Ok(()),
    }
}
