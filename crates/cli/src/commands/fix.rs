//! `olmkit fix`.

use std::collections::BTreeMap;

use imara_diff::{Algorithm, BasicLineDiffPrinter, Diff, InternedInput, UnifiedDiffConfig};
use olmkit_workspace::api::{Change, Encoding, Report, Safety};

use crate::CLEAN;
use crate::args::Args;
use crate::config::{Of, settings};
use crate::host::Host;
use crate::load::{Loaded, Origin, load};

/// A fix may make another one possible, but not without end.
const ROUNDS: usize = 10;

/// Applies fixes to the files, or shows them.
pub(crate) fn run(
    paths: &[String],
    with_unsafe: bool,
    diff: bool,
    args: &Args,
    host: &mut dyn Host,
) -> Result<u8, String> {
    let (mut fixed, mut left) = (0_usize, 0_usize);
    for path in paths {
        let settings = settings(path, Of::Catalogs, args, host)?;
        let mut catalog = load(path, args.stdin_filename.as_deref(), &settings.options, host)?;
        if catalog.origin == Origin::Archive && !diff {
            return Err(format!("{path}: an archive cannot be written; use --diff"));
        }
        let before = texts(&catalog);
        for _ in 0..ROUNDS {
            let applied = apply(&mut catalog, with_unsafe)?;
            fixed = fixed.saturating_add(applied);
            if applied == 0 {
                break;
            }
        }
        left = left.saturating_add(catalog.workspace.report().diagnostics.len());
        write(&catalog, &before, diff, host)?;
    }
    host.err(format!("{fixed} fixed, {left} left\n").as_bytes());
    Ok(CLEAN)
}

pub(crate) fn texts(catalog: &Loaded) -> BTreeMap<String, Vec<u8>> {
    let text = |path: &str| catalog.workspace.text(path).unwrap_or_default().to_vec();
    catalog.workspace.paths().map(|path| (path.to_owned(), text(path))).collect()
}

/// Applies one round of fixes that do not touch each other. Gives how many.
fn apply(catalog: &mut Loaded, with_unsafe: bool) -> Result<usize, String> {
    let report = catalog.workspace.report();
    let (count, changes) = choose(&report, with_unsafe);
    for (path, changes) in changes {
        catalog.workspace.change(&path, &changes, Encoding::Utf8).map_err(|error| error.to_string())?;
    }
    Ok(count)
}

/// Of every finding the first fix that is allowed and free of the places taken before.
fn choose(report: &Report, with_unsafe: bool) -> (usize, BTreeMap<String, Vec<Change>>) {
    let mut changes: BTreeMap<String, Vec<Change>> = BTreeMap::new();
    let mut count = 0_usize;
    for diagnostic in &report.diagnostics {
        let allowed = diagnostic.fixes.iter().find(|fix| with_unsafe || fix.safety == Safety::Safe);
        let Some(fix) = allowed else { continue };
        let taken = |path: &str, from: u32, to: u32| {
            changes.get(path).is_some_and(|list| list.iter().any(|other| from <= other.to && other.from <= to))
        };
        if fix.edits.iter().any(|edit| taken(&edit.path, edit.range.start.offset, edit.range.end.offset)) {
            continue;
        }
        count = count.saturating_add(1);
        for edit in &fix.edits {
            let (from, to) = (edit.range.start.offset, edit.range.end.offset);
            changes.entry(edit.path.clone()).or_default().push(Change { from, to, text: edit.text.clone() });
        }
    }
    (count, changes)
}

/// Writes the changed files back, or shows what changed.
pub(crate) fn write(
    catalog: &Loaded,
    before: &BTreeMap<String, Vec<u8>>,
    diff: bool,
    host: &mut dyn Host,
) -> Result<(), String> {
    for path in catalog.workspace.paths() {
        let (old, new) =
            (before.get(path).map(Vec::as_slice).unwrap_or_default(), catalog.workspace.text(path).unwrap_or_default());
        let shown = catalog.shown(path);
        if diff {
            if old != new {
                host.out(unified(&shown, old, new).as_bytes());
            }
        } else if catalog.origin == Origin::Stream {
            host.out(new);
        } else if old != new {
            host.write(&shown, new).map_err(|failure| format!("{shown}: {failure}"))?;
        }
    }
    Ok(())
}

/// A unified diff.
fn unified(path: &str, old: &[u8], new: &[u8]) -> String {
    let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    let input = InternedInput::new(old.as_ref(), new.as_ref());
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let printer = BasicLineDiffPrinter(&input.interner);
    let hunks = diff.unified_diff(&printer, UnifiedDiffConfig::default(), &input);
    format!("--- a/{path}\n+++ b/{path}\n{hunks}")
}
