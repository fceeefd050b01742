//! `olmkit validate --base PATH`, and `olmkit fix` where a fix makes another one possible.

use crate::common::Memory;

fn bundle(version: &str) -> String {
    format!(
        "---\nschema: olm.bundle\npackage: foo\nname: foo.v{version}\nimage: quay.io/x/foo:v{version}\nproperties:\n- type: olm.package\n  value: {{packageName: foo, version: {version}}}\n"
    )
}

fn catalog(entries: &str, versions: &[&str]) -> String {
    let bundles: String = versions.iter().map(|version| bundle(version)).collect();
    format!(
        "schema: olm.package\nname: foo\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: foo\nname: stable\nentries:\n{entries}{bundles}"
    )
}

const BEFORE: &str =
    "- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n- name: foo.v1.0.0\n";

fn machine(entries: &str) -> Memory {
    let (old, new) = (catalog(BEFORE, &["1.2.0", "1.1.0", "1.0.0"]), catalog(entries, &["1.2.0"]));
    Memory::new(&[("old/catalog.yaml", &old), ("new/catalog.yaml", &new)])
}

#[test]
fn removed_versions_without_an_upgrade_path_are_found() {
    // 1.1.0 can still be replaced; 1.0.0 was removed together with it.
    let mut machine = machine("- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n");
    let (code, out, err) = machine.run("validate new --base old -f concise");
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains("versions-removed") && out.contains("`foo.v1.0.0`") && !out.contains("`foo.v1.1.0`"), "{out}");
    assert!(out.starts_with("new/catalog.yaml:7:"), "at the channel: {out}");
    assert_eq!(machine.run("validate new -f concise").0, 0, "only with a base");
    for off in ["--profile opm", "--ignore versions-removed", "--select yaml-syntax"] {
        let (code, _, err) = machine.run(&format!("validate new --base old {off}"));
        assert_eq!(
            (code, err.as_str()),
            (2, "olmkit: --base has no effect: the rule `versions-removed` is off\n"),
            "{off}"
        );
    }
}

#[test]
fn overrides_switch_the_rule_on_or_off() {
    let mut machine = machine("- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n");
    let refused = "olmkit: --base has no effect: the rule `versions-removed` is off\n";
    for (configuration, expected) in [
        ("profile: opm\noverrides: [{files: [zzz/], ignore: [unknown-keys]}]\n", 2),
        ("profile: opm\noverrides: [{files: [zzz/], severity: {versions-removed: error}}]\n", 2),
        ("overrides: [{files: [new/], ignore: [versions-removed]}]\n", 2),
        ("overrides: [{files: [new/], severity: {versions-removed: error}}]\nignore: [versions-removed]\n", 1),
        ("overrides: [{files: [old/], ignore: [versions-removed]}]\n", 1),
    ] {
        machine.files.insert("olmkit.yaml".into(), configuration.into());
        let (code, out, err) = machine.run("validate new --base old");
        assert_eq!((code, err == refused), (expected, expected == 2), "{configuration}: {out}{err}");
    }
}

#[test]
fn an_upgrade_path_that_a_released_version_loses_is_found() {
    let versions = ["1.2.0", "1.1.0", "1.0.0"];
    let entries = |skips: &str| {
        format!(
            "- name: foo.v1.2.0\n  skips: [{skips}]\n- name: foo.v1.1.0\n  skips: [foo.v1.0.0]\n- name: foo.v1.0.0\n"
        )
    };
    let (old, same) = (catalog(BEFORE, &versions), catalog(&entries("foo.v1.1.0, foo.v1.0.0"), &versions));
    let lost = catalog(&entries("foo.v1.1.0"), &versions);
    let back = catalog(BEFORE, &versions).replace("- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n", "");
    let files = [("old/c.yaml", &old), ("same/c.yaml", &same), ("lost/c.yaml", &lost), ("back/c.yaml", &back)];
    let mut machine = Memory::new(&files.map(|(path, text)| (path, text.as_str())));
    for (path, version) in [("same", ""), ("lost", "`foo.v1.0.0`"), ("old", ""), ("back", "`foo.v1.2.0`")] {
        let (_, out, err) = machine.run(&format!("validate {path} --base old -f concise"));
        let lines: Vec<&str> = out.lines().filter(|line| line.contains("versions-removed")).collect();
        assert_eq!(lines.len(), usize::from(!version.is_empty()), "{path}: {out}{err}");
        assert!(lines.iter().all(|line| line.contains(version) && !line.contains("`skips` of")), "{path}: {out}");
        let (_, out, _) = machine.run(&format!("diff old {path}"));
        assert_eq!(out.contains("path-lost"), !version.is_empty(), "{path}: {out}");
    }
}

