//! `olmkit fix`.

use olmkit_diagnostics::Scope;
use olmkit_workspace::Options;
use olmkit_workspace::api::{FixQuery, FixReport};
use olmkit_workspace::bundle::BundleOptions;
use olmkit_workspace::bundle_fix::{self, FixedBundle};

use super::CommandError;
use super::hints;
use super::report;
use crate::args::{Args, FixArgs};
use crate::baseline::{BaselineOptions, Baselines};
use crate::changed_files::{self, Changed, Emptied, texts};
use crate::commands::bundle;
use crate::config::{Settings, settings};
use crate::format::paint::{Paint, Part};
use crate::host::Host;
use crate::load::{Loaded, Origin, Reading, Texts, load_with};
use crate::load_bundle;
use crate::load_error::LoadError;
use crate::{CLEAN, FINDINGS};

/// Applies or shows fixes. Exits with 1 while findings remain that fail, or if `--diff` shows a change.
pub(crate) fn run(paths: &[String], own: &FixArgs, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let (with_unsafe, diff) = (own.with_unsafe, own.diff);
    let scopes: Vec<Scope> = paths.iter().map(|path| scope_of(path, host)).collect();
    let all = paths.iter().zip(&scopes).map(|(path, scope)| settings(path, *scope, args, host));
    let all = all.collect::<Result<Vec<_>, _>>()?;
    let mut baselines = Baselines::new(&BaselineOptions::default());
    baselines.open(all.iter().map(|settings| settings.baseline.as_ref()), host)?;
    let mut total = FixReport::default();
    let mut fails = false;
    let mut rejected_paths = Vec::new();
    for ((path, scope), settings) in paths.iter().zip(scopes).zip(&all) {
        if scope == Scope::Bundle {
            let fixed = fix_bundle(path, own, settings, args, host)?;
            let mut left = fixed.left;
            add(&mut total, &fixed.made);
            baselines.apply(path, settings.baseline.as_ref(), Vec::new(), &mut left);
            let rejected = bundle::rejects(&left, settings.options.profile.as_deref());
            fails |= report::fails(&left, rejected, settings) || diff && fixed.made.fixed > 0;
            continue;
        }
        let mut catalog = load_to_change(path, (diff, "--diff"), &settings.options, args, host)?;
        let before = texts(&catalog);
        let made = catalog.workspace.fix(&FixQuery { with_unsafe, rule: None })?;
        fails |= diff && !made.edits.is_empty();
        add(&mut total, &made);
        let mut left = catalog.report();
        catalog.report_if_empty(path, &mut left, host);
        baselines.apply(path, settings.baseline.as_ref(), Vec::new(), &mut left);
        if !left.opm.accepted {
            rejected_paths.push(path.clone());
        }
        let rejected = settings.options.is_opm().then_some(!left.opm.accepted);
        fails |= report::fails(&left, rejected, settings);
        if diff {
            changed_files::show(&catalog, &before, Paint::new(args.color, host), host);
        } else {
            changed_files::write(&catalog, &before, Emptied::Kept, host)?;
        }
    }
    host.err(summary(&total, with_unsafe, diff, Paint::of_errors(args.color, host)).as_bytes());
    hints::about(paths, &rejected_paths, host);
    Ok(if fails && !args.exit_zero { FINDINGS } else { CLEAN })
}

/// Whether a path is a bundle or a catalog.
fn scope_of(path: &str, host: &mut dyn Host) -> Scope {
    if load_bundle::is_bundle(path, host) { Scope::Bundle } else { Scope::Catalog }
}

fn add(total: &mut FixReport, made: &FixReport) {
    for (sum, own) in [
        (&mut total.fixed, made.fixed),
        (&mut total.with_unsafe, made.with_unsafe),
        (&mut total.without_fix, made.without_fix),
    ] {
        *sum = sum.saturating_add(own);
    }
}

/// Applies or shows the fixes of a bundle.
fn fix_bundle(
    path: &str,
    own: &FixArgs,
    settings: &Settings,
    args: &Args,
    host: &mut dyn Host,
) -> Result<FixedBundle, CommandError> {
    let loaded = load_bundle::load(path, host)?;
    let options = BundleOptions::new(&settings.options, settings.suites.clone());
    let fixed = bundle_fix::fix(&loaded.inputs(), &options, own.with_unsafe)?;
    let paths = loaded.paths();
    let mut files = Vec::new();
    for (shown, (path, old)) in paths.iter().zip(&loaded.files) {
        if let Some(new) = fixed.texts.get(shown) {
            files.push(Changed { path, shown: shown.clone(), location: shown.clone(), old: Some(old), new });
        }
    }
    if own.diff {
        changed_files::show_files(&files, Paint::new(args.color, host), host);
    } else {
        changed_files::write_files(&files, Emptied::Kept, host)?;
    }
    Ok(fixed)
}

/// "2 fixed, 1 more with --unsafe, 3 without a fix". With `--diff`, nothing is written: "2 can be fixed".
fn summary(made: &FixReport, with_unsafe: bool, diff: bool, paint: Paint) -> String {
    let counted = |part: Part, count: usize, what: &str| paint.count(part, count, &format!("{count} {what}"));
    let mut parts = vec![counted(Part::Added, made.fixed, if diff { "can be fixed" } else { "fixed" })];
    if !with_unsafe {
        parts.push(counted(Part::Warning, made.with_unsafe, "more with --unsafe"));
    }
    parts.push(counted(Part::Error, made.without_fix, "without a fix"));
    parts.join(", ") + "\n"
}

/// Why a catalog cannot be loaded for changes.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ChangeError {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(
        "{path}: {what} cannot be written; use {instead}. To change a copy, write it into a folder first: olmkit migrate \
         {path} DIR"
    )]
    ReadOnly { path: String, what: &'static str, instead: &'static str },
}

/// Loads a catalog to change it. A catalog that cannot be written is accepted only with `--diff`. `instead`: the
/// options that do not write to it.
pub(crate) fn load_to_change(
    path: &str,
    (diff, instead): (bool, &'static str),
    options: &Options,
    args: &Args,
    host: &mut dyn Host,
) -> Result<Loaded, ChangeError> {
    let reading = Reading { texts: Texts::Kept, ignored: &args.ignored };
    let catalog = load_with(reading, path, args.stdin_filename.as_deref(), options, host)?;
    let what = match catalog.origin {
        Origin::Archive if cfg!(feature = "native") && host.kind(path).is_err() => "an image",
        Origin::Archive => "an archive",
        Origin::Database => "a database",
        Origin::Files | Origin::Stream => return Ok(catalog),
    };
    if !diff {
        return Err(ChangeError::ReadOnly { path: path.to_owned(), what, instead });
    }
    Ok(catalog)
}
