//! `olmkit edit`: every verb on the command line, and what is refused.

use crate::common::Memory;

pub(crate) const CATALOG: &str = "\
# our operator
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.1.0 # the newest
  replaces: foo.v1.0.0
- name: foo.v1.0.0
---
schema: olm.channel
package: foo
name: fast
entries:
- name: foo.v1.2.0
  replaces: foo.v1.1.0
- name: foo.v1.1.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.2.0
image: quay.io/x/foo:1.2
properties:
- {type: olm.package, value: {packageName: foo, version: 1.2.0}}
---
schema: olm.bundle
package: foo
name: foo.v1.1.0
image: quay.io/x/foo:1.1
properties:
- {type: olm.package, value: {packageName: foo, version: 1.1.0}}
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:1.0
properties:
- {type: olm.package, value: {packageName: foo, version: 1.0.0}}
";

/// The lines that an edit removes and adds, as `--diff` shows them.
fn diff(args: &[&str]) -> String {
    let mut machine = Memory::new(&[("c/foo.yaml", CATALOG)]);
    let (code, out, err) = machine.args(&[&["edit"][..], args, &["--diff", "--force"]].concat());
    assert_eq!(code, 0, "{args:?}: {err}");
    assert_eq!(machine.text("c/foo.yaml"), CATALOG, "--diff writes nothing");
    let changed = |line: &&str| line.starts_with(['+', '-']) && !line.starts_with("+++") && !line.starts_with("---");
    out.lines().filter(changed).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_verb() {
    let stable = ["c", "package=foo", "channel=stable"];
    let on = |verb: &'static str, more: &[&'static str]| diff(&[&[verb][..], &stable[..], more].concat());
    let of = |verb: &'static str, more: &[&'static str]| diff(&[&[verb][..], &["c", "package=foo"], more].concat());
    for (found, expected) in [
        (
            of("add-channel", &["channel=beta", "entries=foo.v1.0.0"]),
            "+schema: olm.channel\n+package: foo\n+name: beta\n+entries:\n+- name: foo.v1.0.0\n+---",
        ),
        (on("rename-channel", &["to=ga"]), "-defaultChannel: stable\n+defaultChannel: ga\n-name: stable\n+name: ga"),
        (on("rename", &["to=ga"]), "-defaultChannel: stable\n+defaultChannel: ga\n-name: stable\n+name: ga"),
        (
            on("rename", &["entry=foo.v1.0.0", "to=foo.v1.0.1"]),
            "-  replaces: foo.v1.0.0\n-- name: foo.v1.0.0\n+  replaces: foo.v1.0.1\n+- name: foo.v1.0.1",
        ),
        (
            of("rename", &["entry=foo.v1.0.0", "to=foo.v1.0.1"]),
            "-  replaces: foo.v1.0.0\n-- name: foo.v1.0.0\n+  replaces: foo.v1.0.1\n+- name: foo.v1.0.1\n-  replaces: foo.v1.0.0\n-- name: foo.v1.0.0\n+  replaces: foo.v1.0.1\n+- name: foo.v1.0.1\n-name: foo.v1.0.0\n+name: foo.v1.0.1",
        ),
        (on("add-entry", &["name=foo.v1.2.0", "replaces=foo.v1.1.0"]), "+- name: foo.v1.2.0\n+  replaces: foo.v1.1.0"),
        (on("remove-entry", &["entry=foo.v1.0.0"]), "-- name: foo.v1.0.0"),
        (of("reconnect", &["channel=fast", "entry=foo.v1.1.0"]), "-  replaces: foo.v1.1.0\n-- name: foo.v1.1.0"),
        (on("set-replaces", &["entry=foo.v1.1.0", "to="]), "-  replaces: foo.v1.0.0"),
        (on("set-skips", &["entry=foo.v1.1.0", "to=a,b"]), "+  skips:\n+  - a\n+  - b"),
        (on("set-skips", &["entry=foo.v1.1.0", "to= a, b ,"]), "+  skips:\n+  - a\n+  - b"),
        (on("set-skip-range", &["entry=foo.v1.1.0", "to=<1.1.0"]), "+  skipRange: <1.1.0"),
        (of("set-default", &["to=fast"]), "-defaultChannel: stable\n+defaultChannel: fast"),
        (of("set-default-channel", &["to=fast"]), "-defaultChannel: stable\n+defaultChannel: fast"),
        (of("set-description", &["to=Waters plants"]), "+description: Waters plants"),
        (
            of("set-icon", &["to=PHN2Zy8+", "mediatype=image/svg+xml"]),
            "+icon:\n+  base64data: PHN2Zy8+\n+  mediatype: image/svg+xml",
        ),
        (
            of("promote", &["entry=foo.v1.2.0", "from=fast", "to=stable"]),
            "+- name: foo.v1.2.0\n+  replaces: foo.v1.1.0",
        ),
        (
            of("deprecate", &["schema=olm.bundle", "name=foo.v1.0.0", "message=old: go on"]),
            "+---\n+schema: olm.deprecations\n+package: foo\n+entries:\n+- reference:\n+    schema: olm.bundle\n+    name: foo.v1.0.0\n+  message: 'old: go on'",
        ),
    ] {
        assert_eq!(found, expected);
    }
    let gone = of("remove-channel", &["channel=fast"]);
    assert!(gone.contains("-name: fast") && !gone.contains("stable"), "{gone}");
}

