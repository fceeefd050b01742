//! Invariants of all bundles, tested on damaged examples of the rules: no panic, places within the text, the same

//! result in any order of files, and fixes that remove their finding.
#![cfg(feature = "bundle")]

use std::cell::Cell;

use crate::common::{Files, key, places_are_true};
use olmkit_bundle::sample::{self, Changed};
use olmkit_bundle::{Input, Part, rules};
use olmkit_diagnostics::Change;
use olmkit_testing::{Choices, damaged, property};
use olmkit_workspace::api::{Diagnostic, Fix, Report, Severity};
use olmkit_workspace::bundle::{BundleOptions, validate};

fn check(files: &Files) -> Report {
    check_with_root(files, EARLIER)
}

/// `root`: the root of the files of the previous version in reports.
fn check_with_root(files: &Files, root: &str) -> Report {
    let inputs = files.iter().map(|(path, text)| match path.strip_prefix(EARLIER) {
        Some(path) => Input { part: Part::Before, root, path, bytes: text.as_bytes() },
        None => Input::new(path, text.as_bytes()),
    });
    validate(&inputs.collect::<Vec<_>>(), &BundleOptions::default()).unwrap()
}

/// The root of the files of the previous version in reports.
const EARLIER: &str = "earlier/";

/// The sample after a change, and its previous version.
fn changed(change: &Change) -> Files {
    let Changed { mut files, earlier } = sample::changed(change).unwrap();
    files.extend(earlier.into_iter().map(|(path, text)| (format!("{EARLIER}{path}"), text)));
    files
}

/// Returns the files after a fix.
fn fixed(files: &Files, fix: &Fix) -> Files {
    let mut files = files.clone();
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start.offset));
    for edit in edits {
        let (_, text) = files.iter_mut().find(|(path, _)| *path == edit.path).unwrap();
        text.replace_range(edit.range.start.offset as usize..edit.range.end.offset as usize, &edit.text);
    }
    files
}

/// Checks the invariants. Returns the number of fixes that were tried.
fn hold(files: &Files) -> usize {
    let report = check(files);
    places_are_true(&report, files);
    let backwards: Files = files.iter().rev().cloned().collect();
    assert_eq!(report, check(&backwards), "the order of files counts: {files:?}");
    let mut tried = 0;
    for found in &report.diagnostics {
        for fix in &found.fixes {
            let after_files = fixed(files, fix);
            let after = check(&after_files);
            let count = |report: &Report| report.diagnostics.iter().filter(|one| key(one) == key(found)).count();
            let story = || format!("{}: {}\n{files:?}\n{after_files:?}", found.rule, fix.title);
            assert!(count(&after) < count(&report), "it is still there. {}", story());
            let verdicts = |report: &Report| {
                let bundle = report.bundle.clone().unwrap_or_default();
                [bundle.api, bundle.opm, bundle.sdk].map(|verdict| verdict != Some(false))
            };
            let is_worse = verdicts(&report).iter().zip(verdicts(&after)).any(|(before, after)| *before && !after);
            assert!(!is_worse, "a tool rejects it now. {}", story());
            let is_known = |found: &Diagnostic| report.diagnostics.iter().any(|known| key(known) == key(found));
            let new = after.diagnostics.iter().find(|found| found.severity == Severity::Error && !is_known(found));
            assert!(new.is_none(), "a new error: {new:?}. {}", story());
            tried += 1;
        }
    }
    tried
}

/// What a report says about a finding, with paths that have no root: whether the place is in the previous version,
/// the line, and how many fixes there are.
fn outline(report: &Report) -> Vec<(String, String, bool, u32, usize)> {
    let line = |found: &Diagnostic| found.range.start.line;
    let mut found: Vec<_> = report
        .diagnostics
        .iter()
        .map(|found| {
            let (path, root) =
                (found.path.strip_prefix(EARLIER).unwrap_or(&found.path), found.path.starts_with(EARLIER));
            let related = found.related.iter().map(|related| {
                let path = related.path.strip_prefix(EARLIER).unwrap_or(&related.path);
                (path.to_owned(), related.previous)
            });
            assert!(!root || found.previous, "{found:?}");
            let text = format!("{} {path} {:?}", found.rule, related.collect::<Vec<_>>());
            (text, found.message.clone(), found.previous, line(found), found.fixes.len())
        })
        .collect();
    found.sort();
    found
}

/// With the same root, files of both versions have equal paths. `previous` tells them apart.
#[test]
fn files_of_both_versions_may_have_the_same_path() {
    let changes = rules::all().iter().flat_map(|rule| rule.examples).map(|example| example.change().unwrap());
    let (mut of_previous, mut fixes) = (0, 0);
    for change in changes.filter(|change| change.is_earlier) {
        let mut files = changed(&change);
        // A finding with a fix in a file that both versions have.
        for (path, text) in &mut files {
            if path.ends_with(sample::CSV) {
                text.push_str("# olmkit-ignore csv-name-format: not needed\n");
            }
        }
        let expected = outline(&check(&files));
        assert_eq!(outline(&check_with_root(&files, "")), expected, "{files:?}");
        of_previous += expected.iter().filter(|found| found.2 || found.0.contains("true")).count();
        fixes += expected.iter().map(|found| found.4).sum::<usize>();
    }
    assert!(of_previous > 0 && fixes > 0, "{of_previous} places, {fixes} fixes");
}