#[test]
fn a_catalog_without_documents_lost_all_packages() {
    let mut machine = machine(BEFORE);
    machine.files.remove("new/catalog.yaml");
    machine.files.insert("new/README.md".into(), "".into());
    machine.files.insert("hidden/.indexignore".into(), "*.yaml\n".into());
    machine.files.insert("hidden/catalog.yaml".into(), catalog(BEFORE, &["1.2.0"]).into());
    for path in ["new", "hidden"] {
        let (code, out, err) = machine.run(&format!("validate {path} --base old -f concise"));
        assert_eq!((code, out.contains("Package `foo` of the base catalog was removed")), (1, true), "{out}{err}");
        assert!(out.lines().all(|line| line.starts_with(path)), "{out}");
    }
}

/// Files belong to teams: the file of another package is not the place of a removed one.
#[test]
fn a_removed_package_is_reported_at_its_own_file_or_at_the_catalog() {
    let foo = catalog(BEFORE, &["1.2.0", "1.1.0", "1.0.0"]);
    let bar = foo.replace("foo", "bar");
    let both = format!("{bar}---\n{foo}");
    let files = [
        ("old/foo/c.yaml", &foo),
        ("old/bar/c.yaml", &bar),
        ("new/bar/c.yaml", &bar),
        ("kept/bar/c.yaml", &bar),
        ("kept/foo/c.yaml", &bar.replace("bar", "baz")),
        ("before.yaml", &both),
        ("now/after.yaml", &bar),
    ];
    let mut machine = Memory::new(&files.map(|(path, text)| (path, text.as_str())));
    for (words, place) in [
        ("new --base old", "new:1:1:"),
        ("kept --base old", "kept/foo/c.yaml:1:1:"),
        ("now/after.yaml --base before.yaml", "now/after.yaml:1:1:"),
    ] {
        let of = |machine: &mut Memory, format: &str| {
            machine.run(&format!("validate {words} --select versions-removed -f {format}"))
        };
        let (code, out, err) = of(&mut machine, "concise");
        assert!(code == 1 && out.starts_with(place) && out.lines().count() == 1, "{words}: {out}{err}");
        let path = place.split(':').next().unwrap();
        let (_, out, _) = of(&mut machine, "sarif");
        let log: serde_json::Value = serde_json::from_str(&out).unwrap();
        let location = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
        assert_eq!(location["artifactLocation"]["uri"], path);
        assert_eq!(location["region"]["startLine"], 1);
        assert!(of(&mut machine, "github").1.starts_with(&format!("::error file={path},")), "{words}");
    }
    let baz = bar.replace("bar", "baz");
    let files = [("c.yaml", bar.as_str()), ("d.yaml", &baz), ("old/e.yaml", &foo), (".indexignore", "old/\n")];
    let (_, out, _) = Memory::new(&files).run("validate . --base old --select versions-removed -f concise");
    assert!(out.starts_with(".:1:1:"), "{out}");
}

#[test]
fn removed_versions_that_are_still_matched_are_not_reported() {
    let (code, out, _) =
        machine("- name: foo.v1.2.0\n  skipRange: '<1.2.0'\n").run("validate new --base old -f concise");
    assert_eq!((code, out.contains("versions-removed")), (0, false), "{out}");
}

#[test]
fn a_base_is_one_catalog_for_one_catalog() {
    let mut machine = machine(BEFORE);
    assert_eq!(machine.run("validate new old --base old").0, 2);
    assert_eq!(machine.run("validate new --base nowhere").0, 2);
}

