//! Names in a text: their meaning, references and completions.

use olmkit_workspace::api::{Completion, Plan, Refusal, Symbol};
use olmkit_workspace::{Intention, Options, Workspace};

const PACKAGE: &str = "\
schema: olm.package
name: foo
defaultChannel: stable
";
const CHANNEL: &str = "\
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.10.0
  replaces: foo.v1.9.0
  skips:
  - foo.v1.8.0
- name: foo.v1.9.0
";
const FAST: &str = "{\"schema\": \"olm.channel\", \"package\": \"foo\", \"name\": \"4.1\", \"entries\": [{\"name\": \"foo.v1.9.0\", \"replaces\": \"foo.v1.8.0\"}]}\n";
const REST: &str = "\
schema: olm.bundle
package: foo
name: foo.v1.9.0
image: quay.io/x/foo:1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.9.0}
---
schema: olm.bundle
package: foo
name: foo.v1.10.0
image: quay.io/x/foo:2
properties:
- type: olm.package
  value: {packageName: foo, version: 1.10.0}
---
schema: olm.deprecations
package: foo
entries:
- reference: {schema: olm.bundle, name: foo.v1.9.0}
  message: It is old.
- reference:
    schema: olm.channel
    name: stable
  message: Use another one.
";

fn workspace(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::new(&Options::default()).unwrap();
    for (path, text) in files {
        workspace.open(path, text.as_bytes().to_vec());
    }
    workspace
}

fn foo() -> Workspace {
    workspace(&[("package.yaml", PACKAGE), ("a/stable.yaml", CHANNEL), ("a/fast.json", FAST), ("z.yaml", REST)])
}

/// Returns the offset of the end of a text, or of the `|` in it.
fn offset(text: &str, wanted: &str) -> u32 {
    let (before, after) = wanted.split_once('|').unwrap();
    let at = text.find(&format!("{before}{after}")).unwrap_or_else(|| panic!("{wanted}"));
    u32::try_from(text[..at].encode_utf16().count() + before.encode_utf16().count()).unwrap()
}

fn symbol(path: &str, text: &str, wanted: &str) -> Option<Symbol> {
    foo().symbol(path, offset(text, wanted))
}

#[test]
fn a_name_leads_to_the_entry_and_the_entry_to_the_bundle() {
    let lead = |path: &str, text: &str, wanted: &str| {
        let definition = symbol(path, text, wanted).unwrap().definition.unwrap();
        (definition.path, definition.range.start.line)
    };
    assert_eq!(lead("a/stable.yaml", CHANNEL, "replaces: foo.v1|.9.0"), ("a/stable.yaml".to_owned(), 9));
    assert_eq!(lead("a/stable.yaml", CHANNEL, "- name: |foo.v1.9.0"), ("z.yaml".to_owned(), 3));
    assert_eq!(lead("a/fast.json", FAST, "\"foo.v1.9.0|\""), ("z.yaml".to_owned(), 3));
    assert_eq!(lead("z.yaml", REST, "name: foo.v1.9.0|}"), ("z.yaml".to_owned(), 3));
    assert_eq!(lead("package.yaml", PACKAGE, "defaultChannel: stable|"), ("a/stable.yaml".to_owned(), 3));
    assert_eq!(lead("z.yaml", REST, "packageName: f|oo"), ("package.yaml".to_owned(), 2));
    assert_eq!(symbol("a/stable.yaml", CHANNEL, "foo.v1.|8.0").unwrap().definition, None);
    assert_eq!(symbol("a/stable.yaml", CHANNEL, "sche|ma"), None);
}

