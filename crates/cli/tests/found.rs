//! The catalogs that `olmkit check` finds: broken ones, parts of one, and overlapping paths.

use crate::common::{ANNOTATIONS, Memory, catalog};

#[test]
fn a_path_in_a_catalog_is_checked_with_the_whole_catalog() {
    let (foo, bar) = (catalog("foo"), catalog("bar"));
    let old = "schema: olm.bundle\nname: foo.v1.0.0\npackage: foo\n";
    let files = [
        ("r/c/v4.18/foo/catalog.yaml", foo.as_str()),
        ("r/c/v4.18/foo/old.yaml", old),
        ("r/c/v4.18/.indexignore", "foo/old.yaml\n"),
        ("r/d/foo/catalog.yaml", &foo),
        ("r/d/foo/old.yaml", old),
        ("r/d/bar/catalog.yaml", &bar),
        ("r/d/.indexignore", "foo/old.yaml\n"),
        ("r/e/package/p.yaml", "schema: olm.package\nname: e\ndefaultChannel: a\n"),
        ("r/e/channels/c.yaml", "schema: olm.channel\npackage: e\nname: a\nentries:\n- name: e.v1.0.0\n"),
        ("r/f/package.yaml", "schema: olm.package\nname: f\ndefaultChannel: a\n"),
        ("r/f/channels.yaml", "schema: olm.channel\npackage: f\nname: a\nentries:\n- name: f.v1.0.0\n"),
        ("r/release-1.2/x/foo/catalog.yaml", &foo),
        ("r/release-1.2/ci.yaml", "on: push\n"),
        ("r/other/README.md", ""),
    ];
    for (folder, path, is_repository, expected) in [
        ("/r", "c/v4.18", true, "c/v4.18: catalog of foo"),
        ("/r", "c/v4.18", false, "c/v4.18: catalog of foo"),
        ("/r", "c/v4.18/foo", true, "c/v4.18: catalog of foo"),
        ("/r", "c/v4.18/foo c/v4.18 c ./c/v4.18/foo/", true, "c/v4.18: catalog of foo"),
        ("/r", "c c/v4.18/foo/catalog.yaml", true, "c/v4.18: catalog of foo"),
        ("/r/c/v4.18", ".", true, ".: catalog of foo"),
        ("/r/c/v4.18", ".", false, ".: catalog of foo"),
        ("/r/c/v4.18/foo", ".", true, "..: catalog of foo"),
        ("/r", "d/foo", true, "d: catalog of bar, foo"),
        ("/r", "release-1.2/x/foo", true, "release-1.2/x/foo: catalog of foo"),
        ("/r", "e/channels", true, "e: catalog of e"),
        ("/r", "c/v4.18/foo/catalog.yaml", true, "c/v4.18: catalog of foo"),
        ("/r", "d/foo/catalog.yaml", true, "d: catalog of bar, foo"),
        ("/r", "e/channels/c.yaml", true, "e: catalog of e"),
        ("/r/e/channels", "c.yaml", true, "../../e: catalog of e"),
        ("/r", "release-1.2/x/foo/catalog.yaml", true, "release-1.2/x/foo: catalog of foo"),
        ("/r", "f/channels.yaml", true, "f: catalog of f"),
        ("/r", "f/package.yaml", true, "f: catalog of f"),
        ("/r", "f/package.yaml", false, "f/package.yaml: catalog of f"),
    ] {
        let repository = is_repository.then_some(("r/.git/HEAD", "ref\n"));
        let machine = Memory::new(&files.into_iter().chain(repository).collect::<Vec<_>>());
        let mut machine = Memory { rooted: true, current: Some(folder), ..machine };
        let (_, out, err) = machine.run(&format!("check --ignore all {path}"));
        let found: Vec<&str> = err.lines().filter(|line| line.contains(": catalog")).collect();
        assert_eq!(found, [expected], "{folder} {path}: {out}{err}");
        assert!(!out.contains("duplicate"), "{folder} {path}: {out}");
    }
}

/// `check` looks above the current directory, `fix` does not change anything there.
#[test]
fn fix_without_a_path_changes_nothing_above() {
    let unused = |name: &str| format!("# olmkit-ignore stranded-v0: no longer\n{}", catalog(name));
    let (foo, bar) = (unused("foo"), unused("bar"));
    let files = [("r/.git/HEAD", "ref\n"), ("r/v4.18/foo/c.yaml", foo.as_str()), ("r/v4.18/bar/c.yaml", &bar)];
    let mut machine = Memory { rooted: true, current: Some("/r/v4.18/foo"), ..Memory::new(&files) };
    assert!(machine.run("check").2.starts_with("..: catalog of bar, foo\n"));
    let (_, _, err) = machine.run("fix");
    assert!(err.starts_with(".: catalog of foo\n"), "{err}");
    let changed: Vec<bool> = ["bar", "foo"]
        .iter()
        .map(|name| !machine.files.values().any(|text| *text == unused(name).as_bytes()))
        .collect();
    assert_eq!(changed, [false, true], "{err}");
}

