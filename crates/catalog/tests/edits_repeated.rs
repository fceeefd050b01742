//! Repeated names are written once, and parts that become empty are removed.

use crate::edits::{changed, expect, files, planned, yaml};
use olmkit_catalog::edits::{Intention, plan};
use olmkit_catalog::{Catalog, Input, load};
use olmkit_testing::grows_linearly;

/// A channel whose entries all replace one that is renamed.
#[test]
fn many_references_are_renamed_in_one_pass() {
    let prepare = |count: usize| {
        let entries: String = (0..count).map(|at| format!("- name: foo.v1.{at}.0\n  replaces: foo.v0.1.0\n")).collect();
        format!(
            "schema: olm.package\nname: foo\ndefaultChannel: a\n---\nschema: olm.channel\npackage: foo\nname: a\n\
             entries:\n{entries}- name: foo.v0.1.0\n"
        )
    };
    for what in [
        r#"{"do":"rename","package":"foo","schema":"olm.bundle","name":"foo.v0.1.0","to":"foo.v0.2.0"}"#,
        r#"{"do":"rename-entry","package":"foo","channel":"a","entry":"foo.v0.1.0","to":"foo.v0.2.0"}"#,
    ] {
        let intention: Intention = serde_json::from_str(what).unwrap();
        grows_linearly(2_000, prepare, |text| {
            let loaded = load(&[Input { path: "catalog.yaml", content: Ok(text.as_bytes()) }]);
            let plan = plan(&Catalog::new(&loaded), &|_| text.as_bytes(), &intention).unwrap();
            assert_eq!(plan.edits.len(), text.matches("foo.v0.1.0").count());
        });
    }
}

