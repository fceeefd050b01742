//! After any change, the workspace gives the same results as a new workspace with the same texts.

use olmkit_testing::{Choices, property};
use olmkit_workspace::api::{Change, Edit, Encoding, OlmRange, Plan, Position, ReadError};
use olmkit_workspace::{Options, Workspace};

const CATALOG: &str = "---
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
- {name: foo.v1.1.0, replaces: foo.v1.0.0}
---
# Überschrift 😀
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
---
schema: olm.bundle
package: foo
name: foo.v1.1.0
image: quay.io/x/foo:v1.1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.1.0}
";

const JSON_CATALOG: &str = r#"{"schema": "olm.package", "name": "foo", "defaultChannel": "stable"}
{
    "schema": "olm.channel", "package": "foo", "name": "stable",
    "entries": [{"name": "foo.v1.0.0"}, {"name": "foo.v1.1.0", "replaces": "foo.v1.0.0"}]
}
{"schema": "olm.bundle", "package": "foo", "name": "foo.v1.0.0", "image": "q.io/😀/foo:v1", "properties": [
    {"type": "olm.package", "value": {"packageName": "foo", "version": "1.0.0"}}
]}
 {"schema": "olm.bundle", "package": "foo", "name": "foo.v1.1.0", "image": "q.io/x/foo:v1.1", "properties": [
    {"type": "olm.package", "value": {"packageName": "foo", "version": "1.1.0"}}
]}

"#;

const PIECES: [&str; 18] = [
    "",
    "",
    "x",
    "\n",
    "---\n",
    "\n---\n",
    "---",
    "--- # c\n",
    "--- x\n",
    "😀",
    "- ",
    "{",
    "}",
    "} {",
    "\"",
    ": ",
    "\r\n",
    "schema: olm.channel\npackage: foo\nname: beta\nentries:\n- name: foo.v1.0.0\n",
];

fn fresh(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    for (path, text) in files {
        workspace.open(path, text.as_bytes().to_vec());
    }
    workspace
}

fn boundaries(text: &str) -> Vec<(u32, u32)> {
    let mut utf16 = 0;
    let mut found = Vec::new();
    for (at, character) in text.char_indices() {
        found.push((u32::try_from(at).unwrap(), utf16));
        utf16 += u32::try_from(character.len_utf16()).unwrap();
    }
    found.push((u32::try_from(text.len()).unwrap(), utf16));
    found
}

/// Each step uses five bytes.
fn check_walk(bytes: &[u8], start: &str) {
    let mut text = start.to_owned();
    let mut workspace = fresh(&[("a/catalog.yaml", &text)]);
    for (step, bytes) in bytes.chunks(5).enumerate() {
        let mut choices = Choices::new(bytes);
        let places = boundaries(&text);
        let first = choices.below(places.len());
        let last = (first + choices.below(12) * choices.below(3)).min(places.len() - 1);
        let new = choices.of(&PIECES);
        let ((from, from16), (to, to16)) = (places[first], places[last]);
        let (change, encoding) = if step % 2 == 0 {
            (Change { from: from16, to: to16, text: new.to_owned() }, Encoding::Utf16)
        } else {
            (Change { from, to, text: new.to_owned() }, Encoding::Utf8)
        };
        workspace.change("a/catalog.yaml", &[change], encoding).unwrap();
        text.replace_range(from as usize..to as usize, new);
        assert_eq!(workspace.text("a/catalog.yaml"), Some(text.as_bytes()));
        let mut expected = fresh(&[("a/catalog.yaml", &text)]);
        assert_eq!(workspace.report(), expected.report(), "step {step}:\n{text}");
        assert_eq!(workspace.outline(), expected.outline(), "step {step}:\n{text}");
    }
}

#[test]
fn random_edits_of_yaml() {
    property(60, 300, |bytes| check_walk(bytes, CATALOG));
}

#[test]
fn random_edits_of_json() {
    let json =
        "{\"schema\": \"olm.package\", \"name\": \"foo\"}\n{\"schema\": \"olm.channel\", \"name\": \"s\"}\n{\"a\": 1}";
    property(30, 300, |bytes| check_walk(bytes, json));
    property(60, 300, |bytes| check_walk(bytes, JSON_CATALOG));
}