#[test]
fn an_edit_that_changes_nothing_is_reported() {
    let mut machine = Memory::new(&[("c/foo.yaml", CATALOG)]);
    let (code, out, err) = machine.run("edit set-default-channel c package=foo to=stable");
    let expected = "Make stable the default channel of foo: nothing to change\n";
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", expected));
    assert_eq!(machine.text("c/foo.yaml"), CATALOG);
}

#[test]
fn an_edit_after_which_opm_rejects_the_catalog_needs_force() {
    let set = "edit set-skip-range c package=foo channel=stable entry=foo.v1.1.0";
    let mut machine = Memory::new(&[("c/foo.yaml", CATALOG)]);
    let rejects = "(ch-skiprange-syntax)";
    let mut run = |to: &str, option: &str| {
        let before = machine.text("c/foo.yaml");
        let mut words: Vec<&str> = set.split(' ').collect();
        let to = format!("to={to}");
        words.push(&to);
        words.extend(option.split_whitespace());
        let (code, _, err) = machine.args(&words);
        (code, err.contains(rejects), machine.text("c/foo.yaml") != before)
    };
    assert_eq!(run("<1.1.0", ""), (0, false, true));
    assert_eq!(run("^1", ""), (1, true, false), "refused");
    assert_eq!(run("^1", "--diff"), (1, true, false), "shown, and refused");
    assert_eq!(run("^1", "--diff --force"), (0, true, false));
    assert_eq!(run("^1", "--force"), (0, true, true));
    assert_eq!(run("^2", ""), (0, false, true), "it was rejected before");
}

#[test]
fn names_with_whitespace_are_refused_and_an_empty_edge_is_not_written() {
    let of = "package=foo channel=stable";
    let mut machine = Memory::new(&[("c/foo.yaml", CATALOG)]);
    for (edit, name) in [
        (format!("rename c {of}"), "to=a b"),
        (format!("rename c {of} entry=foo.v1.1.0"), "to=a\nb"),
        ("rename c package=foo entry=foo.v1.1.0".to_owned(), "to= x"),
        (format!("add-entry c {of}"), "name=a\tb"),
        ("add-channel c package=foo entries=foo.v1.1.0".to_owned(), "channel=a b"),
    ] {
        let words = format!("edit {edit}");
        let (code, _, err) = machine.args(&words.split(' ').chain([name]).collect::<Vec<_>>());
        assert_eq!((code, err.contains("must not contain whitespace")), (1, true), "{edit}: {err}");
        assert_eq!(machine.text("c/foo.yaml"), CATALOG);
    }
    let add = format!("edit add-entry c {of} name=foo.v1.2.0 replaces= skipRange= --force");
    assert_eq!(machine.run(&add).0, 0);
    let text = machine.text("c/foo.yaml");
    assert!(
        text.contains("foo.v1.2.0") && !text.contains("replaces: \"\"") && !text.contains("skipRange: \"\""),
        "{text}"
    );
}

