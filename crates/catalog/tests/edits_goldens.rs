//! Intentions, shown as diffs of whole files.

use crate::edits::{Files, expect, files, planned, yaml};

#[test]
fn renaming_a_channel_takes_default_and_deprecation_along_in_other_files() {
    let plan = expect(
        &yaml(),
        r#"{"do":"rename-channel","package":"foo","channel":"stable","to":"1.0"}"#,
        "
        catalog.yaml
        -defaultChannel: stable # keep
        +defaultChannel: '1.0' # keep
        -name: stable
        +name: '1.0'
        deprecations.yaml
        -    name: stable
        +    name: '1.0'",
    );
    assert_eq!(plan.messages(), ["`defaultChannel` is updated", "its deprecation is updated"]);
}

#[test]
fn removing_a_channel_removes_one_separator_and_reports_what_breaks() {
    let plan = expect(
        &yaml(),
        r#"{"do":"remove-channel","package":"foo","channel":"fast"}"#,
        "
        catalog.yaml
        ----
        -schema: olm.channel
        -package: foo
        -name: fast
        -entries:
        -  - name: foo.v1.2.0
        -    replaces: foo.v1.1.0
        -    skips: [foo.v1.0.1]
        -    skipRange: '>=1.0.0 <1.2.0'
        -  - name: foo.v1.1.0
        -    replaces: foo.v1.0.0
        -  - name: foo.v1.0.0",
    );
    assert!(plan.messages()[0].contains("foo.v1.2.0"), "{:?}", plan.notes);
    let mut long = yaml();
    let more: String = (3..80).map(|patch| format!("  - name: foo.v1.2.{patch}\n")).collect();
    long[1].1.push_str(&more);
    let note = &planned(&long, r#"{"do":"remove-channel","package":"foo","channel":"fast"}"#).unwrap().0.messages()[0];
    assert!(
        note.starts_with("no other channel contains `foo.v1.2.0`, `foo.v1.2.3`, `foo.v1.2.4` and 75 more;"),
        "{note}"
    );
    let plan = planned(&yaml(), r#"{"do":"remove-channel","package":"foo","channel":"stable"}"#).unwrap();
    assert!(plan.0.messages().iter().any(|note| note.contains("default channel")));
    assert_eq!(plan.1[2].1, "", "its deprecation was the only one");
}

#[test]
fn a_new_channel_follows_its_sibling() {
    let intention = r#"{"do":"add-channel","package":"foo","channel":"next","entries":[
        {"name":"foo.v1.2.0","replaces":"foo.v1.1.0","skips":["a","b"],"skipRange":"<1.2.0"}]}"#;
    expect(
        &yaml(),
        intention,
        "
        catalog.yaml
        +---
        +schema: olm.channel
        +package: foo
        +name: next
        +entries:
        +  - name: foo.v1.2.0
        +    replaces: foo.v1.1.0
        +    skips: [a, b]
        +    skipRange: '<1.2.0'",
    );
}

#[test]
fn adding_entries_where_the_channel_keeps_its_newest() {
    let one = r#"{"do":"add-entry","package":"foo","channel":"stable","name":"foo.v1.2.0","replaces":"foo.v1.1.0"}"#;
    expect(&yaml(), one, "catalog.yaml\n+  - name: foo.v1.2.0\n+    replaces: foo.v1.1.0");
    let text = planned(&yaml(), one).unwrap().1[1].1.clone();
    assert!(text.find("foo.v1.2.0").unwrap() < text.find("foo.v1.1.0").unwrap());
}

#[test]
fn promoting_replaces_the_head_and_keeps_the_range() {
    expect(
        &yaml(),
        r#"{"do":"promote-entry","package":"foo","entry":"foo.v1.2.0","from":"fast","to":"stable"}"#,
        "
        catalog.yaml
        +  - name: foo.v1.2.0
        +    replaces: foo.v1.1.0
        +    skipRange: '>=1.0.0 <1.2.0'",
    );
    let older = r#"{"do":"promote-entry","package":"foo","entry":"foo.v1.0.0","from":"stable","to":"fast"}"#;
    assert!(planned(&yaml(), older).unwrap_err().contains("not older"));
}

