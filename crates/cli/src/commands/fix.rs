//! `olmkit fix`.

use olmkit_diagnostics::Scope;
use olmkit_workspace::Options;
use olmkit_workspace::api::{FixQuery, FixReport};

use super::CommandError;
use super::hints;
use super::report;
use crate::args::{Args, FixArgs};
use crate::baseline::{BaselineOptions, Baselines};
use crate::changed_files::{self, Emptied, texts};
use crate::config::settings;
use crate::format::paint::{Paint, Part};
use crate::host::Host;
use crate::load::{Loaded, Origin, Reading, Texts, load_with};
use crate::load_error::LoadError;
use crate::{CLEAN, FINDINGS};

/// Applies or shows fixes. Exits with 1 while findings remain that fail, or if `--diff` shows a change.
pub(crate) fn run(paths: &[String], own: &FixArgs, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let (with_unsafe, diff) = (own.with_unsafe, own.diff);
    let all = paths.iter().map(|path| settings(path, Scope::Catalog, args, host)).collect::<Result<Vec<_>, _>>()?;
    let mut baselines = Baselines::new(&BaselineOptions::default());
    baselines.open(all.iter().map(|settings| settings.baseline.as_ref()), host)?;
    let mut total = FixReport::default();
    let mut fails = false;
    let mut rejected_paths = Vec::new();
    for (path, settings) in paths.iter().zip(&all) {
        let mut catalog = load_to_change(path, (diff, "--diff"), &settings.options, args, host)?;
        let before = texts(&catalog);
        let made = catalog.workspace.fix(&FixQuery { with_unsafe, rule: None })?;
        fails |= diff && !made.edits.is_empty();
        for (sum, add) in [
            (&mut total.fixed, made.fixed),
            (&mut total.with_unsafe, made.with_unsafe),
            (&mut total.without_fix, made.without_fix),
        ] {
            *sum = sum.saturating_add(add);
        }
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