#[test]
fn a_name_is_skipped_once() {
    let set =
        |to: &str| format!(r#"{{"do":"set-skips","package":"foo","channel":"fast","entry":"foo.v1.2.0","to":{to}}}"#);
    let again = planned(&yaml(), &set(r#"["foo.v1.0.1","foo.v1.0.1","foo.v1.0.1"]"#)).unwrap().0;
    assert_eq!((again.messages(), again.edits), (vec!["`foo.v1.0.1` is in `skips` already".to_owned()], Vec::new()));
    let plan = expect(
        &yaml(),
        &set(r#"["foo.v1.0.1","a","a"]"#),
        "catalog.yaml\n-    skips: [foo.v1.0.1]\n+    skips: [foo.v1.0.1, a]",
    );
    assert_eq!(plan.messages(), ["`a` is in `skips` already"]);
    // Names that the file already repeats are not changed.
    let mut twice = yaml();
    twice[1].1 = twice[1].1.replace("skips: [foo.v1.0.1]", "skips: [b, b]");
    expect(&twice, &set(r#"["b","b","b","a"]"#), "catalog.yaml\n-    skips: [b, b]\n+    skips: [b, b, a]");
    expect(
        &yaml(),
        r#"{"do":"add-entry","package":"foo","channel":"stable","name":"foo.v1.2.0","replaces":"foo.v1.1.0","skips":["a","b","a"]}"#,
        "catalog.yaml\n+  - name: foo.v1.2.0\n+    replaces: foo.v1.1.0\n+    skips:\n+      - a\n+      - b",
    );
}

#[test]
fn the_last_deprecation_goes_with_its_document() {
    let own = r#"{"do":"undeprecate","package":"foo","schema":"olm.channel","name":"stable"}"#;
    let (plan, after) = planned(&yaml(), own).unwrap();
    assert_eq!(after[2].1, "");
    assert_eq!(plan.messages(), ["removes the `olm.deprecations` document, which has no other entry"]);

    let parts = [
        ("", "schema: olm.package\nname: foo\ndefaultChannel: a\n"),
        ("", "schema: olm.channel\npackage: foo\nname: a\nentries:\n- name: one\n"),
        (
            "# why\n",
            "schema: olm.deprecations\npackage: foo\nentries:\n- reference: {schema: olm.bundle, name: two}\n  message: gone\n",
        ),
        ("", "schema: olm.bundle\npackage: foo\nname: two\n"),
        ("", "schema: olm.bundle\npackage: foo\nname: one\n"),
    ];
    let text =
        |order: &[usize]| order.iter().map(|at| format!("---\n{}{}", parts[*at].0, parts[*at].1)).collect::<String>();
    let undeprecate = r#"{"do":"undeprecate","package":"foo","schema":"olm.bundle","name":"two"}"#;
    let remove = r#"{"do":"remove-bundle","package":"foo","name":"two"}"#;
    for (before, intention, kept) in [
        (&[0, 1, 2, 3, 4], undeprecate, &[0, 1, 3, 4][..]),
        (&[2, 0, 1, 3, 4], undeprecate, &[0, 1, 3, 4]),
        (&[0, 1, 3, 4, 2], undeprecate, &[0, 1, 3, 4]),
        (&[0, 1, 2, 3, 4], remove, &[0, 1, 4]),
        (&[0, 1, 4, 3, 2], remove, &[0, 1, 4]),
        (&[3, 2, 0, 1, 4], remove, &[0, 1, 4]),
        (&[3, 0, 1, 4, 2], remove, &[0, 1, 4]),
    ] {
        let all = files(&[("c.yaml", &text(before))]);
        assert_eq!(planned(&all, intention).unwrap().1[0].1, text(kept), "{before:?} {intention}");
    }

    let json = r#"{"schema": "olm.package", "name": "foo", "defaultChannel": "a"}
{"schema": "olm.channel", "package": "foo", "name": "a", "entries": [{"name": "one"}]}
"#;
    let last = r#"{"schema": "olm.deprecations", "package": "foo", "entries": [{"reference": {"schema": "olm.package"}, "message": "gone"}]}
"#;
    let all = files(&[("c.json", &format!("{json}{last}"))]);
    let (_, after) = planned(&all, r#"{"do":"undeprecate","package":"foo","schema":"olm.package"}"#).unwrap();
    assert_eq!(after[0].1, json);
}

#[test]
fn all_deprecations_with_a_reference_are_removed() {
    let start = "schema: olm.package\nname: foo\ndefaultChannel: a\n---\nschema: olm.channel\npackage: foo\nname: a\n\
                 entries:\n- name: one\n---\nschema: olm.bundle\npackage: foo\nname: one\n";
    let head = "---\nschema: olm.deprecations\npackage: foo\nentries:\n";
    let one = "- reference: {schema: olm.bundle, name: one}\n  message: gone\n";
    let other = "- reference: {schema: olm.package}\n  message: gone\n";
    let undeprecate = r#"{"do":"undeprecate","package":"foo","schema":"olm.bundle","name":"one"}"#;
    for (entries, kept) in [
        ([one, one, other].concat(), format!("{head}{other}")),
        ([one, other, one].concat(), format!("{head}{other}")),
        ([one, one].concat(), String::new()),
    ] {
        let all = files(&[("c.yaml", &format!("{start}{head}{entries}"))]);
        let (_, after) = planned(&all, undeprecate).unwrap();
        assert_eq!(after[0].1, format!("{start}{kept}"), "{entries}");
    }
}

#[test]
fn unreadable_text_is_kept() {
    let own = r#"{"do":"undeprecate","package":"foo","schema":"olm.channel","name":"stable"}"#;
    for rest in ["schema: [\n", "foo: bar\n  baz\n---\nschema: x\n"] {
        let mut all = yaml();
        all[2].1.push_str(&format!("---\n{rest}"));
        assert_eq!(changed(&all, own).unwrap().1[2].1, rest);
    }
}

/// The entries are found in one pass over the text.
#[test]
fn an_entry_that_many_replace_is_removed() {
    let mut text =
        "schema: olm.package\nname: foo\ndefaultChannel: a\n---\nschema: olm.channel\npackage: foo\nname: a\n\
                    entries:\n- name: one\n  replaces: zero\n"
            .to_owned();
    let count = 4000;
    (0..count).for_each(|number| text.push_str(&format!("- name: e{number}\n  replaces: one\n")));
    let intent = r#"{"do":"remove-entry","package":"foo","channel":"a","entry":"one","reconnect":true}"#;
    let (plan, after) = planned(&files(&[("c.yaml", &text)]), intent).unwrap();
    assert_eq!(plan.edits.len(), count + 1);
    assert_eq!(after[0].1.matches("  replaces: zero\n").count(), count);
}