#[test]
fn removing_an_entry_reconnecting_its_neighbors() {
    expect(
        &yaml(),
        r#"{"do":"remove-entry","package":"foo","channel":"fast","entry":"foo.v1.1.0","reconnect":true}"#,
        "
        catalog.yaml
        -    replaces: foo.v1.1.0
        +    replaces: foo.v1.0.0
        -  - name: foo.v1.1.0
        -    replaces: foo.v1.0.0",
    );
}

/// Returns a catalog with these entries in its only channel.
fn channel(entries: &str) -> Files {
    let head = "schema: olm.package\nname: foo\ndefaultChannel: a\n---\nschema: olm.channel\npackage: foo\nname: a\n";
    files(&[("c.yaml", &format!("{head}entries:\n{entries}"))])
}

#[test]
fn the_successor_of_an_entry_removed_with_reconnect_skips_what_the_entry_skipped() {
    let reconnect = r#"{"do":"remove-entry","package":"foo","channel":"a","entry":"b","reconnect":true}"#;
    let plan = expect(
        &channel("- name: c\n  replaces: b\n- name: b\n  replaces: a\n  skips: [x, c]\n- name: x\n- name: a\n"),
        reconnect,
        "
        c.yaml
        -  replaces: b
        -- name: b
        -  skips: [x, c]
        +  skips: [x]",
    );
    assert!(plan.messages().contains(&"clusters on `b` cannot upgrade unless an entry skips it".to_owned()));
    // The entry does not replace anything, and its successor skips it and another entry.
    let several =
        "- name: b\n  skips:\n  - x\n  - z\n- name: x\n- name: z\n- name: c\n  replaces: b\n  skips:\n  - b\n  - z\n";
    let (plan, after) = planned(&channel(several), reconnect).unwrap();
    let entries = "entries:\n- name: x\n- name: z\n- name: c\n  skips:\n  - b\n  - z\n  - x\n";
    assert!(after[0].1.ends_with(entries), "{}", after[0].1);
    assert!(!plan.messages().iter().any(|note| note.contains("cannot upgrade")), "{:?}", plan.messages());
    expect(
        &channel("- name: c\n  replaces: b\n- name: b\n  skips: [x]\n- name: x\n"),
        reconnect,
        "
        c.yaml
        -  replaces: b
        -- name: b",
    );
}

#[test]
fn an_entry_that_skips_a_removed_entry_inherits_its_edges() {
    let reconnect = r#"{"do":"remove-entry","package":"foo","channel":"a","entry":"b","reconnect":true}"#;
    let plan = expect(
        &channel("- name: c\n  skips: [b]\n- name: b\n  replaces: a\n- name: a\n"),
        reconnect,
        "
        c.yaml
        +  replaces: a
        -- name: b
        -  replaces: a",
    );
    assert_eq!(plan.messages(), ["`c` now replaces `a`"]);
    let plan = expect(
        &channel(
            "- name: c\n  replaces: d\n  skips: [b]\n- name: d\n- name: b\n  replaces: a\n  skips: [x]\n- name: a\n",
        ),
        reconnect,
        "
        c.yaml
        -  skips: [b]
        +  skips: [b, a, x]
        -- name: b
        -  replaces: a
        -  skips: [x]",
    );
    assert_eq!(plan.messages(), ["`c` now skips `a`"]);
}

