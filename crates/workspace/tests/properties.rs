//! What holds of every catalog, shown on damaged examples of the rules: no panic, places inside the text, the same
//! answer in any order of files, and fixes that do what they promise.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a test says what is wrong by failing"
)]

use std::collections::BTreeMap;

use olmkit_workspace::api::{Change, Diagnostic, Encoding, Fix, Report, Safety, Severity, StrandedQuestion};
use olmkit_workspace::{Options, Workspace};

/// Numbers that look random, the same ones every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

type Files = Vec<(String, String)>;

/// What names, values and lines are replaced by.
const HOSTILE: [&str; 20] = [
    "\"\"",
    "null",
    "[]",
    "{}",
    "1.10",
    "no",
    "\u{202e}evil",
    "__proto__",
    "foo.v1.0.0",
    "foo.v1.1.0",
    "'>=1.0.0 <2.0.0'",
    "'<1.1.0'",
    "&a [*a]",
    "*a",
    "!!binary x",
    "|\n  text",
    "\t",
    "\u{85}",
    "<script>",
    "99999999999999999999.0.0",
];

fn damaged(text: &str, numbers: &mut Numbers) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=numbers.below(3) {
        let (at, other) = (numbers.below(lines.len()), numbers.below(lines.len()));
        if lines.is_empty() {
            break;
        }
        match numbers.below(6) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[other].clone()),
            2 => lines.swap(at, other),
            3 => lines[at].insert_str(0, "  "),
            _ => {
                let line = &lines[at];
                let words: Vec<usize> = line.match_indices([' ', '[', '{']).map(|(place, _)| place + 1).collect();
                let start = words.get(numbers.below(words.len())).copied().unwrap_or(0);
                let end = line[start..].find([',', ']', '}', ' ']).map_or(line.len(), |length| start + length);
                lines[at].replace_range(start..end, HOSTILE[numbers.below(HOSTILE.len())]);
            }
        }
    }
    lines.join("\n") + "\n"
}

fn opened<'a>(files: impl Iterator<Item = &'a (String, String)>) -> Workspace {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    files.for_each(|(path, text)| workspace.open(path, text.as_bytes().to_vec()));
    workspace
}

fn check(files: &Files) -> Report {
    (*opened(files.iter()).report()).clone()
}

/// Every place lies in its file, between characters, and line and column say the same as the offsets.
fn places_are_true(report: &Report, files: &Files) {
    for found in &report.diagnostics {
        let edits = found.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| (&edit.path, edit.range));
        let related = found.related.iter().map(|related| (&related.path, related.range));
        for (path, range) in edits.chain(related).chain([(&found.path, found.range)]) {
            let text = &files.iter().find(|(name, _)| name == path).unwrap().1;
            assert!(range.start.offset <= range.end.offset, "{}: {range:?}", found.rule);
            for place in [range.start, range.end] {
                let before = text.get(..place.offset as usize);
                let Some(before) = before else { panic!("{} of {found:?} is no place in {text:?}", place.offset) };
                assert_eq!(before.encode_utf16().count(), place.utf16 as usize, "{}: {text}", found.rule);
            }
        }
    }
}

/// The files after a fix.
fn fixed(files: &Files, fix: &Fix) -> Files {
    let mut by_path: BTreeMap<&str, Vec<Change>> = BTreeMap::new();
    for edit in &fix.edits {
        let change = Change { from: edit.range.start.offset, to: edit.range.end.offset, text: edit.text.clone() };
        by_path.entry(&edit.path).or_default().push(change);
    }
    let mut workspace = opened(files.iter());
    for (path, changes) in &mut by_path {
        changes.sort_by_key(|change| change.from);
        workspace.change(path, changes, Encoding::Utf8).unwrap();
    }
    // Files of a base are no files of the workspace, and nothing mends them.
    let after = |path: &str| workspace.text(path).map(|text| String::from_utf8(text.to_vec()).unwrap());
    files.iter().map(|(path, text)| (path.clone(), after(path).unwrap_or_else(|| text.clone()))).collect()
}

fn key(found: &Diagnostic) -> (&str, &str) {
    (found.rule, &found.message)
}

/// A fix removes what it is offered for; a safe one makes opm reject nothing and brings no new error.
fn fixes_mend(before: &Report, files: &Files) -> usize {
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
            // What cannot be read hides the errors behind it.
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
    backwards.stranded(&StrandedQuestion::default());
    fixes_mend(&report, files)
}

#[test]
fn damaged_examples_are_checked_and_mended() {
    let mut tried = 0;
    for rule in olmkit_catalog::rules::all() {
        for example in rule.examples {
            let files: Files =
                example.files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
            tried += hold(&files);
            for seed in 0..60 {
                let mut numbers = Numbers(seed);
                let harmed: Files =
                    files.iter().map(|(path, text)| (path.clone(), damaged(text, &mut numbers))).collect();
                tried += hold(&harmed);
            }
        }
    }
    assert!(tried > 1000, "only {tried} fixes were tried");
}

/// A catalog in one file, or in a file for each document, is the same catalog.
#[test]
fn documents_may_lie_in_any_file() {
    for rule in olmkit_catalog::rules::all() {
        for example in rule.examples.iter().filter(|example| !example.bad && example.files.len() == 1) {
            let text = example.files[0].1;
            let documents: Files = text
                .split("---\n")
                .filter(|document| !document.is_empty())
                .enumerate()
                .map(|(at, document)| (format!("{at:03}.yaml"), document.to_owned()))
                .collect();
            if text.starts_with("---\n")
                && check(&documents).opm.accepted != check(&vec![("c.yaml".into(), text.into())]).opm.accepted
            {
                assert!(rule.id.starts_with("yaml") || rule.id.starts_with("json"), "{}: {text}", rule.id);
            }
        }
    }
}