#[test]
fn names_have_a_description() {
    let known = |path: &str, text: &str, wanted: &str| symbol(path, text, wanted).unwrap().known;
    assert_eq!(
        known("a/stable.yaml", CHANNEL, "replaces: foo.v1|.9.0"),
        [
            "Bundle of package `foo`, version 1.9.0.",
            "In `4.1` and `stable`.",
            "`foo.v1.10.0` replaces it in `stable`.",
            "Deprecated: It is old."
        ]
    );
    assert_eq!(
        known("a/stable.yaml", CHANNEL, "- foo.v1|.8.0"),
        [
            "Package `foo` has no bundle `foo.v1.8.0`.",
            "`foo.v1.9.0` replaces it in `4.1` and `foo.v1.10.0` skips it in `stable`."
        ]
    );
    assert_eq!(
        known("package.yaml", PACKAGE, "defaultChannel: s|table"),
        ["Default channel of package `foo`: 2 entries.", "Head: `foo.v1.10.0`.", "Deprecated: Use another one."]
    );
    assert_eq!(known("package.yaml", PACKAGE, "name: f|oo"), ["Package `foo`: 2 channels, 2 bundles."]);
    let fast = known("a/fast.json", FAST, "\"4.|1\"");
    assert_eq!(fast.first().map(String::as_str), Some("Channel of package `foo`: 1 entry."));
}

#[test]
fn every_place_is_found_and_renamed() {
    let found = symbol("z.yaml", REST, "name: foo|.v1.9.0\n").unwrap();
    let places: Vec<_> = found.mentions.iter().map(|place| (place.path.as_str(), place.range.start.line)).collect();
    assert_eq!(places, [("a/fast.json", 1), ("a/stable.yaml", 6), ("a/stable.yaml", 9), ("z.yaml", 3), ("z.yaml", 20)]);
    let mut all = foo();
    let rename = |schema: &str, name: &str, to: &str| Intention::Rename {
        package: "foo".to_owned(),
        schema: schema.to_owned(),
        name: name.to_owned(),
        to: to.to_owned(),
    };
    assert!(
        matches!(all.apply(&rename("olm.bundle", "foo.v1.9.0", "foo.v1.9.1")), Plan::Edits { edits, .. } if edits.len() == 5)
    );
    for (path, before) in [("a/stable.yaml", CHANNEL), ("a/fast.json", FAST), ("z.yaml", REST)] {
        let text = String::from_utf8(all.text(path).unwrap().to_vec()).unwrap();
        assert_eq!(text, before.replace("foo.v1.9.0", "foo.v1.9.1"));
    }
    assert!(
        matches!(all.apply(&rename("olm.channel", "stable", "4.2")), Plan::Edits { edits, .. } if edits.len() == 3)
    );
    assert!(std::str::from_utf8(all.text("package.yaml").unwrap()).unwrap().contains("defaultChannel: '4.2'\n"));
    for (schema, name, to) in [
        ("olm.bundle", "foo.v1.9.1", "foo.v1.10.0"),
        ("olm.bundle", "foo.v1.9.1", ""),
        ("olm.bundle", "none", "other"),
        ("olm.package", "foo", "bar"),
    ] {
        assert!(matches!(all.plan(&rename(schema, name, to)), Plan::Refused(_)), "{schema} {name} {to}");
    }
}

#[test]
fn entries_are_not_merged_by_a_rename() {
    let mut all = Workspace::new(&Options::default()).unwrap();
    let text =
        "schema: olm.channel\npackage: foo\nname: a\nentries:\n- name: foo.v2\n  replaces: foo.v1\n- name: foo.v1\n";
    all.open("c.yaml", format!("schema: olm.package\nname: foo\ndefaultChannel: a\n---\n{text}").into_bytes());
    let rename = |to: &str| Intention::Rename {
        package: "foo".to_owned(),
        schema: "olm.bundle".to_owned(),
        name: "foo.v2".to_owned(),
        to: to.to_owned(),
    };
    let Plan::Refused(Refusal { reason, .. }) = all.plan(&rename("foo.v1")) else { panic!("both are entries of `a`") };
    assert_eq!(reason, "channel `a` already has an entry `foo.v1`");
    assert!(matches!(all.plan(&rename("foo.v3")), Plan::Edits { .. }));
}

/// Returns the completions at `|`, and the text after applying the first one.
fn completed(path: &str, text: &str) -> Option<(Completion, String)> {
    let at = u32::try_from(text.find('|').unwrap()).unwrap();
    let text = text.replace('|', "");
    let mut all = foo();
    all.open(path, text.clone().into_bytes());
    let found = all.complete(path, at)?;
    let range = found.range.start.offset as usize..found.range.end.offset as usize;
    let mut written = text;
    written.replace_range(range, &found.options[0].text);
    Some((found, written))
}