#[test]
fn edits_follow_each_other() {
    let mut machine = Memory::new(&[("c/foo.yaml", CATALOG)]);
    let mut run = |words: &str| machine.run(&format!("edit {words}")).0;
    assert_eq!(run("add-entry c package=foo channel=stable name=foo.v1.2.0 replaces=foo.v1.0.0 --force"), 0);
    assert_eq!(
        run("fix-stranded c package=foo channel=stable entry=foo.v1.1.0"),
        1,
        "two heads: which one should skip it?"
    );
    assert_eq!(run("set-skips c package=foo channel=stable entry=foo.v1.2.0 to=foo.v1.1.0"), 0);
    assert_eq!(run("deprecate c package=foo schema=olm.package message=over"), 0);
    assert_eq!(run("undeprecate c package=foo schema=olm.package"), 0);
    assert!(machine.text("c/foo.yaml").contains("- name: foo.v1.1.0 # the newest\n"), "comments stay");
    assert_eq!(machine.run("validate c --profile opm").0, 0);
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table of commands")]
fn impossible_edits_are_refused_with_a_reason() {
    let run = |words: &str| {
        let (code, _, err) = Memory::new(&[("c/foo.yaml", CATALOG)]).run(&format!("edit {words}"));
        (code, err)
    };
    let (code, err) = run("set-default c package=foo to=none");
    assert!(code == 1 && err.contains("none"), "{err}");
    for (words, reason) in [
        ("set-default c package=fooo to=stable", "the catalog has no package `fooo`; did you mean `foo`?"),
        ("set-default c package=foo to=stabel", "package `foo` has no channel `stabel`; did you mean `stable`?"),
        ("set-default c package=zz to=stable", "the catalog has no package `zz` (known: foo)"),
        ("set-default c package=foo to=zz", "package `foo` has no channel `zz` (known: fast and stable)"),
        (
            "promote c package=foo entry=foo.v1.2.0 from=fast to=zz",
            "package `foo` has no channel `zz` (known: fast and stable)",
        ),
        (
            "set-replaces c package=foo channel=stabel entry=foo.v1.1.0 to=foo.v1.0.0",
            "package `foo` has no channel `stabel`; did you mean `stable`?",
        ),
        (
            "set-replaces c package=foo channel=stable entry=fo.v1.1.0 to=foo.v1.0.0",
            "channel `stable` has no entry `fo.v1.1.0`; did you mean `foo.v1.1.0`?",
        ),
        (
            "set-skips c package=foo channel=stable entry=fo.v1.1.0 to=foo.v1.0.0",
            "channel `stable` has no entry `fo.v1.1.0`; did you mean `foo.v1.1.0`?",
        ),
        (
            "rename c package=foo channel=stable entry=fo.v1.1.0 to=foo.v3.0.0",
            "channel `stable` has no entry `fo.v1.1.0`; did you mean `foo.v1.1.0`?",
        ),
        (
            "rename c package=foo entry=fo.v1.1.0 to=foo.v3.0.0",
            "package `foo` has no bundle `fo.v1.1.0`; did you mean `foo.v1.1.0`?",
        ),
        (
            "rename c package=foo channel=stabel to=candidate",
            "package `foo` has no channel `stabel`; did you mean `stable`?",
        ),
        (
            "add-entry c package=foo channel=stable name=foo.v3.0.0 successor=fo.v1.1.0",
            "channel `stable` has no entry `fo.v1.1.0`; did you mean `foo.v1.1.0`?",
        ),
        (
            "promote c package=foo entry=foo.1.2.0 from=fast to=stable",
            "channel `fast` has no entry `foo.1.2.0`; did you mean `foo.v1.2.0`?",
        ),
        ("promote c package=foo entry=foo.v1.2.0 from=fast to=fast", "`from` and `to` are the same channel"),
        (
            "remove-bundle c package=foo name=zz",
            "package `foo` has no bundle `zz` (known: foo.v1.0.0, foo.v1.1.0 and foo.v1.2.0)",
        ),
        (
            "deprecate c package=foo schema=olm.channel name=stabel message=old",
            "package `foo` has no channel `stabel`; did you mean `stable`?",
        ),
        (
            "deprecate c package=foo schema=olm.bundle name=fo.v1.1.0 message=old",
            "package `foo` has no bundle `fo.v1.1.0`; did you mean `foo.v1.1.0`?",
        ),
        (
            "undeprecate c package=foo schema=olm.bundle name=foo.v1.1.0",
            "package `foo` has no deprecation with schema `olm.bundle` of `foo.v1.1.0`",
        ),
        ("undeprecate c package=foo schema=olm.package", "package `foo` has no deprecation with schema `olm.package`"),
    ] {
        assert_eq!(run(words), (1, format!("olmkit: {reason}\n")), "{words}");
    }
    let (code, err) = run("set-replaces c channel=stable entry=foo.v1.1.0 to=");
    let expected_text =
        "olmkit: edit set-replaces: lacks the field `package`. Write fields as KEY=VALUE; `olmkit help edit`";
    assert!(code == 2 && err.starts_with(expected_text), "{err}");
    for words in [
        "set-replaces c package=foo channel=stable entry=foo.v1.1.0",
        "set-skip-range c package=foo channel=stable entry=foo.v1.1.0",
        "set-description c package=foo",
        "set-icon c package=foo",
    ] {
        let (code, err) = run(words);
        assert!(code == 2 && err.contains("lacks the field `to`"), "{words}: {err}");
    }
    let (code, err) = run("set-replaces c package=foo channel=stable entry=foo.v1.1.0 to=a to=b");
    assert_eq!((code, err.as_str()), (2, "olmkit: edit set-replaces: `to` is given twice\n"));
    let (code, err) = run("promot c package=foo");
    assert!(code == 2 && err.contains("a similar value exists: 'promote'"), "{err}");
    let (code, err) = run("promote c package=foo entry=foo.v1.2.0 from=fast");
    assert!(code == 2 && err.contains("`to`"), "{err}");
    assert_eq!(run("promote c").0, 2);
}

#[test]
fn files_that_are_not_part_of_the_catalog_are_excluded() {
    let mut machine = Memory::new(&[("c/foo.yaml", CATALOG), ("c/README.md", "# a: b: c\n")]);
    assert_eq!(machine.run("validate c --profile opm").0, 1);
    let (code, out, err) = machine.run("edit exclude-files c --diff");
    assert!(code == 0 && out.contains("+README.md\n"), "{out}{err}");
    let (code, _, err) = machine.run("edit exclude-files c");
    assert!(code == 0 && err.contains("Exclude README.md"), "{err}");
    assert_eq!(machine.text("c/.indexignore"), "README.md\n");
    assert_eq!(machine.run("validate c --profile opm").0, 0);
    let (code, _, err) = machine.run("edit exclude-files c");
    assert!(code == 1 && err.contains("every file that opm reads is part of the catalog"), "{err}");
    let (code, _, err) = machine.run("edit exclude-files c package=foo");
    assert!(code == 2 && err.contains("does not support `package`"), "{err}");
    let mut machine = Memory::new(&[("c/foo.yaml", CATALOG), ("c/a.md", "# a: b: c\n"), ("c/.indexignore", "*.txt")]);
    assert_eq!(machine.run("edit exclude-files c").0, 0);
    assert_eq!(machine.text("c/.indexignore"), "*.txt\na.md");
}

#[test]
fn blanks_and_line_breaks_in_names_are_excluded_or_refused() {
    let mut machine =
        Memory::new(&[("c/foo.yaml", CATALOG), ("c/trailing ", "a: b: c\n"), ("c/tab.md\t", "a: b: c\n")]);
    let (code, _, err) = machine.run("edit exclude-files c");
    assert_eq!((code, machine.run("validate c -p opm").0), (0, 0), "{err}");
    machine.files.insert("c/new\nline".to_owned(), b"a: b: c\n".to_vec());
    let (code, _, err) = machine.run("edit exclude-files c");
    assert!(code == 1 && err.contains("has a line break in its name") && err.contains("rename the file"), "{err}");
    assert_eq!(machine.text("c/.indexignore").lines().count(), 2);
}

/// 1.0.1 is stranded under OLM v0: only 1.1.0 skips it, and 1.1.0 itself is skipped.
fn stranded() -> String {
    let channel = "- name: foo.v1.2.0\n  replaces: foo.v1.0.0\n  skips: [foo.v1.1.0]\n- name: foo.v1.1.0\n  \
                   skips: [foo.v1.0.1]\n- name: foo.v1.0.1\n- name: foo.v1.0.0\n";
    let at = CATALOG.find("- name: foo.v1.2.0").unwrap();
    let end = CATALOG.find("---\nschema: olm.bundle").unwrap();
    let more = CATALOG[CATALOG.rfind("---").unwrap()..].replace("1.0.0", "1.0.1").replace(":1.0\n", ":1.0.1\n");
    format!("{}{channel}{}{more}", &CATALOG[..at], &CATALOG[end..])
}

#[test]
fn a_finding_is_suppressed_by_a_comment_with_a_reason() {
    let text = stranded();
    let mut machine = Memory::new(&[("c/foo.yaml", &text)]);
    let (_, out, _) = machine.args(&["validate", "c", "--format", "concise"]);
    let line = out.lines().find(|line| line.contains("[stranded-v0]")).unwrap().split(':').nth(1).unwrap().to_owned();
    let args =
        ["edit", "suppress", "c", "rule=stranded-v0", "path=foo.yaml", &format!("line={line}"), "reason=withdrawn"];
    let (code, _, err) = machine.args(&args);
    assert_eq!((code, err.trim()), (0, "Suppress stranded-v0, with a reason"));
    assert!(machine.text("c/foo.yaml").contains("# olmkit-ignore stranded-v0: withdrawn\n"));
    let (_, out, _) = machine.args(&["validate", "c", "--format", "concise"]);
    assert!(!out.contains("[stranded-v0]"), "{out}");
    let (code, _, err) = machine.args(&args);
    assert_eq!((code, err.trim()), (1, "olmkit: this line has no such finding"));
    let (code, _, err) = Memory::new(&[("c/foo.yaml", &text)]).args(&[
        "edit",
        "suppress",
        "c",
        &format!("rule={}", olmkit_workspace::explain("stranded-v0").unwrap().code),
        "path=c/foo.yaml",
        &format!("line={line}"),
        "reason=withdrawn",
    ]);
    assert_eq!((code, err.trim()), (0, "Suppress stranded-v0, with a reason"), "the path as reports show it, a code");
    for (words, reason) in [
        ("rule=stranded-v0 path=bar.yaml line=2 reason=r", "edit suppress: bar.yaml is not a file of the catalog"),
        ("rule=stranded path=foo.yaml line=2 reason=r", "unknown rule `stranded` (`olmkit rules` lists them)"),
        ("rule=stranded-v0 path=foo.yaml line=0 reason=r", "edit suppress: line must be a number from 1"),
    ] {
        let (code, _, err) = machine.run(&format!("edit suppress c {words}"));
        assert_eq!((code, err), (2, format!("olmkit: {reason}\n")), "{words}");
    }
    let (code, _, err) =
        machine.args(&["edit", "suppress", "c", "rule=stranded-v0", "path=foo.yaml", "line=x", "reason=r"]);
    assert_eq!((code, err.contains("line must be a number")), (2, true), "{err}");
}

#[test]
fn all_fixes_of_stranded_versions_are_made_as_one() {
    let mut machine = Memory::new(&[("c/foo.yaml", &stranded())]);
    let (code, _, err) = machine.args(&["edit", "fix-all-stranded", "c", "package=foo", "channel=fast"]);
    assert_eq!(code, 0, "{err}");
    assert!(err.starts_with("Fix 1 stranded version in 1 step\n"), "{err}");
    let (code, out, _) = machine.args(&["stranded", "c"]);
    assert_eq!((code, out.as_str()), (0, ""));
    let (code, _, err) = machine.args(&["edit", "fix-all-stranded", "c", "package=foo"]);
    assert_eq!((code, err.trim()), (1, "olmkit: no version is stranded"));
}

#[test]
fn unknown_names_are_reported_with_a_suggestion() {
    let run = |words: &str| {
        let mut machine = Memory::new(&[("c/foo.yaml", CATALOG)]);
        let (code, _, err) = machine.run(&format!("edit {words}"));
        (code, err, machine.text("c/foo.yaml") != CATALOG)
    };
    let (code, err, is_written) = run("set-replaces c package=foo channel=stable entry=foo.v1.1.0 to=foo.v1.0.O");
    assert!(code == 1 && !is_written, "{err}");
    let note = "olmkit: warning: package `foo` has no entry or bundle `foo.v1.0.O`; did you mean `foo.v1.0.0`?\n";
    assert!(err.contains(note), "{err}");
    let (_, err, _) = run("set-replaces c package=foo channel=stable entry=foo.v1.1.0 to=elsewhere");
    assert!(err.contains("olmkit: warning: package `foo` has no entry or bundle `elsewhere`\n"), "{err}");
    let (code, err, is_written) =
        run("set-skips c package=foo channel=stable entry=foo.v1.1.0 to=foo.v1.0.0,fo.v1.0.0");
    assert!((code, is_written) == (0, true) && err.contains("`fo.v1.0.0`; did you mean `foo.v1.0.0`?\n"), "{err}");
    let (_, err, _) = run("set-skips c package=foo channel=stable entry=foo.v1.1.0 to=foo.v1.0.9");
    assert!(err.contains("`foo.v1.0.9`\n"), "another version is not a misspelling: {err}");
    let (_, err, _) = run("add-entry c package=foo channel=stable name=foo.v1.2.O skips=fo.v1.1.0,foo.v1.0.0");
    for hint in ["`foo.v1.2.O`; did you mean `foo.v1.2.0`?", "`fo.v1.1.0`; did you mean `foo.v1.1.0`?"] {
        assert!(err.contains(hint), "{hint}: {err}");
    }
    assert!(!err.contains("no entry or bundle `foo.v1.0.0`"), "{err}");
    for (words, name) in [("package=nope", "package `nope`"), ("package=foo channel=stabel", "channel `stabel`")] {
        let (code, err, is_written) = run(&format!("fix-all-stranded c {words}"));
        assert!(code != 0 && !is_written && err.starts_with(&format!("olmkit: unknown {name}")), "{err}");
    }
}

/// The catalog, and in `bundle` the bundle `foo.v1.0.0` of the package in another catalog.
fn with_bundle(catalog: &str) -> Memory {
    let sample = olmkit_bundle::sample::files();
    let files = sample.iter().map(|(path, text)| (format!("bundle/{path}"), text.replace("1.0.0", "1.3.0")));
    let mut machine = Memory::new(&[("c/foo.yaml", catalog)]);
    machine.files.extend(files.map(|(path, text)| (path, text.into_bytes())));
    machine
}

#[test]
fn a_bundle_is_added_with_its_document() {
    let mut machine = with_bundle(CATALOG);
    let (_, _, err) = machine.run("edit add-bundle c bundle=bundle image=x/y:1 channels=stabel,new --diff");
    assert!(err.contains("the channel `stabel` is new; did you mean `stable`?\nthe channel `new` is new\n"), "{err}");
    let (code, out, err) = machine.run("edit add-bundle c bundle=bundle image=quay.io/x/foo:1.3 channels=stable,fast");
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", "Add foo.v1.3.0 to stable, fast of foo\n"));
    let made = machine.text("c/foo.yaml");
    assert!(made.contains("- name: foo.v1.3.0\n  replaces: foo.v1.1.0\n"), "{made}");
    assert!(made.contains("- name: foo.v1.3.0\n  replaces: foo.v1.2.0\n"), "{made}");
    assert_eq!(machine.run("validate c --profile opm").0, 0);
    let (code, _, err) = machine.run("edit add-bundle c bundle=bundle channels=stable");
    let there = "olmkit: `foo.v1.3.0` is already in `stable` and `fast`. Name another channel\n";
    assert_eq!((code, err.as_str()), (1, there));
}

#[test]
fn a_bundle_of_a_new_package_makes_a_file() {
    let mut machine = with_bundle("schema: other\n");
    let words = "edit add-bundle c bundle=bundle image=quay.io/x/foo:1.3 channels=alpha";
    let (code, out, _) = machine.run(&format!("{words} --diff"));
    assert!(code == 0 && out.starts_with("--- /dev/null\n+++ b/c/foo/catalog.yaml\n@@ -0,0 "), "{out}");
    assert!(!machine.files.contains_key("c/foo/catalog.yaml"), "--diff writes nothing");
    assert_eq!(machine.run(words).0, 0);
    assert!(machine.text("c/foo/catalog.yaml").contains("defaultChannel: alpha\n"));
    assert_eq!(machine.run("validate c --profile opm").0, 0);
    for (words, reason) in [
        ("edit add-bundle c bundle=bundle migrate=x", "migrate must be true or false"),
        ("edit add-bundle c", "lacks the field `bundle`. Write fields as"),
        ("edit add-bundle c bundle=c", "the bundle needs a ClusterServiceVersion"),
    ] {
        let (code, _, err) = machine.run(words);
        assert!(code == 2 && err.contains(reason), "{words}: {err}");
    }
}

#[test]
fn rendered_bundles_are_added() {
    let document = "schema: olm.bundle\npackage: foo\nname: foo.v1.3.0\nimage: quay.io/x/foo:1.3\nproperties:\n\
                    - {type: olm.package, value: {packageName: foo, version: 1.3.0}}\n";
    let mut machine = Memory::new(&[("c/foo.yaml", CATALOG), ("new.yaml", document)]);
    machine.stdin = document.as_bytes().to_vec();
    let words = "edit add-rendered c rendered=new.yaml channel=fast --diff";
    let (code, from_file, err) = machine.run(words);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("`foo.v1.3.0` becomes an entry of `fast` (replaces foo.v1.2.0)."), "{err}");
    assert_eq!(machine.run(&words.replace("new.yaml", "-")).1, from_file);
    assert_eq!(machine.run("edit add-rendered c rendered=none").0, 2);
    assert_eq!(machine.run("edit add-rendered c rendered=c/foo.yaml").0, 0, "what is there stays");
}

