//! Invariants of all catalogs, tested on damaged examples of the rules: no panic, places within the text, the same
//! result in any order of files, and fixes that have the promised effect.

use crate::common;
use std::cell::Cell;
use std::collections::BTreeMap;

use crate::common::{Files, key, places_are_true};
use olmkit_diagnostics::Example;
use olmkit_testing::{Choices, damaged, property};
use olmkit_workspace::Workspace;
use olmkit_workspace::api::{Change, Encoding, Fix, Report, Safety, Severity, StrandedQuery};

fn opened<'a>(files: impl Iterator<Item = &'a (String, String)>) -> Workspace {
    common::opened(files.map(|(path, text)| (path.as_str(), text.as_bytes())))
}

fn check(files: &Files) -> Report {
    (*opened(files.iter()).report()).clone()
}

/// Returns the files after a fix.
fn fixed(files: &Files, fix: &Fix) -> Files {
    let mut by_path: BTreeMap<&str, Vec<Change>> = BTreeMap::new();
    for edit in &fix.edits {
        let change = Change { from: edit.range.start.offset, to: edit.range.end.offset, text: edit.text.clone() };
        by_path.entry(&edit.path).or_default().push(change);
    }
    let mut workspace = opened(files.iter());
    let mut files = files.clone();
    for (path, changes) in &mut by_path {
        changes.sort_by_key(|change| change.from);
        if workspace.text(path).is_none() {
            workspace.open(path, Vec::new());
            files.push(((*path).to_owned(), String::new()));
        }
        workspace.change(path, changes, Encoding::Utf8).unwrap();
    }
    // Files of the base are not files of the workspace and are not fixed.
    let after = |path: &str| workspace.text(path).map(|text| String::from_utf8(text.to_vec()).unwrap());
    files.iter().map(|(path, text)| (path.clone(), after(path).unwrap_or_else(|| text.clone()))).collect()
}

/// A fix removes its finding. A safe fix does not make opm reject the catalog and does not add an error.
fn fixes_help(before: &Report, files: &Files) -> usize {
    let mut tried = 0;
    for found in &before.diagnostics {
        for fix in &found.fixes {
            let after_files = fixed(files, fix);
            let after = check(&after_files);
            let count = |report: &Report| report.diagnostics.iter().filter(|one| key(one) == key(found)).count();
            let story = || format!("{}: {}\n{:?}\n{:?}", found.rule, fix.title, files, after_files);
            assert!(count(&after) < count(before), "it is still there. {}", story());
            let errors =
                |report: &Report| report.diagnostics.iter().filter(|one| one.severity == Severity::Error).count();
            // A part that cannot be read hides the errors after it.
            if fix.safety == Safety::Safe && before.opm.accepted {
                assert!(after.opm.accepted, "opm rejects it now. {}", story());
                assert!(errors(&after) <= errors(before), "new errors. {}\n{:?}", story(), after.diagnostics);
            }
            tried += 1;
        }
    }
    tried
}

fn hold(files: &Files) -> usize {
    let report = check(files);
    places_are_true(&report, files);
    let mut backwards = opened(files.iter().rev());
    assert_eq!(report, *backwards.report(), "the order of opening counts: {files:?}");
    backwards.outline();
    backwards.stranded(&StrandedQuery::default()).unwrap();
    fixes_help(&report, files)
}

fn files_of(example: &Example) -> Files {
    example.files().iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn examples_are_checked_and_fixed() {
    let examples = olmkit_catalog::rules::all().iter().flat_map(|rule| rule.examples);
    let tried: usize = examples.map(|example| hold(&files_of(example))).sum();
    assert!(tried > 15, "only {tried} fixes were tried");
}

#[test]
fn damaged_examples_are_checked_and_fixed() {
    let examples: Vec<&Example> = olmkit_catalog::rules::all().iter().flat_map(|rule| rule.examples).collect();
    let tried = Cell::new(0);
    property(20_000, 40, |bytes| {
        let mut choices = Choices::new(bytes);
        let files = files_of(choices.of(&examples));
        let harmed = files.into_iter().map(|(path, text)| (path, damaged(&text, &mut choices))).collect();
        tried.set(tried.get() + hold(&harmed));
    });
    assert!(tried.get() > 1000, "only {} fixes were tried", tried.get());
}

/// Whether its documents are in one file or in a file each, it is the same catalog.
#[test]
fn documents_may_be_in_any_file() {
    let mut compared = 0;
    for rule in olmkit_catalog::rules::all() {
        for example in rule.examples.iter().filter(|example| !example.bad && example.files().len() == 1) {
            let text = example.files()[0].1;
            let documents: Files = text
                .split("---\n")
                .filter(|document| !document.is_empty())
                .enumerate()
                .map(|(at, document)| (format!("{at:03}.yaml"), document.to_owned()))
                .collect();
            // Text before the first separator is another document.
            if text.starts_with("---\n") {
                let whole = check(&vec![("c.yaml".into(), text.into())]);
                assert_eq!(check(&documents).opm.accepted, whole.opm.accepted, "{}: {text}", rule.id);
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "only {compared} catalogs were compared");
}