#[test]
fn examples_are_checked() {
    let changes = rules::all().iter().flat_map(|rule| rule.examples).map(|example| example.change().unwrap());
    let tried: usize = changes.map(|change| hold(&changed(&change))).sum();
    assert!(tried > 5, "only {tried} fixes were tried");
}

#[test]
fn damaged_examples_are_checked() {
    let changes: Vec<Change> =
        rules::all().iter().flat_map(|rule| rule.examples).map(|example| example.change().unwrap()).collect();
    let tried = Cell::new(0);
    property(2_500, 30, |bytes| {
        let mut choices = Choices::new(bytes);
        let change = choices.of(&changes);
        let mut harmed = changed(&change);
        // Damages one file: usually the changed one, otherwise a random one.
        let own = harmed.iter().position(|(path, _)| path.ends_with(change.path)).unwrap_or_default();
        let at = if choices.chance(60) { choices.below(harmed.len()) } else { own };
        harmed[at].1 = damaged(&harmed[at].1, &mut choices);
        tried.set(tried.get() + hold(&harmed));
    });
    assert!(tried.get() > 20, "only {} fixes were tried", tried.get());
}

/// The possible contents of a malicious archive: nothing takes long, nothing panics, and there is a finding.
#[test]
fn hostile_files_are_reported_and_not_followed() {
    let deep = |open: &str, close: &str, count: usize| format!("{}{}", open.repeat(count), close.repeat(count));
    let aliases = {
        let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let before = format!("*a{}", level - 1);
            text.push_str(&format!("a{level}: &a{level} [{}]\n", vec![before; 9].join(", ")));
        }
        text
    };
    let object = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
    let csv = sample::files().into_iter().find(|(path, _)| path == sample::CSV).unwrap().1;
    let crd = sample::files().into_iter().find(|(path, _)| path == sample::CRD).unwrap().1;
    let schema = |levels: usize| {
        let inner = deep("{type: object, properties: {a: ", "}}", levels).replace(": }", ": {type: string}}");
        crd.replace("        type: object\n", &format!("        type: object\n        properties: {{a: {inner}}}\n"))
    };
    let constraint =
        |rule: &str| format!("dependencies:\n- type: olm.constraint\n  value: {{cel: {{rule: '{rule}'}}}}\n");
    let nested = deep("{failureMessage: m, not: {constraints: [", "]}}", 3000);
    let long = "a".repeat(1 << 20);
    let hostile: Vec<(&str, String)> = vec![
        (sample::OBJECT, format!("{object}{aliases}")),
        (sample::OBJECT, format!("{object}data: {}\n", deep("[", "]", 20_000))),
        (sample::OBJECT, format!("{object}data: {}\n", deep("{a: ", "}", 20_000))),
        (sample::OBJECT, format!("{{\"apiVersion\":\"v1\",\"kind\":\"A\",\"a\":{}}}", deep("[", "]", 50_000))),
        (sample::OBJECT, format!("{object}data: {{a: {long}}}\n")),
        (sample::OBJECT, "---\n".repeat(50_000)),
        (sample::CSV, format!("{csv}{aliases}")),
        (sample::CSV, csv.replace("'[{\"apiVersion\"", &format!("'{}[{{\"apiVersion\"", "[".repeat(20_000)))),
        (sample::CSV, csv.replace("  keywords: [sample]", &format!("  keywords: {}", deep("[", "]", 20_000)))),
        (sample::CSV, csv.replace("name: foo.v1.0.0", &format!("name: {long}"))),
        (sample::CRD, schema(500)),
        (sample::CRD, schema(20_000)),
        (sample::DEPENDENCIES, constraint(&deep("(", ")", 20_000))),
        (sample::DEPENDENCIES, constraint(&"!".repeat(50_000))),
        (sample::DEPENDENCIES, constraint(&format!("true{}", " && true".repeat(20_000)))),
        (sample::DEPENDENCIES, constraint(&"properties.all(p, ".repeat(5_000))),
        ("metadata/properties.yaml", format!("properties:\n- type: olm.constraint\n  value: {nested}\n")),
        (
            "metadata/properties.yaml",
            format!(
                "properties:\n- {{type: olm.package.required, value: {{packageName: a, versionRange: '{}'}}}}\n",
                ">=1.0.0 || ".repeat(20_000)
            ),
        ),
        ("../../etc/passwd", "root\n".to_owned()),
        ("/etc/passwd", "root\n".to_owned()),
        ("manifests/../../escape.yaml", object.to_owned()),
        ("manifests/.wh.foo.crd.yaml", String::new()),
        ("manifests//", String::new()),
        ("manifests/\u{0}.yaml", object.to_owned()),
    ];
    for (path, text) in hostile {
        let mut files = sample::files();
        files.retain(|(known, _)| known != path);
        files.push((path.to_owned(), text));
        let report = check(&files);
        places_are_true(&report, &files);
    }
}