#[test]
fn the_newest_bundles_come_first() {
    let text = CHANNEL.replace("replaces: foo.v1.9.0", "replaces: |");
    let (found, written) = completed("a/stable.yaml", &text).unwrap();
    let names: Vec<_> = found.options.iter().map(|option| (option.name.as_str(), option.detail.as_str())).collect();
    assert_eq!(names, [("foo.v1.9.0", "1.9.0")]);
    assert_eq!(written, CHANNEL);
    let (found, written) = completed("a/stable.yaml", &CHANNEL.replace("- foo.v1.8.0", "-|")).unwrap();
    assert_eq!((found.options.len(), written), (1, CHANNEL.replace("1.8", "1.9")));
    let (found, _) = completed("a/stable.yaml", &CHANNEL.replace("- name: foo.v1.9.0", "- name: |foo")).unwrap();
    let names: Vec<_> = found.options.iter().map(|option| (option.name.as_str(), option.detail.as_str())).collect();
    assert_eq!(names, [("foo.v1.10.0", "1.10.0"), ("foo.v1.9.0", "1.9.0"), ("foo", "no bundle")]);
    let (found, written) = completed("a/fast.json", &FAST.replace("\"foo.v1.8.0\"", "\"|\"")).unwrap();
    assert_eq!(found.options[0].detail, "1.10.0, not in this channel");
    assert_eq!(written, FAST.replace("1.8.0", "1.10.0"));
}

#[test]
fn each_field_has_its_names() {
    let first = |path: &str, text: &str| {
        completed(path, text).map(|(found, written)| {
            assert!(written.contains(&found.options[0].text));
            found.options.into_iter().map(|option| option.text.trim().to_owned()).collect::<Vec<_>>()
        })
    };
    assert_eq!(first("package.yaml", &PACKAGE.replace("stable", "|")).unwrap(), ["'4.1'", "stable"]);
    assert_eq!(first("package.yaml", &PACKAGE.replace("olm.package", "olm|")).unwrap()[1], "olm.channel");
    assert_eq!(first("z.yaml", &REST.replacen("type: olm.package", "type: |", 1)).unwrap()[2], "olm.gvk");
    assert_eq!(first("z.yaml", &REST.replacen("package: foo", "package:|", 1)).unwrap(), ["foo"]);
    let deprecated = REST.replace("name: foo.v1.9.0}", "name: |}");
    assert_eq!(first("z.yaml", &deprecated).unwrap(), ["foo.v1.10.0", "foo.v1.9.0"]);
    assert_eq!(first("z.yaml", &REST.replace("name: stable", "name: '|'")).unwrap(), ["'4.1'", "'stable'"]);
    assert_eq!(first("z.yaml", &REST.replace("schema: olm.channel", "schema: |")).unwrap().len(), 3);
    for (from, none) in [
        ("name: foo", "name: foo|"),
        ("name: foo", "na|me: foo"),
        ("Channel: stable", "Channel: stable |"),
        ("stable\n", "stable\n|"),
    ] {
        assert_eq!(first("package.yaml", &PACKAGE.replace(from, none)), None, "{none}");
    }
    assert_eq!(foo().complete("none.yaml", 0).map(|_| ()), None);
}

#[test]
fn what_was_opened_can_be_the_base() {
    let mut all = foo();
    let removed = |all: &mut Workspace| {
        let report = all.report();
        report
            .diagnostics
            .iter()
            .filter(|found| found.rule == "versions-removed")
            .map(|found| found.message.clone())
            .collect::<Vec<_>>()
    };
    all.keep_base();
    assert!(removed(&mut all).is_empty());
    let without = CHANNEL.replace("  replaces: foo.v1.9.0\n", "").replace("- name: foo.v1.9.0\n", "");
    all.open("a/stable.yaml", without.into_bytes());
    let found = removed(&mut all);
    assert!(found.len() == 1 && found[0].contains("`foo.v1.9.0`"), "{found:?}");
    all.open("a/stable.yaml", CHANNEL.as_bytes().to_vec());
    assert!(removed(&mut all).is_empty());
    all.close("a/fast.json");
    assert!(removed(&mut all)[0].contains("Channel `4.1` of the base catalog was removed"));
}