#[test]
fn a_package_is_added() {
    let document = "schema: olm.bundle\npackage: new\nname: new.v1.0.0\nimage: quay.io/x/new:1.0\nproperties:\n\
                    - {type: olm.package, value: {packageName: new, version: 1.0.0}}\n";
    let mut machine = Memory::new(&[("c/foo.yaml", CATALOG), ("new.yaml", document)]);
    machine.stdin = document.as_bytes().to_vec();
    let words = "edit add-package c package=new channel=stable rendered=new.yaml --diff";
    let (code, from_file, err) = machine.run(words);
    assert!(code == 0 && from_file.contains("+- name: new.v1.0.0\n"), "{from_file}{err}");
    assert_eq!(machine.run(&words.replace("new.yaml", "-")).1, from_file);
    assert_eq!(machine.run("edit add-package c package=new").0, 2, "no channel");
    assert_eq!(machine.run("edit add-package c package=foo channel=stable").0, 1, "it is there");
    assert_eq!(machine.run("edit add-package c package=new channel=alpha").0, 0);
    assert!(machine.text("c/new/catalog.yaml").contains("defaultChannel: alpha\n"));
}

#[test]
fn new_files_stay_in_the_catalog() {
    let package = "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\n\
                   name: stable\nentries:\n- name: foo.v1.0.0\n";
    let bundle = |name: &str, version: &str| {
        format!(
            "schema: olm.bundle\npackage: foo\nname: {name}\nimage: quay.io/x/foo:1.0\nproperties:\n\
             - {{type: olm.package, value: {{packageName: foo, version: {version}}}}}\n"
        )
    };
    let (old, new) = (bundle("foo.v1.0.0", "1.0.0"), bundle("../../foo.v1.1.0", "1.1.0"));
    let files =
        [("a/c/foo/package.yaml", package), ("a/c/foo/foo.v1.0.0.yaml", old.as_str()), ("new.yaml", new.as_str())];
    for (words, file) in [
        ("edit add-rendered a/c rendered=new.yaml channel=stable", "a/c/foo/..-..-foo.v1.1.0.yaml"),
        ("edit add-package a/c package=../../victim channel=stable --force", "a/c/..-..-victim/package.yaml"),
        ("edit add-package a/c package=.. channel=stable --force", "a/c/--/package.yaml"),
    ] {
        let mut machine = Memory { rooted: true, ..Memory::new(&files) };
        let (code, _, err) = machine.run(words);
        assert_eq!(code, 0, "{words}: {err}");
        assert!(machine.files.contains_key(file), "{words}: {:?}", machine.files.keys());
    }
}