#[test]
fn several_changes_at_once_refer_to_the_old_text() {
    let mut workspace = fresh(&[("c.yaml", "abc😀def")]);
    let change = |from, to, text: &str| Change { from, to, text: text.to_owned() };
    workspace.change("c.yaml", &[change(5, 6, "D"), change(0, 0, ">"), change(1, 3, "")], Encoding::Utf16).unwrap();
    assert_eq!(workspace.text("c.yaml"), Some(">a😀Def".as_bytes()));
    let many: Vec<Change> = (0..6).map(|at| change(at, at, "-")).filter(|c| c.from != 3).collect();
    workspace.change("c.yaml", &many, Encoding::Utf16).unwrap();
    assert_eq!(workspace.text("c.yaml"), Some("->-a-😀-D-ef".as_bytes()));
}

#[test]
fn a_bad_change_changes_nothing() {
    let mut workspace = fresh(&[("c.yaml", "a😀b")]);
    let change = |from, to| Change { from, to, text: "x".to_owned() };
    let refused = |workspace: &mut Workspace, changes: &[Change], encoding| {
        let error = workspace.change("c.yaml", changes, encoding).unwrap_err().to_string();
        assert_eq!(workspace.text("c.yaml"), Some("a😀b".as_bytes()));
        error
    };
    assert!(refused(&mut workspace, &[change(0, 9)], Encoding::Utf16).contains("0..9"));
    assert!(refused(&mut workspace, &[change(2, 1)], Encoding::Utf16).contains("2..1"));
    assert!(refused(&mut workspace, &[change(2, 2)], Encoding::Utf16).contains("2..2"), "inside a surrogate pair");
    assert!(refused(&mut workspace, &[change(2, 2)], Encoding::Utf8).contains("2..2"), "inside a character");
    assert!(refused(&mut workspace, &[change(0, 3), change(1, 4)], Encoding::Utf16).contains("overlap"));
    assert!(workspace.change("d.yaml", &[], Encoding::Utf16).unwrap_err().to_string().contains("d.yaml"));
}

#[test]
fn ignore_files_take_effect_at_once_in_any_order() {
    let mut workspace = fresh(&[("catalog.yaml", CATALOG), ("README.md", "# no catalog\n")]);
    assert!(!workspace.report().opm.accepted);
    workspace.open(".indexignore", b"README.md\n".to_vec());
    let report = workspace.report();
    assert!(report.opm.accepted, "{}", report.opm.message);
    assert_eq!(report.summary.files, 1);
    workspace.change("README.md", &[Change { from: 0, to: 0, text: "y".to_owned() }], Encoding::Utf8).unwrap();
    assert!(workspace.report().opm.accepted);
    assert!(workspace.close(".indexignore"));
    assert!(!workspace.close(".indexignore"));
    assert!(!workspace.report().opm.accepted);
    workspace.close("README.md");
    assert!(workspace.report().opm.accepted);
}

#[test]
fn unreadable_files_are_rejected_unless_ignored() {
    let mut workspace = fresh(&[("catalog.yaml", CATALOG)]);
    workspace.open_unreadable("d", ReadError("read d: is a directory".to_owned()));
    assert!(!workspace.report().opm.accepted);
    workspace.open(".indexignore", b"d\n".to_vec());
    assert!(workspace.report().opm.accepted);
}

#[test]
fn the_channel_table_is_in_file_order() {
    let mut workspace = fresh(&[("c.yaml", CATALOG)]);
    let table = workspace.channel("foo", "stable").unwrap();
    let rows: Vec<_> =
        table.entries.iter().map(|row| (row.name.as_str(), row.version.as_deref(), row.is_head)).collect();
    assert_eq!(rows, [("foo.v1.0.0", Some("1.0.0"), false), ("foo.v1.1.0", Some("1.1.0"), true)]);
    assert!(table.is_default);
    assert_eq!((table.range.start.line, table.range.start.column), (8, 7));
    assert!(workspace.channel("foo", "beta").is_none());
    let outline = workspace.outline();
    assert_eq!(outline.packages[0].bundles, 2);
    assert_eq!(outline.packages[0].channels[0].heads, ["foo.v1.1.0"]);
    assert_eq!(workspace.report().summary.entries, 2);
}

