//! Checks that every rule is complete, and that its examples trigger it.

use std::collections::BTreeSet;

use crate::common::{Content, run, run_file};
use olmkit_api::EdgeField;
use olmkit_api::ReadError;
use olmkit_catalog::{CheckOptions, rules};
use olmkit_diagnostics::{Enforcement, Example, Safety, Severity};

fn found_by(rule: &str, example: &Example) -> bool {
    let files: Vec<(String, Content)> =
        example.files().iter().map(|(path, text)| ((*path).to_owned(), Ok(text.as_bytes().to_vec()))).collect();
    // Enables the rule if it is off by default.
    let severities = [(rule.to_owned(), Severity::Error)].into_iter().collect();
    let report = run(&files, &CheckOptions { severities, ..CheckOptions::default() });
    report.diagnostics.iter().any(|diagnostic| diagnostic.rule.id == rule)
}

/// Returns the ids that the rule files declare.
fn declared() -> BTreeSet<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    let texts = olmkit_testing::files(&folder).into_iter().map(|path| std::fs::read_to_string(path).unwrap());
    let ids = |text: String| -> Vec<String> {
        text.split("\nrule! {").skip(1).map(|rule| rule.split('"').nth(1).unwrap().to_owned()).collect()
    };
    texts.flat_map(ids).collect()
}

#[test]
fn every_rule_file_is_registered() {
    let registered: BTreeSet<String> = rules::all().iter().map(|rule| rule.id.to_owned()).collect();
    assert_eq!(declared(), registered);
}

/// Rules without a bad example, because it would not be valid text or would be too long. Other tests cover them.
const WITHOUT_EXAMPLE: [&str; 5] =
    ["yaml-invalid-utf8", "yaml-depth", "json-depth", "file-unreadable", "catalog-empty"];

#[test]
fn unreadable_files_are_found() {
    let report =
        run(&[("d".to_owned(), Err(ReadError("read d: is a directory".to_owned())))], &CheckOptions::default());
    assert_eq!(report.verdict.first, Some("file-unreadable"));
}

#[test]
fn too_deep_is_found() {
    let (open, close) = ("[".repeat(10_001), "]".repeat(10_001));
    let cases = [
        (format!("schema: x\nv: {open}{close}\n"), "yaml-depth"),
        (format!("{{\"schema\":\"x\"}}{{\"schema\":\"x\"}}{{\"schema\":\"x\",\"v\":{open}{close}}}"), "json-depth"),
    ];
    for (text, rule) in cases {
        let report = run(&[("c.yaml".to_owned(), Ok(text.into_bytes()))], &CheckOptions::default());
        assert_eq!(report.verdict.first, Some(rule));
    }
}