#[test]
fn fix_applies_one_fix_after_the_other() {
    let entries = "- name: foo.v1.0.0\n- name: foo.v1.1.0\n  skips:\n  - foo.v1.0.0\n- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n  skips:\n  - foo.v1.1.0\n- name: foo.v1.3.0\n  replaces: foo.v1.2.0\n  skips:\n  - foo.v1.2.0\n";
    let text = catalog(entries, &["1.0.0", "1.1.0", "1.2.0", "1.3.0"]);
    let mut machine = Memory::new(&[("c/catalog.yaml", &text)]);
    assert_eq!(machine.run("stranded c").0, 1);
    let (code, _, err) = machine.run("fix c --unsafe --select stranded-v0,stranded-v1");
    assert_eq!((code, err.as_str()), (0, "2 fixed, 0 without a fix\n"));
    assert_eq!(machine.run("stranded c").0, 0);
    let now = machine.text("c/catalog.yaml");
    assert_eq!(now.lines().count(), text.lines().count().saturating_add(2), "{now}");
}

#[test]
fn the_folder_of_the_catalog_names_the_version_of_openshift() {
    let bundle = bundle("1.0.0") + "- type: olm.bundle.object\n  value: {data: e30=}\n";
    let text = catalog("- name: foo.v1.0.0\n", &[]) + &bundle;
    let mut machine = Memory::new(&[("v4.18/foo/catalog.yaml", &text), ("v4.16/foo/catalog.yaml", &text)]);
    for path in ["v4.18", "v4.18/foo", "v4.18/foo/catalog.yaml", "."] {
        let (_, out, _) = machine.run(&format!("validate {path} --select metadata-for-openshift -f concise"));
        let found: Vec<&str> = out.lines().filter(|line| line.contains("metadata-for-openshift")).collect();
        assert!(found.len() == 1 && found[0].starts_with("v4.18/foo/catalog.yaml:"), "{path}: {out}");
    }
    assert_eq!(machine.run("validate v4.16 --select metadata-for-openshift -f concise").1, "");
}

#[test]
fn the_working_directory_names_it_too_and_is_not_in_any_answer() {
    let bundle = bundle("1.0.0") + "- type: olm.bundle.object\n  value: {data: e30=}\n";
    let text = catalog("- name: foo.v1.0.0\n", &[]) + &bundle;
    let mut machine = Memory::new(&[("foo/catalog.yaml", &text), ("v4.16/catalog.yaml", &text)]);
    machine.stdin = text.clone().into_bytes();
    let lines = |machine: &mut Memory, arguments: &str| {
        let (_, out, err) = machine.run(&format!("validate {arguments} --select metadata-for-openshift -f concise"));
        assert!(!format!("{out}{err}").contains("secret"), "{out}{err}");
        out.lines().filter(|line| line.contains("metadata-for-openshift")).count()
    };
    let stdin = "- --stdin-filename catalog.yaml";
    for (current, arguments, expected) in [
        (Some("/secret/v4.18"), "foo", 1),
        (Some("/secret/v4.18"), "foo/catalog.yaml", 1),
        (Some("/secret/v4.18/more"), "./foo/", 1),
        (Some("C:\\secret\\v4.18"), "foo", 1),
        (Some("/secret/v4.18"), stdin, 1),
        (Some("/secret/v4.18"), "-", 0),
        (Some("/secret/v4.18"), "v4.16", 0),
        (Some("/secret/v4.16"), "foo", 0),
        (Some("/secret/v4.18x"), "foo", 0),
        (None, "foo", 0),
        (None, stdin, 0),
    ] {
        machine.current = current;
        assert_eq!(lines(&mut machine, arguments), expected, "{arguments} in {current:?}");
    }
    // The nearest folder decides, and only its configuration has a pattern for `.`.
    machine.current = Some("/secret/v4.18");
    assert_eq!(lines(&mut machine, "."), 1);
    machine.files.remove("v4.16/catalog.yaml");
    for format in ["pretty", "json", "sarif", "html", "junit"] {
        let (_, out, err) = machine.run(&format!("validate . --select metadata-for-openshift -f {format}"));
        assert!(out.contains("metadata-for-openshift") && !format!("{out}{err}").contains("secret"), "{out}{err}");
    }
    machine.files = [("catalog.yaml".to_owned(), text.into_bytes())].into();
    assert_eq!(lines(&mut machine, "."), 1);
}