#[test]
fn removing_a_bundle_that_no_channel_has() {
    let all = files(&[(
        "c.yaml",
        "schema: olm.package\nname: foo\ndefaultChannel: a\n---\nschema: olm.channel\npackage: foo\nname: a\nentries:\n- name: one\n---\nschema: olm.bundle\npackage: foo\nname: one\n---\nschema: olm.bundle\npackage: foo\nname: two\n---\nschema: olm.deprecations\npackage: foo\nentries:\n- reference: {schema: olm.bundle, name: two}\n  message: gone\n- reference: {schema: olm.bundle, name: one}\n  message: old\n",
    )]);
    let remove = |name: &str| format!(r#"{{"do":"remove-bundle","package":"foo","name":"{name}"}}"#);
    expect(
        &all,
        &remove("two"),
        "
        c.yaml
        -schema: olm.bundle
        +schema: olm.deprecations
        -name: two
        ----
        -schema: olm.deprecations
        -package: foo
        -- reference: {schema: olm.bundle, name: two}
        -  message: gone",
    );
    assert!(planned(&all, &remove("one")).unwrap_err().contains("`one` is an entry of channel `a`"));
    assert!(planned(&all, &remove("three")).unwrap_err().contains("has no bundle `three`"));
}

#[test]
fn comments_at_the_end_of_a_file_stay_when_the_last_document_is_removed() {
    for end in ["# end\n", "\n\n# end\n# of file\n", "\r\n# end\r\n\r\n"] {
        let document = "schema: olm.package\nname: foo\n---\nschema: olm.bundle\npackage: foo\nname: two\n";
        let (_, after) = planned(
            &files(&[("c.yaml", &format!("{document}{end}"))]),
            r#"{"do":"remove-bundle","package":"foo","name":"two"}"#,
        )
        .unwrap();
        assert_eq!(after[0].1, format!("schema: olm.package\nname: foo\n{end}"));
    }
}

#[test]
fn values_come_and_go() {
    let entry = |rest: &str| format!(r#"{{"package":"foo","channel":"fast","entry":"foo.v1.2.0",{rest}}}"#);
    expect(&yaml(), &entry(r#""do":"set-replaces","to":null"#), "catalog.yaml\n-    replaces: foo.v1.1.0");
    expect(&yaml(), &entry(r#""do":"set-skips","to":[]"#), "catalog.yaml\n-    skips: [foo.v1.0.1]");
    expect(
        &yaml(),
        &entry(r#""do":"set-skips","to":["foo.v1.0.1","foo.v1.0.2"]"#),
        "catalog.yaml\n-    skips: [foo.v1.0.1]\n+    skips: [foo.v1.0.1, foo.v1.0.2]",
    );
    expect(
        &yaml(),
        r#"{"do":"set-default-channel","package":"foo","to":"fast"}"#,
        "catalog.yaml\n-defaultChannel: stable # keep\n+defaultChannel: fast # keep",
    );
    let (plan, _) = planned(&yaml(), r#"{"do":"set-default-channel","package":"foo","to":"stable"}"#).unwrap();
    assert_eq!(plan.edits, []);
}

#[test]
fn the_description_of_a_package_is_written_in_the_style_it_has() {
    let package = |more: &str| {
        let channel = "---\nschema: olm.channel\npackage: foo\nname: a\nentries: [{name: x}]\n";
        files(&[("c.yaml", &format!("schema: olm.package\nname: foo\n{more}defaultChannel: a # keep\n{channel}"))])
    };
    let to = |text: &str| format!(r#"{{"do":"set-description","package":"foo","to":{text}}}"#);
    let none = package("");
    expect(&none, &to(r#""Waters: plants""#), "c.yaml\n+description: 'Waters: plants'");
    let several = to(r#""Waters\n\n  plants: #1\n""#);
    expect(&none, &several, "c.yaml\n+description: |\n+  Waters\n+\n+    plants: #1");
    expect(&none, &to("null"), "");
    let block = package("description: |-\n    one\n    two\n");
    expect(&block, &to(r#""one\n2""#), "c.yaml\n-    two\n+    2");
    expect(&block, &to(r#""one\n two\n""#), "c.yaml\n-description: |-\n+description: |\n-    two\n+     two");
    expect(&block, &to(r#""all""#), "c.yaml\n-description: |-\n-    one\n-    two\n+description: all");
    expect(&block, &to(r#"" a\nb""#), "c.yaml\n-description: |-\n-    one\n-    two\n+description: \" a\\nb\"");
    expect(&block, &to("null"), "c.yaml\n-description: |-\n-    one\n-    two");
    let plain = package("description: one\n");
    expect(&plain, &to(r#""one\ntwo""#), "c.yaml\n-description: one\n+description: |-\n+  one\n+  two");
    let noted = package("description: one # why\n");
    expect(&noted, &to(r#""a\nb""#), "c.yaml\n-description: one # why\n+description: \"a\\nb\" # why");
    let flow = files(&[("c.yaml", "{schema: olm.package, name: foo,\n description: one\n}\n")]);
    expect(&flow, &to(r#""a\nb""#), "c.yaml\n- description: one\n+ description: \"a\\nb\"");
    let quoted = package("description: 'one' # why\n");
    expect(&quoted, &to(r#""it's""#), "c.yaml\n-description: 'one' # why\n+description: 'it''s' # why");
    let json = files(&[("c.json", "{\n  \"schema\": \"olm.package\",\n  \"name\": \"foo\"\n}\n")]);
    expect(
        &json,
        &to(r#""a\nb""#),
        "c.json\n-  \"name\": \"foo\"\n+  \"name\": \"foo\",\n+  \"description\": \"a\\nb\"",
    );
    let windows = files(&[("c.yaml", "schema: olm.package\r\nname: foo\r\n")]);
    let (_, after) = planned(&windows, &to(r#""a\nb""#)).unwrap();
    assert_eq!(after[0].1, "schema: olm.package\r\nname: foo\r\ndescription: |-\r\n  a\r\n  b\r\n");
}

#[test]
fn the_icon_of_a_package_keeps_its_comments() {
    let package = |more: &str| files(&[("c.yaml", &format!("schema: olm.package\nname: foo\n{more}"))]);
    let set = r#"{"do":"set-icon","package":"foo","to":"iVBORw0KGgo=","mediatype":"image/png"}"#;
    let none = r#"{"do":"set-icon","package":"foo","to":null}"#;
    expect(&package(""), set, "c.yaml\n+icon:\n+  base64data: iVBORw0KGgo=\n+  mediatype: image/png");
    expect(&package(""), none, "");
    let has = package("icon: # ours\n  mediatype: image/svg+xml # drawn\n  base64data: |\n    PHN2\n    Zy8+\n# end\n");
    expect(
        &has,
        set,
        "
        c.yaml
        -  mediatype: image/svg+xml # drawn
        -  base64data: |
        -    PHN2
        -    Zy8+
        +  mediatype: image/png # drawn
        +  base64data: iVBORw0KGgo=",
    );
    expect(
        &has,
        none,
        "
        c.yaml
        -icon: # ours
        -  mediatype: image/svg+xml # drawn
        -  base64data: |
        -    PHN2
        -    Zy8+",
    );
    let bare = package("icon:\n  base64data: PHN2Zy8+\n");
    expect(&bare, set, "c.yaml\n-  base64data: PHN2Zy8+\n+  base64data: iVBORw0KGgo=\n+  mediatype: image/png");
    let json = files(&[("c.json", r#"{"schema":"olm.package","name":"foo"}"#)]);
    let (_, after) = planned(&json, set).unwrap();
    let icon = r#""icon":{"base64data":"iVBORw0KGgo=","mediatype":"image/png"}"#;
    assert_eq!(after[0].1, format!(r#"{{"schema":"olm.package","name":"foo",{icon}}}"#));
    for broken in ["icon: {}\n", "icon:\n", "icon: none\n"] {
        assert!(planned(&package(broken), set).unwrap_err().contains("remove it first"), "{broken}");
    }
    let bad = set.replace("iVBORw0KGgo=", "not base64");
    assert_eq!(planned(&package(""), &bad).unwrap_err(), "the icon is not base64");
}

#[test]
fn renaming_an_entry_takes_its_edges_along() {
    expect(
        &yaml(),
        r#"{"do":"rename-entry","package":"foo","channel":"fast","entry":"foo.v1.1.0","to":"foo.v1.1.1"}"#,
        "
        catalog.yaml
        -    replaces: foo.v1.1.0
        +    replaces: foo.v1.1.1
        -  - name: foo.v1.1.0
        +  - name: foo.v1.1.1",
    );
}

#[test]
fn deprecating_in_the_list_there_is_and_in_a_new_document() {
    expect(
        &yaml(),
        r#"{"do":"deprecate","package":"foo","schema":"olm.bundle","name":"foo.v1.0.0","message":"old: go on\nnow"}"#,
        "
        deprecations.yaml
        +- reference:
        +    schema: olm.bundle
        +    name: foo.v1.0.0
        +  message: \"old: go on\\nnow\"",
    );
    let mut without = yaml();
    without.pop();
    expect(
        &without,
        r#"{"do":"deprecate","package":"foo","schema":"olm.package","message":"gone"}"#,
        "
        catalog.yaml
        +---
        +schema: olm.deprecations
        +package: foo
        +entries:
        +  - reference:
        +      schema: olm.package
        +    message: gone",
    );
}

#[test]
fn what_is_new_has_sorted_keys_where_the_file_has() {
    let text = "---\ndefaultChannel: a\nname: foo\nschema: olm.package\n---\nimage: example.org/foo:v1\n\
        name: foo.v1.0.0\npackage: foo\nproperties:\n- type: olm.package\n  value:\n    packageName: foo\n    \
        version: 1.0.0\nschema: olm.bundle\n---\nentries:\n- name: foo.v1.0.0\nname: a\npackage: foo\n\
        schema: olm.channel\n";
    let files = files(&[("catalog.yaml", text)]);
    expect(
        &files,
        r#"{"do":"deprecate","package":"foo","schema":"olm.channel","name":"a","message":"gone"}"#,
        "
        catalog.yaml
        +---
        +entries:
        +- message: gone
        +  reference:
        +    name: a
        +    schema: olm.channel
        +package: foo
        +schema: olm.deprecations",
    );
    expect(
        &files,
        r#"{"do":"add-channel","package":"foo","channel":"b","entries":[{"name":"foo.v1.0.0"}]}"#,
        "
        catalog.yaml
        +---
        +entries:
        +- name: foo.v1.0.0
        +name: b
        +package: foo
        +schema: olm.channel",
    );
}

#[test]
fn a_key_of_an_entry_is_at_its_place_among_sorted_keys() {
    let channel = |entry: &str| {
        let text = format!(
            "---\nentries:\n- name: foo.v1.0.0\n  skips:\n  - foo.v0.1.0\n- name: foo.v1.1.0\n{entry}name: a\npackage: foo\n\
             schema: olm.channel\n---\ndefaultChannel: a\nname: foo\nschema: olm.package\n"
        );
        files(&[("catalog.yaml", &text)])
    };
    let skips = r#"{"do":"set-skips","package":"foo","channel":"a","entry":"foo.v1.1.0","to":["foo.v0.9.0"]}"#;
    let added = "
        catalog.yaml
        +  skips:
        +  - foo.v0.9.0";
    let after = |entry: &str, intention: &str| {
        expect(&channel(entry), intention, added);
        planned(&channel(entry), intention).unwrap().1.remove(0).1
    };
    let text = after("  skipRange: '<1.1.0'\n", skips);
    assert!(text.contains("  skipRange: '<1.1.0'\n  skips:\n  - foo.v0.9.0\nname: a"), "{text}");
    let text = after("  replaces: foo.v1.0.0\n  skipRange: '<1.1.0'\n", skips);
    assert!(text.contains("  skipRange: '<1.1.0'\n  skips:\n  - foo.v0.9.0\nname: a"), "{text}");
    // If the entry itself has a different order, the position is taken from other entries.
    let text = after("  skipRange: '<1.1.0'\n  replaces: foo.v1.0.0\n", skips);
    assert!(text.contains("- name: foo.v1.1.0\n  skips:\n  - foo.v0.9.0\n  skipRange:"), "{text}");
    let range = r#"{"do":"set-skip-range","package":"foo","channel":"a","entry":"foo.v1.1.0","to":"<1.1.0"}"#;
    let skipping = channel("  skips:\n  - foo.v0.9.0\n");
    let (_, files) = planned(&skipping, range).unwrap();
    assert!(files[0].1.contains("- name: foo.v1.1.0\n  skipRange: <1.1.0\n  skips:"), "{}", files[0].1);
}

#[test]
fn json_streams_and_json_followed_by_yaml() {
    let package = "{\n  \"schema\": \"olm.package\",\n  \"name\": \"foo\",\n  \"defaultChannel\": \"a\"\n}";
    let channel = |name: &str| {
        format!(
            "{{\n  \"schema\": \"olm.channel\",\n  \"name\": \"{name}\",\n  \"package\": \"foo\",\n  \"entries\": [\n    {{\n      \"name\": \"x\"\n    }}\n  ]\n}}"
        )
    };
    let stream = files(&[("c.json", &format!("{package}\n{}\n{}\n", channel("a"), channel("b")))]);
    let add = r#"{"do":"add-channel","package":"foo","channel":"c","entries":[{"name":"x","skips":["y"]}]}"#;
    expect(
        &stream,
        add,
        "
        c.json
        +{
        +  \"schema\": \"olm.channel\",
        +  \"name\": \"c\",
        +  \"package\": \"foo\",
        +  \"entries\": [
        +    {
        +      \"name\": \"x\",
        +      \"skips\": [
        +        \"y\"
        +      ]
        +    }
        +  ]
        +}",
    );
    for gone in ["a", "b"] {
        let remove = format!(r#"{{"do":"remove-channel","package":"foo","channel":"{gone}"}}"#);
        let (_, after) = planned(&stream, &remove).unwrap();
        let kept = if gone == "a" { "b" } else { "a" };
        assert_eq!(after[0].1, format!("{package}\n{}\n", channel(kept)));
    }
    // The channel is the first document, as JSON. The documents after it are YAML.
    let mixed = files(&[("c.json", &format!("{}\n---\n{package}\n---\n{}\n", channel("a"), channel("b")))]);
    let (_, after) = planned(&mixed, r#"{"do":"remove-channel","package":"foo","channel":"a"}"#).unwrap();
    assert_eq!(after[0].1, format!("---\n{package}\n---\n{}\n", channel("b")));
    let (_, after) = planned(&mixed, add).unwrap();
    assert!(after[0].1.contains("\"name\": \"c\""));
    let two = files(&[("a.json", &channel("a")), ("b.yaml", "schema: olm.package\nname: foo\ndefaultChannel: a\n")]);
    let (_, after) = planned(&two, r#"{"do":"remove-channel","package":"foo","channel":"a"}"#).unwrap();
    assert_eq!(after[0].1, "");
}

#[test]
fn line_ends_of_windows_stay() {
    let dos: Files = yaml().into_iter().map(|(path, text)| (path, text.replace('\n', "\r\n"))).collect();
    for intention in [
        r#"{"do":"add-channel","package":"foo","channel":"next","entries":[{"name":"foo.v1.2.0"}]}"#,
        r#"{"do":"deprecate","package":"foo","schema":"olm.package","message":"gone"}"#,
        r#"{"do":"remove-channel","package":"foo","channel":"stable"}"#,
        r#"{"do":"promote-entry","package":"foo","entry":"foo.v1.2.0","from":"fast","to":"stable"}"#,
    ] {
        for (_, text) in planned(&dos, intention).unwrap().1 {
            assert_eq!(text.matches('\n').count(), text.matches("\r\n").count(), "{intention}: {text:?}");
        }
    }
}

#[test]
fn what_cannot_be_edited_is_refused() {
    let twice = files(&[(
        "c.yaml",
        "schema: olm.package\nname: foo\ndefaultChannel: a\ndefaultChannel: b\n---\nschema: olm.channel\npackage: foo\nname: a\nentries: []\n---\nschema: olm.channel\npackage: foo\nname: b\nentries: []\n",
    )]);
    let default = r#"{"do":"set-default-channel","package":"foo","to":"a"}"#;
    assert!(planned(&twice, default).unwrap_err().contains("occurs more than once"));
    let shared = files(&[(
        "c.yaml",
        "schema: olm.package\nname: foo\n---\nschema: olm.channel\npackage: foo\nname: a\nentries:\n- &x\n  name: one\n- <<: *x\n  name: two\n",
    )]);
    let set = r#"{"do":"set-replaces","package":"foo","channel":"a","entry":"one","to":"zero"}"#;
    assert!(planned(&shared, set).unwrap_err().contains("this alias refers to the edited value"));
    for nothing in [
        r#"{"do":"rename-channel","package":"foo","channel":"a","to":" "}"#,
        r#"{"do":"remove-channel","package":"foo","channel":"zzz"}"#,
        r#"{"do":"remove-entry","package":"bar","channel":"a","entry":"x"}"#,
        r#"{"do":"add-entry","package":"foo","channel":"a","name":"one"}"#,
    ] {
        assert!(planned(&shared, nothing).is_err(), "{nothing}");
    }
}
