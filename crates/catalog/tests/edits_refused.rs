//! Edits of packages, channels, bundles and deprecations: notes and refusals.

use crate::edits::{Files, expect, files, planned, yaml};
use olmkit_catalog::{Catalog, Input, load};

#[track_caller]
fn refused(all: &Files, intention: &str, reason: &str) {
    let found = planned(all, intention).unwrap_err();
    assert!(found.contains(reason), "{found}");
}

fn messages(all: &Files, intention: &str) -> Vec<String> {
    planned(all, intention).unwrap().0.messages()
}

/// An intention for the package of [`yaml`].
fn foo(verb: &str, rest: &str) -> String {
    format!(r#"{{"do":"{verb}","package":"foo",{rest}}}"#)
}

#[test]
fn a_promoted_entry_is_the_only_head() {
    let promote = |entry: &str, from: &str, to: &str| {
        foo("promote-entry", &format!(r#""entry":"{entry}","from":"{from}","to":"{to}""#))
    };
    refused(&yaml(), &promote("foo.v1.2.0", "fast", "fast"), "`from` and `to` are the same channel");
    refused(&yaml(), &promote("foo.v1.2.0", "stable", "fast"), "channel `stable` has no entry `foo.v1.2.0`");
    let mut equal = yaml();
    equal[0].1 = equal[0].1.replace("version: 1.2.0", "version: 1.1.0");
    refused(&equal, &promote("foo.v1.2.0", "fast", "stable"), "the head of `stable`, `foo.v1.1.0`, is not older");
    let notes = messages(&yaml(), &promote("foo.v1.2.0", "fast", "stable"));
    assert_eq!(notes, ["it replaces `foo.v1.1.0`, the head of `stable`"]);
    // The other heads are skipped, and what the entry skips if the channel has it.
    let mut heads = yaml();
    heads[1].1 = heads[1].1.replacen("    replaces: foo.v1.0.0\n", "", 1);
    heads[1].1 = heads[1].1.replace("[foo.v1.0.1]", "[foo.v1.1.0, foo.v1.0.0, foo.v1.0.1]");
    let (_, after) = planned(&heads, &promote("foo.v1.2.0", "fast", "stable")).unwrap();
    assert!(
        after[1].1.contains("  - name: foo.v1.2.0\n    replaces: foo.v1.1.0\n    skips:\n      - foo.v1.0.0\n"),
        "{}",
        after[1].1
    );
    let mut skips = yaml();
    skips[1].1 = skips[1].1.replace("[foo.v1.0.1]", "[foo.v1.1.0, foo.v1.0.0, foo.v1.0.1]");
    let (_, after) = planned(&skips, &promote("foo.v1.2.0", "fast", "stable")).unwrap();
    assert!(after[1].1.contains("    replaces: foo.v1.1.0\n    skips:\n      - foo.v1.0.0\n"), "{}", after[1].1);
}

#[test]
fn a_channel_or_a_bundle_is_renamed_to_a_free_name() {
    let rename = |schema: &str, name: &str, to: &str| {
        foo("rename", &format!(r#""schema":"{schema}","name":"{name}","to":"{to}""#))
    };
    for (schema, name, to, reason) in [
        ("olm.package", "foo", "bar", "only channels and bundles can be renamed"),
        ("olm.channel", "stable", " ", "a channel needs a name"),
        ("olm.channel", "stable", "fast", "package `foo` already has a channel `fast`"),
        ("olm.channel", "none", "new", "package `foo` has no channel `none`"),
        ("olm.bundle", "foo.v1.2.0", "foo.v1.1.0", "package `foo` already has a bundle `foo.v1.1.0`"),
        ("olm.bundle", "none", "new", "package `foo` has no bundle `none`"),
        ("olm.bundle", "foo.v1.2.0", "head", "channel `fast` already has an entry `head`"),
    ] {
        let mut all = yaml();
        all[1].1.push_str("  - name: head\n");
        refused(&all, &rename(schema, name, to), reason);
    }
    for (schema, name) in [("olm.channel", "fast"), ("olm.bundle", "foo.v1.2.0")] {
        let plan = planned(&yaml(), &rename(schema, name, name)).unwrap().0;
        let what = schema.trim_start_matches("olm.");
        assert_eq!((plan.edits.len(), plan.label), (0, format!("Rename {what} {name} to {name}")));
    }
    // An entry without a bundle, in another document than the first one of two channels with the same name.
    let mut all = yaml();
    all[1].1.push_str("  - name: gone\n---\nschema: olm.channel\npackage: foo\nname: fast\nentries:\n  - name: gone\n");
    expect(
        &all,
        &rename("olm.bundle", "gone", "new"),
        "catalog.yaml\n-  - name: gone\n+  - name: new\n-  - name: gone\n+  - name: new",
    );
    refused(&all, &rename("olm.channel", "fast", "new"), "`fast` is defined more than once");
    let bundle = "---\nschema: olm.bundle\npackage: foo\nname: foo.v1.1.0\n";
    all.push(("other.yaml".to_owned(), bundle.to_owned()));
    refused(&all, &rename("olm.bundle", "foo.v1.1.0", "new"), "`foo.v1.1.0` is defined more than once");
}

#[test]
fn the_notes_of_channels() {
    let add = |name: &str, entries: &str| foo("add-channel", &format!(r#""channel":"{name}","entries":{entries}"#));
    let empty = "the channel is empty; opm rejects it until it has an entry";
    assert_eq!(messages(&yaml(), &add("new", "[]")), [empty]);
    assert_eq!(messages(&yaml(), &add("new", r#"[{"name":"x"}]"#)), [""; 0]);
    refused(&yaml(), &add(" ", "[]"), "a channel needs a name");
    refused(&yaml(), &add("fast", "[]"), "package `foo` already has a channel `fast`");
    let remove = |name: &str| messages(&yaml(), &foo("remove-channel", &format!(r#""channel":"{name}""#)));
    let orphan = "no other channel contains `foo.v1.2.0`; opm rejects bundles that are not in any channel";
    assert_eq!(remove("fast"), [orphan]);
    let default = "`stable` is the default channel; set another one, or opm rejects the catalog";
    assert_eq!(remove("stable"), [default, "its deprecation is removed too"]);
}

#[test]
fn a_note_ends_when_its_condition_is_met() {
    let applies = |intention: &str, after: &Files| {
        let plan = planned(&yaml(), intention).unwrap().0;
        let inputs: Vec<Input<'_>> =
            after.iter().map(|(path, text)| Input { path, content: Ok(text.as_bytes()) }).collect();
        let loaded = load(&inputs);
        plan.notes.iter().map(|note| note.applies(&Catalog::new(&loaded))).collect::<Vec<_>>()
    };
    let with = |more: &str| {
        let mut all = yaml();
        all[1].1.push_str(more);
        all
    };
    let channel =
        |entries: &str| with(&format!("---\nschema: olm.channel\npackage: foo\nname: new\nentries:{entries}\n"));
    let add = foo("add-channel", r#""channel":"new""#);
    assert_eq!(applies(&add, &channel(" []")), [true]);
    assert_eq!(applies(&add, &channel("\n  - name: x")), [false]);
    assert_eq!(applies(&add, &yaml()), [false], "the channel was removed");
    assert_eq!(applies(&add, &Files::new()), [false], "the package was removed");

    let remove = foo("remove-channel", r#""channel":"stable""#);
    assert_eq!(applies(&remove, &yaml()), [true, true]);
    let mut default = yaml();
    default[1].1 = default[1].1.replace("defaultChannel: stable", "defaultChannel: fast");
    assert_eq!(applies(&remove, &default), [false, true]);

    let remove = foo("remove-channel", r#""channel":"fast""#);
    assert_eq!(applies(&remove, &yaml()), [false], "the entry is in a channel");
    let mut alone = yaml();
    alone[1].1 = alone[1].1.replace("  - name: foo.v1.2.0\n", "  - name: other\n");
    assert_eq!(applies(&remove, &alone), [true]);
    alone[0].1 = alone[0].1.replace("name: foo.v1.2.0", "name: other");
    assert_eq!(applies(&remove, &alone), [false], "the bundle was removed");

    let entry = foo("add-entry", r#""channel":"stable","name":"later""#);
    assert_eq!(applies(&entry, &yaml()), [true]);
    let bundle = with("---\nschema: olm.bundle\npackage: foo\nname: later\n");
    assert_eq!(applies(&entry, &bundle), [false]);
}

#[test]
fn one_of_several_definitions_is_not_edited() {
    let mut all = yaml();
    all.push(("other.yaml".to_owned(), "schema: olm.channel\npackage: foo\nname: stable\nentries: []\n".to_owned()));
    let twice = "`stable` is defined more than once; remove the other document first";
    refused(&all, &foo("add-entry", r#""channel":"stable","name":"new""#), twice);
    refused(&all, &foo("remove-channel", r#""channel":"stable""#), twice);
    planned(&all, &foo("add-entry", r#""channel":"fast","name":"new""#)).unwrap();
    planned(&all, &foo("set-default-channel", r#""to":"stable""#)).unwrap();
    all.push(("again.yaml".to_owned(), "schema: olm.package\nname: foo\n".to_owned()));
    refused(&all, &foo("set-description", r#""to":"x""#), "`foo` is defined more than once");
}

#[test]
fn what_can_be_deprecated() {
    let deprecate = |rest: &str| foo("deprecate", &format!(r#"{rest},"message":"m""#));
    let only = "only a package (olm.package without a name), a channel (olm.channel) or a bundle (olm.bundle)";
    for (rest, reason) in [
        (r#""schema":"olm.package","name":"foo""#, only),
        (r#""schema":"olm.channel""#, only),
        (r#""schema":"olm.bundle","name":"""#, only),
        (r#""schema":"olm.channel","name":"none""#, "package `foo` has no channel `none`"),
        (r#""schema":"olm.bundle","name":"none""#, "package `foo` has no bundle `none`"),
    ] {
        refused(&yaml(), &deprecate(rest), reason);
    }
    refused(&yaml(), &foo("deprecate", r#""schema":"olm.package","message":" ""#), "a deprecation needs a message");
    let own = "schema: olm.package\nname: foo\n---\nschema: olm.deprecations\npackage: foo\n";
    let new = "entries:\n- reference:\n    schema: olm.package\n  message: m\n";
    for entries in ["", "entries:\n", "entries: null\n"] {
        let (_, after) =
            planned(&files(&[("c.yaml", &format!("{own}{entries}"))]), &deprecate(r#""schema":"olm.package""#))
                .unwrap();
        assert_eq!(after[0].1, format!("{own}{new}"));
    }
    let none = |schema: &str, name: &str| foo("undeprecate", &format!(r#""schema":"{schema}","name":"{name}""#));
    refused(&yaml(), &none("olm.channel", "fast"), "has no deprecation with schema `olm.channel` of `fast`");
    refused(&yaml(), &none("olm.bundle", "stable"), "has no deprecation with schema `olm.bundle` of `stable`");
    refused(&yaml(), &none("olm.package", ""), "has no deprecation with schema `olm.package`");
    // The message of a known deprecation changes.
    expect(
        &yaml(),
        &deprecate(r#""schema":"olm.channel","name":"stable""#),
        "deprecations.yaml\n-  message: use fast\n+  message: m",
    );
    let mut new = yaml();
    new.pop();
    let package = deprecate(r#""schema":"olm.package""#);
    assert_eq!(messages(&new, &package), ["adds an `olm.deprecations` document"]);
    // It is added after the documents of the package, before those of other packages.
    new[1].1.push_str("---\nschema: olm.package\nname: bar\n");
    let text = planned(&new, &package).unwrap().1.remove(1).1;
    assert!(text.ends_with("message: m\n---\nschema: olm.package\nname: bar\n"), "{text}");
}

#[test]
fn fields_of_packages() {
    refused(&yaml(), &foo("set-default-channel", r#""to":"none""#), "package `foo` has no channel `none`");
    let described = files(&[("c.yaml", "schema: olm.package\nname: foo\ndescription: x\n")]);
    expect(&described, &foo("set-description", r#""to":" ""#), "c.yaml\n-description: x");
    let bundle = |name: &str| foo("remove-bundle", &format!(r#""name":"{name}""#));
    refused(&yaml(), &bundle("foo.v1.2.0"), "`foo.v1.2.0` is an entry of channel `fast`; remove the entry first");
    let mut twice = yaml();
    twice[0]
        .1
        .push_str("---\nschema: olm.bundle\npackage: foo\nname: x\n---\nschema: olm.bundle\npackage: foo\nname: x\n");
    refused(&twice, &bundle("x"), "several bundles have the name `x`");
    let mut other = yaml();
    other[0]
        .1
        .push_str("---\nschema: olm.bundle\npackage: foo\nname: x\n---\nschema: olm.bundle\npackage: bar\nname: x\n");
    assert_eq!(messages(&other, &bundle("x")), [""; 0]);
    let package = |name: &str| format!(r#"{{"do":"set-description","package":"{name}","to":"x"}}"#);
    refused(&yaml(), &package("fooo"), "the catalog has no package `fooo`");
    let mut broken = yaml();
    broken[1].1.push_str("    skips: [\n");
    refused(&broken, &foo("add-channel", r#""channel":"new""#), "syntax error");
}