#[test]
fn a_new_file_replaces_no_other() {
    let theirs = "schema: olm.package\nname: new\n";
    let mut machine = Memory::new(&[("c/foo/catalog.yaml", CATALOG), ("c/foo/new/catalog.yaml", theirs)]);
    let (code, _, err) = machine.run("edit add-package c/foo/catalog.yaml package=new channel=stable");
    assert!(
        code == 2 && err.contains("c/foo/new/catalog.yaml: the file exists, but is not part of the catalog"),
        "{err}"
    );
    assert_eq!(machine.text("c/foo/new/catalog.yaml"), theirs);
}

#[test]
fn a_name_on_disk_can_contain_a_backslash() {
    let mut machine = Memory::new(&[(r"c/we\ird/foo.yaml", CATALOG), ("c/we/ird/foo.yaml", CATALOG)]);
    for path in [r"c/we\ird", r"c/we\ird/foo.yaml"] {
        machine.files.insert(r"c/we\ird/foo.yaml".to_owned(), CATALOG.as_bytes().to_vec());
        let fields = ["package=foo", "channel=stable", "entry=foo.v1.1.0", "to=<1.1.0"];
        let (code, _, err) = machine.args(&[&["edit", "set-skip-range", path][..], &fields].concat());
        assert_eq!(code, 0, "{err}");
        assert!(machine.text(r"c/we\ird/foo.yaml").contains("skipRange: <1.1.0"), "{path}");
    }
    assert_eq!(machine.text("c/we/ird/foo.yaml"), CATALOG);
}