#[test]
fn the_channel_table_has_its_rail() {
    let mut workspace = fresh(&[("c.yaml", CATALOG)]);
    let rail = workspace.channel("foo", "stable").unwrap().rail;
    let rows: Vec<_> = rail.rows.iter().map(|row| (row.name.as_str(), row.entry, row.steps)).collect();
    assert_eq!(rail.prefix, "foo.v");
    assert_eq!(rows, [("foo.v1.1.0", Some(1), [Some(0); 2]), ("foo.v1.0.0", Some(0), [Some(1); 2])]);

    // A channel without its package has no versions, but edges.
    let channel = CATALOG.split("---\n").find(|document| document.contains("olm.channel")).unwrap();
    let mut workspace = fresh(&[("c.yaml", channel)]);
    let rail = workspace.channel("foo", "stable").unwrap().rail;
    assert_eq!(rail.rows.iter().map(|row| row.entry).collect::<Vec<_>>(), [Some(1), Some(0)]);
    assert_eq!(rail.lines.len(), 1);
}

#[test]
fn places_and_names_lead_to_packages_channels_and_entries() {
    let mut workspace = fresh(&[("c.yaml", CATALOG)]);
    let utf16 = |text: &str| {
        let byte = CATALOG.find(text).unwrap();
        u32::try_from(CATALOG[..byte].encode_utf16().count()).unwrap()
    };
    let at = |workspace: &mut Workspace, text: &str| {
        let at = workspace.at("c.yaml", (utf16(text), utf16(text))).unwrap();
        (at.package, at.channel, at.entry, at.bundle)
    };
    let between = |workspace: &mut Workspace, from: &str, to: &str| {
        let at = workspace.at("c.yaml", (utf16(from), utf16(to))).unwrap();
        (at.channel, at.entry, at.bundle)
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(at(&mut workspace, "defaultChannel"), ("foo".to_owned(), None, None, None));
    assert_eq!(at(&mut workspace, "entries"), ("foo".to_owned(), some("stable"), None, None));
    assert_eq!(at(&mut workspace, "replaces"), ("foo".to_owned(), some("stable"), some("foo.v1.1.0"), None));
    assert_eq!(at(&mut workspace, "image: quay.io/x/foo:v1.1"), ("foo".to_owned(), None, None, some("foo.v1.1.0")));
    // A line of the list is at its entry; lines of several entries are at none of them.
    let of_channel = |entry: Option<&str>| (some("stable"), entry.map(str::to_owned), None);
    assert_eq!(between(&mut workspace, "- name: foo.v1.0.0\n-", "- {name"), of_channel(Some("foo.v1.0.0")));
    assert_eq!(between(&mut workspace, "- name: foo.v1.0.0\n-", ", replaces"), of_channel(None));
    assert_eq!(between(&mut workspace, "entries:", "- {name"), of_channel(Some("foo.v1.0.0")));
    // The document that has most of the range.
    assert_eq!(between(&mut workspace, ", replaces", "properties:"), (None, None, some("foo.v1.0.0")));
    assert_eq!(between(&mut workspace, "---\nschema: olm.channel", "entries:"), of_channel(None));
    assert_eq!(workspace.at("c.yaml", (1_000_000, 1_000_000)), None);
    assert_eq!(workspace.at("d.yaml", (0, 0)), None);

    let found = |workspace: &mut Workspace, query: &str| -> Vec<_> {
        workspace.search(query, 10).into_iter().map(|found| (found.channel, found.entry)).collect()
    };
    let versions: Vec<_> = workspace.search("foo", 10).into_iter().filter_map(|found| found.version).collect();
    assert_eq!(versions, ["1.1.0", "1.0.0"]);
    assert_eq!(found(&mut workspace, ""), [(None, None)]);
    assert_eq!(
        found(&mut workspace, "STABLE"),
        [(some("stable"), None), (some("stable"), some("foo.v1.1.0")), (some("stable"), some("foo.v1.0.0"))]
    );
    assert_eq!(found(&mut workspace, "foo 1.1 stable"), [(some("stable"), some("foo.v1.1.0"))]);
    assert_eq!(found(&mut workspace, "nothing"), []);
    assert_eq!(workspace.search("foo", 1).len(), 1);
}

#[test]
fn a_package_is_found_before_the_entries_that_begin_with_a_part_of_its_name() {
    let catalog =
        CATALOG.replace("package: foo", "package: my-foo").replace("package\nname: foo", "package\nname: my-foo");
    let mut workspace = fresh(&[("c.yaml", &catalog)]);
    let found: Vec<_> = workspace.search("foo", 2).into_iter().map(|found| (found.package, found.entry)).collect();
    let package = || "my-foo".to_owned();
    assert_eq!(found, [(package(), None), (package(), Some("foo.v1.1.0".to_owned()))]);
    let exact = workspace.search("foo.v1.0.0", 1);
    assert_eq!(exact.first().and_then(|found| found.entry.as_deref()), Some("foo.v1.0.0"));
}

#[test]
fn a_skip_range_is_tried_before_it_is_written() {
    let catalog = CATALOG.replace("version: 1.0.0", "version: 1.0.0-rc.1");
    let mut workspace = fresh(&[("c.yaml", &catalog)]);
    let mut ask = |entry: &str, text: &str| {
        workspace.range(&olmkit_workspace::api::RangeQuery {
            package: "foo".to_owned(),
            channel: "stable".to_owned(),
            entry: entry.to_owned(),
            text: text.to_owned(),
        })
    };
    let names = |rows: &[olmkit_workspace::api::RangeRow]| rows.iter().map(|row| row.name.clone()).collect::<Vec<_>>();
    let report = ask("foo.v1.1.0", ">=1.0.0-0 <1.1.0");
    assert_eq!(
        (names(&report.matched), names(&report.missed)),
        (vec!["foo.v1.0.0".to_owned()], vec!["foo.v1.1.0".to_owned()])
    );
    assert_eq!((report.warnings.len(), report.problem), (0, None));
    assert!(!report.description.is_empty());
    let report = ask("foo.v1.1.0", ">=1.0.0 <1.1.0");
    assert!(report.missed.iter().any(|row| row.name == "foo.v1.0.0" && row.just_missed));
    assert_eq!(report.warnings, ["It matches no other entry of the channel."]);
    assert_eq!(ask("foo.v1.1.0", "<=1.1.0").warnings, ["It matches its own entry."]);
    assert!(ask("foo.v1.0.0", ">=1.1.0").warnings[0].contains("newer versions: foo.v1.1.0"));
    assert_eq!(ask("foo.v1.1.0", ">2.0.0 <1.0.0").warnings, ["No version can match it."]);
    let report = ask("foo.v1.1.0", "^1.0.0");
    assert!(report.problem.is_some());
    assert_eq!(report.suggestion.as_deref(), Some(">=1.0.0 <2.0.0"));
    // The report describes what the suggestion matches.
    assert_eq!(report.description, "from 1.0.0 up to, not including, 2.0.0");
    assert_eq!(names(&report.matched), ["foo.v1.1.0"]);
    let near = |rows: &[olmkit_workspace::api::RangeRow]| rows.iter().map(|row| row.is_next).collect::<Vec<_>>();
    assert_eq!(near(&ask("foo.v1.1.0", "<1.1.0").missed), [false]);
    assert_eq!(near(&ask("foo.v1.0.0", "<1.1.0").missed), [true]);
}

#[test]
fn edits_out_of_range_are_an_error() {
    let edit = |from: u32, to: u32| {
        let [start, end] = [from, to].map(|offset| Position { offset, ..Position::default() });
        Edit { path: "a.yaml".to_owned(), range: OlmRange { start, end }, text: String::new() }
    };
    let plan = |edits: Vec<Edit>| Plan::Edits {
        ok: true,
        label: String::new(),
        edits,
        creates: Vec::new(),
        notes: Vec::new(),
    };
    for (edits, reason) in [
        (vec![edit(0, 9)], "the range 0..9 is not valid in `a.yaml`; offsets refer to the text before the call"),
        (vec![edit(0, 3), edit(2, 4)], "the changes of one call to `a.yaml` overlap"),
    ] {
        let mut workspace = Workspace::new(&Options::default()).unwrap();
        workspace.open("a.yaml", b"a: 1\n".to_vec());
        assert_eq!(workspace.apply_plan(&plan(edits)).map_err(|error| error.to_string()), Err(reason.to_owned()));
        assert_eq!(workspace.text("a.yaml"), Some(&b"a: 1\n"[..]));
    }
}
