//! Texts that stay with the host: the report is the same, and only the texts that findings need are requested again.

use olmkit_workspace::{Options, Workspace};

const PACKAGE: &str = "schema: olm.package\nname: foo\ndefaultChannel: stable\n";
const HEADS: &str = "---\nschema: olm.channel\npackage: foo\nname: stable\nentries:\n- name: foo.v1\n- name: foo.v2\n";
const BUNDLES: &str = "schema: olm.bundle\nname: foo.v1\npackage: foo\nimage: x/y:1\nproperties:\n- type: olm.package\n  value: {packageName: foo, version: 1.0.0}\n---\nschema: olm.bundle\nname: foo.v2\npackage: foo\nimage: x/y:2\nproperties:\n- type: olm.package\n  value: {packageName: foo, version: 2.0.0}\n";

fn compare(files: &[(&str, &str)], expected: &[&str]) {
    let options = Options::default();
    let (mut kept, mut released) = (Workspace::new(&options).unwrap(), Workspace::new(&options).unwrap());
    for (path, text) in files {
        kept.open(path, text.as_bytes().to_vec());
        match released.needs_text(path) {
            true => released.open(path, text.as_bytes().to_vec()),
            false => released.open_released(path, olmkit_catalog::documents(text.as_bytes())),
        }
    }
    let mut asked = Vec::new();
    loop {
        let wanted = released.wanted();
        if wanted.is_empty() {
            break;
        }
        for path in wanted {
            let (_, text) = files.iter().find(|(name, _)| *name == path).unwrap();
            released.give_text(&path, text.as_bytes().to_vec());
            asked.push(path);
        }
    }
    let json = |workspace: &mut Workspace| serde_json::to_string_pretty(&*workspace.report()).unwrap();
    assert_eq!(json(&mut released), json(&mut kept));
    assert_eq!(asked, expected, "{:?}", json(&mut kept));
}

#[test]
fn texts_are_requested_where_something_is_found() {
    let heads = ("b.yaml", HEADS);
    compare(&[("a.yaml", PACKAGE), heads, ("c.yaml", BUNDLES)], &["b.yaml"]);
    compare(&[("a.yaml", "schema: ["), heads, ("c.yaml", BUNDLES)], &["a.yaml"]);
}

#[test]
fn nothing_is_requested_where_nothing_is_found() {
    let channel = HEADS.replace("- name: foo.v2", "- name: foo.v2\n  replaces: foo.v1");
    compare(&[("a.yaml", PACKAGE), ("b.yaml", &channel), ("c.yaml", BUNDLES)], &[]);
}

#[test]
fn ignored_files_are_left_out() {
    compare(&[(".indexignore", "b.yaml"), ("a.yaml", PACKAGE), ("b.yaml", HEADS)], &[]);
    compare(&[("a.yaml", PACKAGE), ("b.yaml", HEADS), (".indexignore", "b.yaml")], &["a.yaml"]);
}

#[test]
fn a_file_that_is_no_longer_ignored_is_requested() {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    workspace.open_released("b.yaml", olmkit_catalog::documents(HEADS.as_bytes()));
    workspace.open(".indexignore", b"b.yaml".to_vec());
    assert!(workspace.wanted().is_empty());
    workspace.close(".indexignore");
    assert_eq!(workspace.wanted(), ["b.yaml"]);
}

#[test]
fn texts_are_needed_while_patterns_are_open() {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    for _ in 0..2 {
        workspace.open(".indexignore", b"b.yaml".to_vec());
    }
    workspace.open("sub/.indexignore", b"c.yaml".to_vec());
    workspace.report();
    assert!(workspace.needs_text("b.yaml"));
    workspace.close(".indexignore");
    workspace.report();
    assert!(workspace.needs_text("b.yaml"));
    workspace.close("sub/.indexignore");
    workspace.report();
    assert!(!workspace.needs_text("b.yaml"));
}