#[test]
fn files_are_changed_all_or_none() {
    let (channels, bundles) = CATALOG.split_at(CATALOG.find("schema: olm.bundle").unwrap());
    let files = [("c/a.yaml", channels), ("c/b.yaml", bundles)];
    for (words, reason) in [
        ("edit rename c package=foo entry=foo.v1.1.0 to=foo.v1.1.1", "c/b.yaml: no space left on device"),
        ("rm c foo", "c/b.yaml: permission denied"),
    ] {
        let mut machine = Memory { failing: vec!["c/b.yaml"], ..Memory::new(&files) };
        let (code, _, err) = machine.run(words);
        assert!(code == 2 && err.contains(reason), "{words}: {code} {err}");
        for (path, text) in files {
            assert_eq!(machine.text(path), text, "{words}");
        }
    }
}

/// The first read is that of the catalog. The file can change before the first write, and before its own.
#[test]
fn what_another_program_wrote_is_not_replaced() {
    let (channels, bundles) = CATALOG.split_at(CATALOG.find("schema: olm.bundle").unwrap());
    let files = [("c/a.yaml", channels), ("c/b.yaml", bundles)];
    for words in ["edit rename c package=foo entry=foo.v1.1.0 to=foo.v1.1.1", "rm c foo"] {
        for reads in [1, 2] {
            let changing = vec![("c/b.yaml", reads, "# new\n")];
            let mut machine = Memory { changing, ..Memory::new(&files) };
            let (code, out, err) = machine.run(words);
            let reason = "c/b.yaml: changed in the meantime; nothing was written\n";
            assert!(code == 2 && out.is_empty() && err.ends_with(reason), "{words} {reads}: {code} {err}");
            assert_eq!((machine.text("c/a.yaml").as_str(), machine.text("c/b.yaml").as_str()), (channels, "# new\n"));
        }
    }
}