/// The catalog with a tab before a name, which is not valid YAML.
const BROKEN: &str = "- name: foo.v1.2.0\n  replaces: foo.v1.1.0\n\t- name: foo.v1.1.0\n";

#[test]
fn a_base_that_is_not_loaded_as_a_whole_is_an_error() {
    let (broken, new) = (catalog(BROKEN, &["1.2.0"]), catalog("- name: foo.v1.2.0\n", &["1.2.0"]));
    let mut machine = Memory::new(&[("old/catalog.yaml", &broken), ("new/catalog.yaml", &new), ("none/README.md", "")]);
    for (words, what) in [
        ("validate new --base old", "the base"),
        ("diff old new", "the old catalog"),
        ("diff new old", "the new catalog"),
        ("diff old new --impact", "the old catalog"),
    ] {
        let (code, out, err) = machine.run(words);
        assert_eq!((code, out.as_str()), (2, ""), "{words}: {err}");
        assert!(
            err.starts_with(&format!("olmkit: {what} cannot be read: old/catalog.yaml:"))
                && err.contains("(yaml-tabs)"),
            "{words}: {err}"
        );
    }
    let (code, _, err) = machine.run("validate new --base none");
    assert_eq!((code, err.as_str()), (2, "olmkit: none: no catalog document was found\n"));
}

#[test]
fn answers_about_a_part_are_marked() {
    let broken = catalog(BROKEN, &["1.2.0"]);
    let mut machine =
        Memory::new(&[("c/catalog.yaml", &broken), ("d/catalog.yaml", &catalog("- name: foo.v1.2.0\n", &["1.2.0"]))]);
    for (words, on_all) in [("stranded", 0), ("stats", 0), ("dependencies", 0), ("resolve --install foo", 0)] {
        let (command, options) = words.split_once(' ').unwrap_or((words, ""));
        let (code, _, err) = machine.run(format!("{command} c {options}").trim());
        assert!(code == 1 && err.contains("c/catalog.yaml:") && err.contains("(yaml-tabs)"), "{words}: {code} {err}");
        let (code, _, err) = machine.run(format!("{command} d {options}").trim());
        assert_eq!(code, on_all, "{words}: {err}");
    }
    let (code, _, err) = machine.run("path c foo foo.v1.2.0");
    assert!(code != 0 && err.contains("(yaml-tabs)"), "{err}");
    assert_eq!(machine.run("stranded d --semantics v1").2, "0 stranded under OLM v1\n");
}

/// opm serves no catalog that it rejects. catalogd does.
#[test]
fn olm_v0_does_not_resolve_a_rejected_catalog() {
    let rejected =
        catalog("- name: foo.v1.2.0\n", &["1.2.0"]).replace("defaultChannel: stable", "defaultChannel: none");
    let mut machine =
        Memory::new(&[("c/catalog.yaml", &rejected), ("d/catalog.yaml", &catalog("- name: foo.v1.2.0\n", &["1.2.0"]))]);
    let note = "olmkit: c: opm rejects the catalog, so OLM v0 cannot use it (pkg-default-channel-exists): ";
    for (words, incomplete) in [
        ("c --install foo", true),
        ("c d --install foo", true),
        ("d --install foo", false),
        ("c --olm v1 --install foo", false),
    ] {
        let (code, out, err) = machine.run(&format!("resolve {words} -f json"));
        let json: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(json.get("incomplete"), incomplete.then_some(&true.into()), "{words}: {out}");
        assert_eq!((code, err.starts_with(note)), (u8::from(incomplete), incomplete), "{words}: {err}");
    }
}