#[test]
fn examples_show_the_rule() {
    let mut wrong = Vec::new();
    let has_bad_example = |id: &str| rules::by_id(id).unwrap().examples.iter().any(|example| example.bad);
    assert!(!WITHOUT_EXAMPLE.into_iter().any(has_bad_example), "a rule of the list has an example");
    for rule in rules::all() {
        let bad = rule.examples.iter().any(|e| e.bad) || WITHOUT_EXAMPLE.contains(&rule.id);
        assert!(bad && rule.examples.iter().any(|e| !e.bad), "{}", rule.id);
        for example in rule.examples {
            if found_by(rule.id, example) != example.bad {
                wrong.push(format!("{} {}", rule.id, example.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn invalid_utf8_is_found() {
    for bytes in [&b"schema: \xff\n"[..], b"\xff\xfes\0c\0", b"\xfe\xff\0s\0c"] {
        let report = run(&[("c.yaml".to_owned(), Ok(bytes.to_vec()))], &CheckOptions::default());
        assert_eq!(report.verdict.first, Some("yaml-invalid-utf8"));
    }
}

#[test]
fn good_examples_have_no_findings() {
    let mut noise = Vec::new();
    for rule in rules::all() {
        for example in rule.examples.iter().filter(|example| !example.bad) {
            let files: Vec<(String, Content)> =
                example.files().iter().map(|(path, text)| ((*path).to_owned(), Ok(text.as_bytes().to_vec()))).collect();
            let report = run(&files, &CheckOptions::default());
            let others = report.diagnostics.iter().filter(|found| found.severity >= Severity::Warning);
            noise.extend(others.map(|found| format!("{}: {} {}", rule.id, found.rule.id, found.message)));
        }
    }
    assert!(noise.is_empty(), "{}", noise.join("\n"));
}

#[test]
fn the_verdict_is_made_by_opms_rules_only() {
    let is_opms = |id: &str| rules::by_id(id).unwrap().enforcement == Enforcement::Opm;
    let mut rejected = 0;
    for rule in rules::all() {
        for example in rule.examples.iter().filter(|example| example.bad) {
            let files: Vec<(String, Content)> =
                example.files().iter().map(|(path, text)| ((*path).to_owned(), Ok(text.as_bytes().to_vec()))).collect();
            let verdict = run(&files, &CheckOptions::default()).verdict;
            assert_eq!(verdict.accepted, verdict.first.is_none(), "{}: {verdict:?}", rule.id);
            assert!(verdict.first.is_none_or(is_opms), "{}: {verdict:?}", rule.id);
            rejected += usize::from(!verdict.accepted);
        }
    }
    assert!(rejected > 50, "only {rejected} examples are rejected");
}

/// Applying a fix in a rule's own bad examples removes a finding.
#[test]
fn fixes_help() {
    let mut tried = [0, 0];
    for rule in rules::all() {
        for example in rule.examples.iter().filter(|example| example.bad && example.files().len() == 1) {
            let (path, text) = example.files()[0];
            let files = vec![(path.to_owned(), Ok(text.as_bytes().to_vec()))];
            let report = run(&files, &CheckOptions::default());
            let found = report.diagnostics.iter().find(|diagnostic| diagnostic.rule.id == rule.id);
            for fix in found.into_iter().flat_map(|found| &found.fixes) {
                let mut fixed = text.to_owned();
                let mut edits: Vec<_> = fix.edits.iter().collect();
                edits.sort_by_key(|edit| edit.place);
                for edit in edits.into_iter().rev() {
                    let range = usize::from(edit.place.range.start())..usize::from(edit.place.range.end());
                    fixed.replace_range(range, &edit.text);
                }
                let files = vec![(path.to_owned(), Ok(fixed.clone().into_bytes()))];
                let after = run(&files, &CheckOptions::default());
                let still = after.diagnostics.iter().filter(|diagnostic| diagnostic.rule.id == rule.id).count();
                let before = report.diagnostics.iter().filter(|diagnostic| diagnostic.rule.id == rule.id).count();
                assert!(still < before, "{}: {}\n{fixed}\n{:?}", rule.id, fix.title, after.diagnostics);
                tried[usize::from(fix.safety == Safety::Safe)] += 1;
            }
        }
    }
    println!("unsafe and safe fixes tried: {tried:?}");
    assert!(tried[0] >= 10 && tried[1] >= 6, "{tried:?}");
}

/// Returns the edge field on the line of an offset.
fn field_at(text: &str, place: usize) -> Option<EdgeField> {
    let line = text[..place].rsplit('\n').next().unwrap();
    let fields =
        [("replaces:", EdgeField::Replaces), ("skips:", EdgeField::Skips), ("skipRange:", EdgeField::SkipRange)];
    fields.into_iter().find(|(key, _)| line.trim_start_matches(['-', ' ']).starts_with(key)).map(|(_, field)| field)
}

/// Rules about a channel or several entries. Their findings are at the place of the fix.
const NOT_ABOUT_A_FIELD: [&str; 3] = ["channel-multiple-heads", "v0-order", "v0-downgrade-loop"];

#[test]
fn a_finding_at_an_edge_field_of_an_entry_names_the_field() {
    let (mut named, mut wrong) = (BTreeSet::new(), Vec::new());
    for rule in rules::all() {
        for example in rule.examples.iter().filter(|example| example.bad && example.files().len() == 1) {
            let (path, text) = example.files()[0];
            let severities = [(rule.id.to_owned(), Severity::Error)].into_iter().collect();
            let files = vec![(path.to_owned(), Ok(text.as_bytes().to_vec()))];
            let report = run(&files, &CheckOptions { severities, ..CheckOptions::default() });
            let of_entry = report.diagnostics.iter().filter(|found| found.subject.entry.is_some());
            for found in of_entry.filter(|found| !NOT_ABOUT_A_FIELD.contains(&found.rule.id)) {
                let field = found.subject.field;
                let expected = field_at(text, found.place.range.start().into()).or(field);
                if field != expected {
                    wrong.push(format!("{}: {expected:?}, not {field:?}", found.rule.id));
                }
                named.extend(field.map(|_| found.rule.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(named.len() >= 14, "{named:?}");
}

/// The message of a rule about a channel with 20 bundles, with or without edges between them. `{}` in the version is the
/// number of the bundle.
fn message_about_many(rule: &str, has_edges: bool, version: &str) -> String {
    let mut text = "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\n".to_owned();
    text.push_str("schema: olm.channel\npackage: foo\nname: stable\nentries:\n");
    for at in 0..20 {
        let replaces = if has_edges && at > 0 { format!(", replaces: foo.{}", at - 1) } else { String::new() };
        text.push_str(&format!("- {{name: foo.{at}{replaces}}}\n"));
    }
    for at in 0..20 {
        let version = version.replace("{}", &at.to_string());
        let property = format!("{{type: olm.package, value: {{packageName: foo, version: {version}}}}}");
        text.push_str(&format!(
            "---\n{{schema: olm.bundle, package: foo, name: foo.{at}, image: x/y, properties: [{property}]}}\n"
        ));
    }
    let report = run(&[("foo.yaml".to_owned(), Ok(text.into_bytes()))], &CheckOptions::default());
    report.diagnostics.iter().find(|found| found.rule.id == rule).unwrap().message.clone()
}

#[test]
fn a_message_names_only_some_of_many_bundles() {
    for (rule, has_edges, version) in [
        ("channel-multiple-heads", false, "1.{}.0"),
        ("pkg-unique-versions", true, "1.0.0"),
        ("v1-tie", true, "1.0.0+0{}"),
    ] {
        let message = message_about_many(rule, has_edges, version);
        assert!(message.contains(" and 14 more"), "{rule}: {message}");
    }
}

/// Documents without `---` between them are one problem for each missing line.
#[test]
fn a_missing_separator_is_one_finding_with_a_fix() {
    for (eol, merged) in [("\n", 1), ("\r\n", 2)] {
        let documents = [
            "schema: olm.package\nname: foo\ndefaultChannel: stable\n",
            "schema: olm.channel\npackage: foo\nname: stable\nentries:\n- name: foo.v1\n",
            "schema: olm.bundle\npackage: foo\nname: foo.v1\nimage: x/y\nproperties:\n- type: olm.package\n  value: {packageName: foo, version: 1.0.0}\n",
        ];
        let split = documents.join("---\n").replace('\n', eol);
        let text = split.replacen(&format!("---{eol}"), "", merged);
        let report = run_file(text.as_bytes());
        let found: Vec<_> = report
            .diagnostics
            .iter()
            .filter(|found| ["duplicate-keys", "unknown-keys"].contains(&found.rule.id))
            .collect();
        assert_eq!(found.len(), merged, "{found:?}");
        let mut fixed = text.clone();
        for one in found.iter().rev() {
            assert!(one.message.starts_with("A line with `---` is probably missing"), "{}", one.message);
            let edit = &one.fixes[0].edits[0];
            fixed.insert_str(edit.place.range.start().into(), &edit.text);
        }
        assert_eq!(fixed, split);
    }
    // Each document of the text has its own keys.
    let found = run_file(b"schema: x\nname: a\nname: b\nschema: y\nname: c\n").diagnostics;
    let found: Vec<_> =
        found.iter().filter(|found| found.rule.id == "duplicate-keys").map(|found| &found.message).collect();
    assert!(found.len() == 2 && found[0].starts_with("The key `name`") && found[1].contains("`---`"), "{found:?}");
    // Not a block mapping, or nothing between the two: a duplicate like any other.
    for text in
        ["schema: x\nschema: y\nname: z\n", "{\nschema: x,\nschema: y}\n", "{\"schema\": \"x\",\n\"schema\": \"y\"}\n"]
    {
        let found = run_file(text.as_bytes()).diagnostics;
        let duplicate = found.iter().find(|found| found.rule.id == "duplicate-keys").unwrap();
        assert!(duplicate.message.contains("occurs more than once") && duplicate.fixes.is_empty(), "{duplicate:?}");
    }
}

/// A value of the wrong type is not missing: the rule about types reports it.
#[test]
fn a_mistyped_field_of_an_api_is_one_finding() {
    for (value, rules) in [
        ("{group: g, version: 1, kind: Foo}", ["bundle-properties-parse"]),
        ("{group: g, version: \"\", kind: Foo}", ["gvk-incomplete"]),
        ("{group: g, version: null, kind: Foo}", ["gvk-incomplete"]),
        ("text", ["bundle-properties-parse"]),
    ] {
        let text = format!(
            "schema: olm.package\nname: foo\ndefaultChannel: s\n---\nschema: olm.channel\npackage: foo\nname: s\nentries:\n- name: foo.v1\n---\n\
             schema: olm.bundle\npackage: foo\nname: foo.v1\nimage: x/y\nproperties:\n- type: olm.package\n  value: {{packageName: foo, version: 1.0.0}}\n\
             - type: olm.gvk\n  value: {value}\n"
        );
        let found: Vec<_> = run_file(text.as_bytes()).diagnostics.iter().map(|found| found.rule.id).collect();
        assert_eq!(found, rules, "{value}");
    }
}
