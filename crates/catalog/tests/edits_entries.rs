//! Edits of entries: positions, inherited edges, notes and refusals.

use crate::edits::{Files, files, planned, yaml};

/// A catalog with a channel `a` that has these entries, and with bundles of these versions.
fn catalog(entries: &str, versions: &[&str]) -> Files {
    let head = "schema: olm.package\nname: foo\n---\nschema: olm.channel\npackage: foo\nname: a\n";
    let bundle = |version: &&str| {
        let properties = format!("[{{type: olm.package, value: {{packageName: foo, version: {version}}}}}]");
        format!("---\nschema: olm.bundle\npackage: foo\nname: v{version}\nproperties: {properties}\n")
    };
    let bundles: String = versions.iter().map(bundle).collect();
    files(&[("c.yaml", &format!("{head}{entries}{bundles}"))])
}

fn intention(verb: &str, rest: &str) -> String {
    format!(r#"{{"do":"{verb}","package":"foo","channel":"a",{rest}}}"#)
}

/// The entries after an edit, and the messages of its notes.
#[track_caller]
fn edited(entries: &str, versions: &[&str], intention: &str) -> (String, Vec<String>) {
    let all = catalog(entries, versions);
    let (before, behind) = all[0].1.split_once(entries).unwrap();
    let (plan, after) = planned(&all, intention).unwrap();
    let text = after[0].1.strip_prefix(before).unwrap().strip_suffix(behind).unwrap();
    (text.to_owned(), plan.messages())
}

#[track_caller]
fn refused(entries: &str, intention: &str, reason: &str) {
    let found = planned(&catalog(entries, &[]), intention).unwrap_err();
    assert!(found.contains(reason), "{found}");
}

#[test]
fn a_new_entry_is_where_the_channel_has_its_newest() {
    let (newest, oldest) = ("- name: b\n  replaces: a\n- name: a\n", "- name: a\n- name: b\n  replaces: a\n");
    let (high, low) = ("- name: v1.2.0\n- name: v1.0.0\n", "- name: v1.0.0\n- name: v1.2.0\n");
    let versions: &[&str] = &["1.0.0", "1.2.0"];
    for (entries, versions, position, is_first) in [
        (newest, &[][..], "newest", true),
        (newest, &[], "end", false),
        (oldest, &[], "newest", false),
        (high, versions, "newest", true),
        (low, versions, "newest", false),
        ("- name: v1.0.0\n- name: v1.0.0\n", versions, "newest", false),
        ("- name: v1.0.0\n", versions, "newest", false),
        // Of equal versions, `replaces` decides.
        ("- name: v1.2.0+2\n  replaces: v1.2.0+1\n- name: v1.2.0+1\n", &["1.2.0+1", "1.2.0+2"], "newest", true),
        ("- name: a\n- name: b\n", &[], "newest", false),
        ("- name: c\n  replaces: b\n- name: b\n- name: a\n", &[], "newest", true),
        // The last entry that replaces an entry of the channel decides.
        ("- name: c\n  replaces: a\n- name: a\n- name: b\n  replaces: a\n", &[], "newest", false),
        ("- name: a\n  replaces: a\n", &[], "newest", false),
    ] {
        let add = intention("add-entry", &format!(r#""name":"new","position":"{position}""#));
        let (after, messages) = edited(&format!("entries:\n{entries}"), versions, &add);
        let expected = if is_first { format!("- name: new\n{entries}") } else { format!("{entries}- name: new\n") };
        assert_eq!(after, format!("entries:\n{expected}"), "{position}");
        assert_eq!(messages, ["package `foo` does not have a bundle `new` yet"]);
    }
    let add = intention("add-entry", r#""name":"v1.0.0""#);
    assert_eq!(edited("entries: []\n", versions, &add), ("entries:\n- name: v1.0.0\n".to_owned(), Vec::new()));
}

#[test]
fn an_entry_below_another_one_is_replaced_or_skipped_by_it() {
    let add = |rest: &str| intention("add-entry", &format!(r#""name":"b",{rest}"successor":"c""#));
    let missing = "package `foo` does not have a bundle `b` yet";
    for (before, rest, after, note) in [
        (
            "- name: c\n  replaces: a\n- name: a\n",
            r#""replaces":"a","#,
            "- name: c\n  replaces: b\n- name: b\n  replaces: a\n- name: a\n",
            "`c` now replaces `b`",
        ),
        (
            "- name: a\n- name: c\n  replaces: a\n",
            r#""replaces":"a","#,
            "- name: a\n- name: b\n  replaces: a\n- name: c\n  replaces: b\n",
            "`c` now replaces `b`",
        ),
        (
            "- name: c\n  replaces: a\n  skips: [x]\n- name: a\n",
            r#""replaces":"x","#,
            "- name: c\n  replaces: a\n  skips: [x, b]\n- name: b\n  replaces: x\n- name: a\n",
            "`c` now skips `b`",
        ),
        ("- name: c\n", "", "- name: b\n- name: c\n  skips:\n  - b\n", "`c` now skips `b`"),
    ] {
        let found = edited(&format!("entries:\n{before}"), &[], &add(rest));
        assert_eq!(found, (format!("entries:\n{after}"), vec![missing.to_owned(), note.to_owned()]));
    }
    refused("entries:\n- name: d\n", &add(""), "channel `a` has no entry `c`");
}

#[test]
fn an_entry_that_cannot_be_added_is_refused() {
    let add = |name: &str| intention("add-entry", &format!(r#""name":"{name}""#));
    refused("entries: [{name: x}]\n", &add(" "), "an entry needs a name");
    refused("entries: [{name: x}]\n", &add("x"), "channel `a` already has an entry `x`");
    refused("entries: x\n", &add("x"), "`entries` is not a list; correct it first");
    assert_eq!(edited("description: x\n", &[], &add("x")).0, "entries:\n- name: x\ndescription: x\n");
}

#[test]
fn a_list_that_is_null_is_written_like_one_that_is_absent() {
    let add = intention("add-entry", r#""name":"x","skips":["z"]"#);
    let set = intention("set-skips", r#""entry":"x","to":["z"]"#);
    for (intention, null, text) in [
        (&add, "entries:\n", "entries:\n- name: x\n  skips:\n  - z\n"),
        (&add, "entries: # none\n", "entries:\n- name: x\n  skips:\n  - z # none\n"),
        (&add, "entries: null\ndescription: x\n", "entries:\n- name: x\n  skips:\n  - z\ndescription: x\n"),
        (&add, "\"entries\": ~\n", "\"entries\":\n- name: x\n  skips:\n  - z\n"),
        (&set, "entries: [{name: x, skips: null}]\n", "entries: [{name: x, skips: [z]}]\n"),
        (&set, "entries: [{name: x, skips: }]\n", "entries: [{name: x, skips: [z] }]\n"),
        (&set, "entries: [{name: x, 'skips'}]\n", "entries: [{name: x, 'skips': [z]}]\n"),
        (&set, "entries:\n- skips: ~\n  name: x\n", "entries:\n- skips:\n  - z\n  name: x\n"),
        (&set, "entries:\n- name: x\n  skips:\n", "entries:\n- name: x\n  skips:\n  - z\n"),
    ] {
        assert_eq!(edited(null, &[], intention).0, text);
    }
    refused("entries:\n- name: x\n  skips: &a\n", &set, "the value has an anchor or a tag");
}

#[test]
fn entries_that_are_not_distinct_are_refused() {
    let remove = |entry: &str| intention("remove-entry", &format!(r#""entry":"{entry}","reconnect":true"#));
    let rename = intention("rename-entry", r#""entry":"b","to":"c""#);
    let mixed = "entries:\n- x\n- name: b\n  replaces: a\n- name: a\n";
    let add = intention("add-entry", r#""name":"new","successor":"b""#);
    for intention in [remove("a"), remove("b"), rename.clone(), add.clone()] {
        refused(mixed, &intention, "an item of `entries` is not a mapping; correct it first");
    }
    // opm reads null as an entry without a name.
    assert_eq!(edited("entries:\n- \n- name: b\n- name: a\n", &[], &remove("a")).0, "entries:\n- \n- name: b\n");
    let twice = "entries:\n- name: b\n  replaces: a\n- name: a\n- name: b\n";
    let set = intention("set-replaces", r#""entry":"b","to":null"#);
    for intention in [rename, set] {
        refused(twice, &intention, "the entry occurs more than once; remove one of them first");
    }
    assert_eq!(edited(twice, &[], &remove("b")).0, "entries:\n- name: b\n  replaces: a\n- name: a\n");
    let number = "entries:\n- name: b\n  skips: [1.0, a]\n";
    refused(number, &add, "an item of `skips` is not a string; correct it first");
    refused(number, &intention("set-skips", r#""entry":"b","to":["z"]"#), "an item of `skips` is not a string");
}

#[test]
fn a_key_is_written_once_although_others_repeat_it() {
    let add = intention("add-entry", r#""name":"b","replaces":"a""#);
    let (before, new) = ("- name: a\n  replaces: x\n  replaces: x\n", "- name: b\n  replaces: a\n");
    assert_eq!(edited(&format!("entries:\n{before}"), &[], &add).0, format!("entries:\n{before}{new}"));
}

#[test]
fn json_in_a_yaml_file_stays_json() {
    let all = files(&[(
        "c.yaml",
        "{\"schema\": \"olm.package\", \"name\": \"foo\"}\n---\n{\"schema\": \"olm.channel\", \"package\": \"foo\", \
         \"name\": \"a\", \"entries\": [{\"name\": \"b\"}]}\n",
    )]);
    let after = planned(&all, &intention("set-skip-range", r#""entry":"b","to":"<1.0.0""#)).unwrap().1;
    assert!(after[0].1.contains(r#"{"name": "b", "skipRange": "<1.0.0"}"#), "{}", after[0].1);
    let deprecate = r#"{"do":"deprecate","package":"foo","schema":"olm.package","message":"old"}"#;
    let after = planned(&all, deprecate).unwrap().1;
    assert!(after[0].1.contains(r#""message": "old"}"#), "{}", after[0].1);
}

#[test]
fn the_notes_of_a_removed_entry() {
    let remove = |entry: &str, reconnect: bool| {
        intention("remove-entry", &format!(r#""entry":"{entry}","reconnect":{reconnect}"#))
    };
    let unlisted = "no other channel contains `v1.0.0`; opm rejects bundles that are not in any channel";
    let stranded = "clusters on `b` cannot upgrade unless an entry skips it";
    for (entries, entry, reconnect, expected) in [
        ("- name: c\n  replaces: b\n- name: b\n", "b", false, vec!["`c` still names it in `replaces`"]),
        ("- name: c\n  replaces: b\n- name: b\n", "b", true, vec!["`c` no longer replaces an entry", stranded]),
        ("- name: c\n  skips: [b]\n- name: b\n", "b", false, vec![]),
        ("- name: c\n  skips: [b]\n- name: b\n", "b", true, vec![]),
        ("- name: c\n  replaces: b\n- name: b\n  skips: [b]\n", "b", true, vec!["`c` no longer replaces an entry"]),
        ("- name: c\n- name: v1.0.0\n", "v1.0.0", false, vec![unlisted]),
        ("- name: c\n- name: b\n", "b", false, vec![]),
        ("- name: b\n  replaces: b\n  skips: [b]\n- name: a\n", "b", false, vec![]),
    ] {
        let (_, messages) = edited(&format!("entries:\n{entries}"), &["1.0.0"], &remove(entry, reconnect));
        assert_eq!(messages, expected, "{entries}");
    }
    let stranded = "clusters on `v1.0.0` cannot upgrade unless an entry skips it";
    for (range, expected) in [(">=1.0.0 <1.2.0", None), (">1.0.0 <1.2.0", Some(stranded)), ("<", Some(stranded))] {
        let entries = format!("- name: c\n  replaces: v1.0.0\n  skipRange: '{range}'\n- name: v1.0.0\n");
        let (_, messages) = edited(&format!("entries:\n{entries}"), &["1.0.0"], &remove("v1.0.0", true));
        let of_entry = messages.iter().map(String::as_str).find(|note| note.starts_with("clusters"));
        assert_eq!(of_entry, expected, "{range}: {messages:?}");
    }
    let elsewhere = r#"{"do":"remove-entry","package":"foo","channel":"fast","entry":"foo.v1.0.0"}"#;
    assert_eq!(planned(&yaml(), elsewhere).unwrap().0.messages(), ["`foo.v1.1.0` still names it in `replaces`"]);
    let last = r#"{"do":"remove-entry","package":"foo","channel":"fast","entry":"foo.v1.2.0"}"#;
    assert_eq!(planned(&yaml(), last).unwrap().0.messages(), [unlisted.replace("v1.0.0", "foo.v1.2.0")]);
    refused("", &remove("x", false), "the channel has no entries");
    refused("entries: [{name: one}]\n", &remove("x", false), "channel `a` has no entry `x`");
}

#[test]
fn a_successor_inherits_each_edge_once() {
    let remove = intention("remove-entry", r#""entry":"b","reconnect":true"#);
    for (before, after, expected) in [
        // The successor replaces or skips what the entry replaced already.
        (
            "- name: d\n  replaces: a\n  skips: [b]\n- name: b\n  replaces: a\n",
            "- name: d\n  replaces: a\n  skips: [b]\n",
            None,
        ),
        (
            "- name: d\n  replaces: c\n  skips: [b, a]\n- name: b\n  replaces: a\n",
            "- name: d\n  replaces: c\n  skips: [b, a]\n",
            None,
        ),
        // An entry never inherits an edge to itself.
        (
            "- name: d\n  replaces: c\n  skips: [b]\n- name: b\n  skips: [d, x, x]\n",
            "- name: d\n  replaces: c\n  skips: [b, x]\n",
            None,
        ),
        (
            "- name: d\n  replaces: c\n  skips: [b]\n- name: b\n  replaces: a\n  skips: [x]\n",
            "- name: d\n  replaces: c\n  skips: [b, a, x]\n",
            Some("`d` now skips `a`"),
        ),
        (
            "- name: d\n  skips: [b]\n- name: b\n  replaces: a\n",
            "- name: d\n  replaces: a\n  skips: [b]\n",
            Some("`d` now replaces `a`"),
        ),
        ("- name: d\n  skips: [b]\n- name: b\n  replaces: ''\n", "- name: d\n  skips: [b]\n", None),
    ] {
        let (text, messages) = edited(&format!("entries:\n{before}"), &[], &remove);
        assert_eq!((text, messages), (format!("entries:\n{after}"), expected.map(str::to_owned).into_iter().collect()));
    }
}

#[test]
fn an_empty_value_removes_the_field() {
    let set = |verb: &str, to: &str| intention(verb, &format!(r#""entry":"b","to":{to}"#));
    let entries = "entries:\n- name: b\n  replaces: a\n  skipRange: <1.0.0\n";
    let (plan, _) = planned(&catalog(entries, &[]), &set("set-replaces", r#""c""#)).unwrap();
    assert_eq!(plan.label, "Set replaces of b to c");
    let (plan, _) = planned(&catalog(entries, &[]), &set("set-replaces", r#""""#)).unwrap();
    assert_eq!(plan.label, "Remove replaces of b");
    assert_eq!(edited(entries, &[], &set("set-replaces", r#""""#)).0, "entries:\n- name: b\n  skipRange: <1.0.0\n");
    assert_eq!(edited(entries, &[], &set("set-skip-range", "null")).0, "entries:\n- name: b\n  replaces: a\n");
    refused("entries: [{name: b, skips: x}]\n", &set("set-skips", r#"["a"]"#), "`skips` is not a list");
    refused("entries: [{name: a}]\n", &set("set-skips", r#"["a"]"#), "channel `a` has no entry `b`");
    let alias = "entries: [&x {name: a}, *x]\n";
    let shared = intention("set-skips", r#""entry":"a","to":["x"]"#);
    assert!(planned(&catalog(alias, &[]), &shared).is_err());
}

#[test]
fn a_renamed_entry_keeps_its_edges() {
    let rename = |to: &str| intention("rename-entry", &format!(r#""entry":"b","to":"{to}""#));
    let entries = "entries:\n- name: d\n  replaces: b\n  skips: [a, b]\n- name: c\n  skips: [b]\n- name: b\n- name: x\n  replaces: a\n";
    let renamed = entries.replace(": b\n", ": new\n").replace("b]", "new]");
    assert_eq!(edited(entries, &[], &rename("new")).0, renamed);
    assert_eq!(edited(entries, &[], &rename("b")).0, entries);
    refused(entries, &rename("c"), "channel `a` already has an entry `c`");
    refused(entries, &rename(" "), "an entry needs a name");
}