#[test]
fn a_folder_whose_only_file_cannot_be_read_is_not_empty() {
    let mut machine = Memory::new(&[("c/bad.yaml", "")]);
    machine.closed = vec!["c/bad.yaml"];
    for words in ["stats c", "query c", "stranded c", "graph c"] {
        let (code, _, err) = machine.run(words);
        assert!(code == 1 && err.contains("c/bad.yaml:1:1: This file cannot be read"), "{words}: {code} {err}");
        assert!(!err.contains("no catalog document"), "{words}: {err}");
    }
}

#[test]
fn answers_say_that_a_channel_is_defined_more_than_once() {
    let channel = "---\nschema: olm.channel\npackage: foo\nname: stable\nentries:\n- name: foo.v1.3.0\n";
    let text = catalog("- name: foo.v1.2.0\n", &["1.2.0", "1.3.0"]) + channel;
    let mut machine = Memory::new(&[("c/catalog.yaml", text.as_str())]);
    let (_, out, err) = machine.run("validate c");
    assert_eq!(out.lines().count(), 1, "only the cause: {out}");
    assert!(err.ends_with("missing bundles of `foo`, until each channel is defined only once\n"), "{err}");
    for words in ["stranded c", "path c foo foo.v1.2.0", "graph c", "stats c", "query c"] {
        let (code, out, err) = machine.run(&format!("{words} -f json"));
        let found: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!((code, &found["incomplete"]), (1, &true.into()), "{words}: {out}");
        assert!(err.contains("Channel `stable` of package `foo` is defined more than once."), "{words}: {err}");
        assert!(err.ends_with("the result may not include the later definitions\n"), "{words}: {err}");
    }
}

#[test]
fn a_file_without_assertions_is_an_error() {
    let text = catalog("- name: foo.v1.2.0\n", &["1.2.0"]);
    let files =
        [("c/catalog.yaml", text.as_str()), ("a.yaml", "schema: olmkit.assertion\npackage: foo\n"), ("b.yaml", "")];
    let mut machine = Memory::new(&files);
    for file in ["a.yaml", "b.yaml"] {
        let (code, out, err) = machine.run(&format!("validate c --assertions {file}"));
        let expected = format!("olmkit: {file}: there is no document with the schema `olmkit.assertions`\n");
        assert_eq!((code, out.as_str(), err), (2, "", expected));
    }
}

#[test]
fn an_ignored_file_need_not_be_read() {
    let text = catalog("- name: foo.v1.2.0\n", &["1.2.0"]);
    let files = [("c/catalog.yaml", text.as_str()), ("c/bad.yaml", "a:\n\t- b\n"), ("c/.indexignore", "bad.yaml\n")];
    let mut machine = Memory::new(&files);
    machine.closed = vec!["c/bad.yaml"];
    for words in ["stranded c", "stats c", "diff c c", "validate c --base c"] {
        let (code, _, err) = machine.run(words);
        assert!(code == 0 && !err.contains("bad.yaml"), "{words}: {code} {err}");
    }
    machine.files.remove("c/.indexignore");
    let (code, _, err) = machine.run("stranded c");
    assert!(code == 1 && err.contains("c/bad.yaml:1:1: This file cannot be read"), "{code} {err}");
    assert!(err.contains("olmkit: the result does not include what opm cannot load\n"), "{err}");
    let incomplete = |machine: &mut Memory, words: &str| {
        let (_, out, _) = machine.run(&format!("{words} -f json"));
        serde_json::from_str::<serde_json::Value>(&out).unwrap().get("incomplete").cloned()
    };
    let all = [
        "stranded c",
        "stats c",
        "query c",
        "path c foo foo.v1.2.0",
        "graph c",
        "dependencies c",
        "resolve c --install foo",
        "resolve c --olm v1 --install foo",
        "images c",
    ];
    for words in all {
        assert_eq!(incomplete(&mut machine, words), Some(true.into()), "{words}");
    }
    machine.files.remove("c/bad.yaml");
    for words in all {
        assert_eq!(incomplete(&mut machine, words), None, "{words}");
    }
}
