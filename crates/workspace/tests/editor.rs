//! Information that editors show in the text of a file.

use olmkit_workspace::{Fold, Options, SymbolKind, Workspace};

const PATH: &str = "foo/catalog.yaml";

/// `foo.v1.1.0` is stranded: the version that replaces it is skipped.
const CATALOG: &str = "\
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.3.0
  replaces: foo.v1.0.0
  skips:
  - foo.v1.2.0
  skipRange: '>=1.0.0 <1.1.0'
- name: foo.v1.2.0
  replaces: foo.v1.1.0
- name: foo.v1.1.0
- name: foo.v1.0.0
";

fn bundle(version: &str) -> String {
    format!(
        "---\nschema: olm.bundle\npackage: foo\nname: foo.v{version}\nimage: quay.io/x/foo:{version}\nproperties:\n- type: olm.package\n  value: {{packageName: foo, version: {version}}}\n"
    )
}

fn workspace() -> Workspace {
    let mut text = CATALOG.to_owned();
    for version in ["1.3.0", "1.2.0", "1.1.0", "1.0.0"] {
        text.push_str(&bundle(version));
    }
    text.push_str("---\nschema: olm.deprecations\npackage: foo\nentries:\n- reference: {schema: olm.bundle, name: foo.v1.0.0}\n  message: old\n");
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    workspace.open(PATH, text.into_bytes());
    workspace
}

#[test]
fn documents_and_entries_are_symbols() {
    let mut workspace = workspace();
    let symbols = workspace.document_symbols(PATH);
    let named: Vec<_> = symbols.iter().map(|symbol| (symbol.kind, symbol.name.as_str())).collect();
    assert_eq!(
        named[..3],
        [(SymbolKind::Package, "foo"), (SymbolKind::Channel, "stable"), (SymbolKind::Bundle, "foo.v1.3.0")]
    );
    assert_eq!(named.last(), Some(&(SymbolKind::Other, "olm.deprecations")));
    let channel = &symbols[1];
    assert_eq!(
        (channel.detail.as_str(), channel.range.start.line, channel.name_range.start.line),
        ("olm.channel of foo", 5, 7)
    );
    let entries: Vec<_> = channel.children.iter().map(|entry| (entry.name.as_str(), entry.detail.as_str())).collect();
    assert_eq!(entries[0], ("foo.v1.3.0", "replaces foo.v1.0.0"));
    assert_eq!(entries.len(), 4);
    assert!(workspace.document_symbols("other.yaml").is_empty());
}

#[test]
fn documents_values_and_items_fold() {
    let folds = workspace().folds(PATH);
    let fold = |first, last| Fold { first, last };
    // The package, the channel and its entries, the first entry and its `skips`, the second entry.
    assert_eq!(folds[..6], [fold(1, 3), fold(5, 17), fold(8, 17), fold(9, 13), fold(11, 12), fold(14, 15)]);
    let mut json = Workspace::new(&Options::default()).unwrap();
    json.open("c.json", b"{\n  \"schema\": \"olm.package\",\n  \"x\": [\n    1,\n    2\n  ]\n}\n".to_vec());
    assert_eq!(json.folds("c.json"), [fold(1, 6), fold(3, 5)]);
}

#[test]
fn names_have_the_kind_of_what_they_name() {
    let tokens = workspace().name_tokens(PATH);
    let at = |line, column| {
        let token = tokens.iter().find(|token| (token.range.start.line, token.range.start.column) == (line, column));
        token.map(|token| (token.schema, token.is_declaration, token.is_deprecated)).unwrap()
    };
    assert_eq!(at(2, 7), ("olm.package", true, false));
    assert_eq!(at(3, 17), ("olm.channel", false, false));
    assert_eq!(at(9, 9), ("olm.bundle", true, false));
    assert_eq!(at(10, 13), ("olm.bundle", false, true));
    assert!(tokens.is_sorted_by_key(|token| token.range.start.offset));
}

#[test]
fn channels_have_a_note() {
    let notes = workspace().channel_notes(PATH);
    let shown: Vec<_> =
        notes.iter().map(|note| (note.channel.as_str(), note.text.as_str(), note.range.start.line)).collect();
    assert_eq!(shown, [("stable", "4 entries, head 1.3.0, 1 stranded", 5)]);
    let mut two = Workspace::new(&Options::default()).unwrap();
    let text = "schema: olm.channel\npackage: foo\nname: a\nentries:\n- name: x\n- name: y\n---\nschema: olm.channel\npackage: foo\nname: b\nentries:\n- name: x\n";
    two.open(PATH, text.as_bytes().to_vec());
    let texts: Vec<_> = two.channel_notes(PATH).into_iter().map(|note| note.text).collect();
    assert_eq!(texts, ["2 entries, 2 heads", "1 entry, head x"]);
}

#[test]
fn entries_have_their_distance_from_the_head() {
    let mut workspace = workspace();
    let hints = workspace.hints(PATH, (1, 100));
    let shown: Vec<_> = hints.iter().map(|hint| (hint.at.line, hint.at.column, hint.text.as_str())).collect();
    assert_eq!(
        shown,
        [
            (9, 19, "head"),
            (13, 30, "matches 1.0.0"),
            (14, 19, "1 step to the head"),
            (16, 19, "v0: stranded, v1: 2 steps to the head"),
            (17, 19, "1 step to the head"),
        ]
    );
    let lines: Vec<_> = workspace.hints(PATH, (14, 16)).iter().map(|hint| hint.at.line).collect();
    assert_eq!(lines, [14, 16]);
    assert!(workspace.hints(PATH, (20, 30)).is_empty());
}

#[test]
fn overlapping_parts_of_a_range_count_once() {
    let mut workspace = workspace();
    let text = String::from_utf8(workspace.text(PATH).unwrap().to_vec()).unwrap();
    let text = text.replace(">=1.0.0 <1.1.0", ">=1.0.0 <1.2.0 || >=1.1.0 <1.3.0 || >9.0.0");
    workspace.open(PATH, text.into_bytes());
    let hint = workspace.hints(PATH, (13, 13)).remove(0);
    assert_eq!(hint.text, "matches 3 versions, 1.0.0 to 1.2.0");
}