#[test]
fn wrong_fields_are_named_in_plain_words() {
    let mut machine = Memory::new(&[("c/foo.yaml", CATALOG)]);
    let base = "c package=foo channel=stable";
    for (words, expected) in [
        (format!("set-replaces {base} entry=a tp=b"), "edit set-replaces: unknown field `tp`; did you mean `to`?\n"),
        (
            format!("set-replaces {base} entry=a zzzz=b"),
            "edit set-replaces: unknown field `zzzz`; `olmkit help edit` lists",
        ),
        (format!("set-replaces {base} entry=a"), "edit set-replaces: lacks the field `to`. Write fields as"),
        (
            "add-bundle c bundle=b channel=x".to_owned(),
            "edit add-bundle: unknown field `channel`; did you mean `channels`? Write",
        ),
        (
            "add-bundle c bundle=b entry=x".to_owned(),
            "edit add-bundle: unknown field `entry` (known: bundle, image, channels and migrate). ",
        ),
        (format!("add-entry {base} name=x position=newst"), "position: unknown value `newst`; did you mean `newest`?"),
        (
            format!("add-channel {base} entries=[{{\"name\":3}}]"),
            "entries[0].name: must be a string, not the number 3. ",
        ),
        (
            format!("add-channel {base} entries=[{{]"),
            "edit add-channel: `entries` is not valid JSON (line 1, column 3): ",
        ),
        (format!("remove-entry {base} entry=foo.v1.0.0 reconnect=maybe"), "reconnect must be true or false"),
        (
            "fix-all-stranded c package=foo semantics=v2".to_owned(),
            "semantics: unknown value `v2` (known: v0 and v1). Write",
        ),
        (
            "suppress c rule=chanel-no-head path=foo.yaml line=1 reason=x".to_owned(),
            "did you mean `channel-no-head`?\n",
        ),
    ] {
        let (code, _, err) = machine.run(&format!("edit {words}"));
        assert!(code == 2 && err.contains(expected), "{words}: {err}");
    }
}