#[test]
fn a_path_that_git_ignores_is_checked_in_a_catalog_too() {
    let (foo, bar) = (catalog("foo"), "schema: [\n");
    let mut machine = Memory::new(&[
        (".git/HEAD", "ref\n"),
        (".gitignore", "tmp.yaml\n"),
        ("c/foo.yaml", &foo),
        ("c/tmp.yaml", bar),
        ("c/more/foo.yaml", &foo.replace("foo", "more")),
    ]);
    let (_, out, err) = machine.run("check c c/more");
    assert!(err.starts_with("c: catalog of foo, more, without 1 path that .gitignore excludes\n"), "{err}");
    assert!(err.contains("in 2 files"), "{out}{err}");
    let mut machine = Memory::new(&[
        (".git/HEAD", "ref\n"),
        (".gitignore", "tmp/\n"),
        ("v4.18/foo/c.yaml", &foo),
        ("v4.18/tmp/bar/c.yaml", "schema: olm.package\nname: bar\n"),
    ]);
    let (code, _, err) = machine.run("check v4.18/tmp");
    assert!(code == 1 && err.starts_with("v4.18/tmp/bar: catalog of bar\n"), "{err}");
}

#[test]
fn file_names_do_not_start_lines_on_standard_error() {
    const CSV: &[u8] =
        b"apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: foo.v1}\nspec: {version: 1.0.0}\n";
    let good = catalog("foo");
    let mut machine = Memory::new(&[("c/a.yaml", &good), ("c/x\n::error::b.yaml", "schema: [")]);
    machine.files.insert("c/y\n##[error]b.yaml".to_owned(), b"schema: [".to_vec());
    for words in ["stats c", "stranded c", "query c", "images c", "graph c", "path c foo 1.0.0", "diff c c"] {
        let (_, _, err) = machine.run(words);
        assert!(err.contains("::error::b.yaml"), "{words}: {err}");
        assert!(!err.lines().any(|line| line.starts_with("::") || line.starts_with("##[")), "{words}: {err}");
    }
    let annotations = ANNOTATIONS.replace("package.v1: foo", "package.v1: ''");
    machine.files.insert("b\n::error::d/manifests/a.yaml".to_owned(), CSV.to_vec());
    machine.files.insert("b\n::error::d/metadata/annotations.yaml".to_owned(), annotations.into());
    let (code, _, err) = machine.args(&["render", "b\n::error::d"]);
    assert!(code == 0 && err.contains("the bundle has no package") && !err.contains("\n::"), "{err}");
    for words in [&["stats", "c\n::error::d"][..], &["check", "c\n::error::d"], &["fix", "c\n::error::d"]] {
        let (code, _, err) = machine.args(words);
        assert!(code == 2 && !err.lines().any(|line| line.starts_with("::")), "{words:?}: {err}");
    }
}

#[test]
fn a_catalog_that_cannot_be_read_is_checked() {
    let good = catalog("foo");
    for (broken, rule) in [
        (good.replacen("schema: ", "schema: [", 1), "yaml-syntax"),
        (good.replace("schema:", "schema"), "yaml-syntax"),
        (good.replacen("\nname", "\n\tname", 1), "yaml-syntax"),
        (format!("<<<<<<< HEAD\n{good}"), "yaml-syntax"),
        ("a: [\n".to_owned(), "yaml-syntax"),
        (String::new(), "file-unreadable"),
    ] {
        let mut machine = Memory::new(&[("c/v4.18/foo/catalog.yaml", &good), ("c/v4.19/foo/catalog.yaml", &broken)]);
        let rule = if broken.contains('\t') { "yaml-tabs" } else { rule };
        if broken.is_empty() {
            machine.files.remove("c/v4.19/foo/catalog.yaml");
            machine.broken_links.push("c/v4.19/foo/catalog.yaml");
        }
        let (code, out, err) = machine.run("check -f concise");
        assert!(err.starts_with("c/v4.18: catalog of foo\nc/v4.19: catalog"), "{broken}: {err}");
        assert!(code == 1 && out.lines().all(|line| line.starts_with("c/v4.19/foo/catalog.yaml:")), "{broken}: {out}");
        assert!(out.contains(rule) && !out.contains("duplicate"), "{broken}: {out}");
    }
}

/// The profile opm of `check` is that of catalogs and of bundles.
#[test]
fn the_profile_opm_applies_to_bundles() {
    let sample = olmkit_bundle::sample::files();
    let mut machine = Memory::new(&[("c/catalog.yaml", &catalog("foo"))]);
    for (path, text) in sample {
        machine.files.insert(format!("b/{path}"), text.replace("a@ex.com", "nope").into_bytes());
    }
    let (code, out, _) = machine.run("check");
    assert!(code == 1 && out.contains("[hub-maintainer"), "{out}");
    for words in ["check -p opm", "check -p opm --fail-on info", "bundle validate -p opm b"] {
        let (code, out, err) = machine.run(words);
        assert!(code == 0 && !out.contains("hub-"), "{words}: {out}{err}");
    }
}

#[test]
fn a_part_of_a_bundle_means_the_bundle() {
    let mut machine = Memory::new(&[]);
    machine.files =
        olmkit_bundle::sample::files().into_iter().map(|(path, text)| (format!("o/b/{path}"), text.into())).collect();
    let whole = machine.run("check o/b -f json").1;
    for part in [
        "o/b/manifests",
        "o/b/metadata/",
        &format!("o/b/{}", olmkit_bundle::sample::CSV),
        "o/b/metadata/annotations.yaml",
    ] {
        let (code, out, err) = machine.run(&format!("check {part} -f json"));
        assert_eq!((code, out == whole), (0, true), "{part}: {err}");
    }
}
