//! `olmkit check`, and the hints of `olmkit validate`; run on files in memory.

use crate::common;
use std::collections::BTreeMap;
use std::ffi::OsString;

use crate::common::{Memory, catalog, tar_of};
use olmkit_cli::{Entry, Failure, Host, Kind};

const CSV: &str = "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\n";
const BASIC: &str = "schema: olm.template.basic\nentries: []\n";

/// A typical repository: catalogs of two versions, a template, ignored files, and other code.
fn repository() -> Memory {
    let (first, second) = (catalog("foo"), catalog("bar"));
    Memory::new(&[
        (".git/HEAD", "ref: refs/heads/main\n"),
        (".gitignore", "/build\n*.tmp.yaml\n"),
        ("README.md", "# olm.package\n"),
        ("build/catalog/foo/catalog.yaml", "schema: olm.package\nname: [\n"),
        ("catalogs/v4.16/foo/catalog.yaml", &first),
        ("catalogs/v4.16/bar/catalog.yaml", &second),
        ("catalogs/v4.17/foo/catalog.yaml", &first),
        ("catalogs/v4.17/foo/old.tmp.yaml", "not: [read\n"),
        ("templates/basic.yaml", BASIC),
    ])
}

#[test]
fn the_catalogs_of_a_repository_are_found() {
    for words in ["check", "validate"] {
        let (code, out, err) = repository().run(words);
        assert_eq!(
            err.lines().take(3).collect::<Vec<_>>(),
            [
                "catalogs/v4.16: catalog of bar, foo",
                "catalogs/v4.17: catalog of foo, without 1 path that .gitignore excludes",
                "templates/basic.yaml: basic template (read, not rendered: olmkit template renders it)",
            ],
            "{words}"
        );
        // Ignored files are neither searched nor read as part of what is found.
        assert!(!out.contains("build/") && !out.contains("old.tmp.yaml"), "{out}");
        assert_eq!(code, 0, "{out}");
    }
    // opm reads everything below a directory.
    let (code, out, _) = repository().run("validate catalogs/v4.17");
    assert!(out.contains("catalogs/v4.17/foo/old.tmp.yaml:2:1"), "{out}");
    assert_eq!(code, 1, "{out}");
    let (code, out, err) = repository().run("check catalogs/v4.16");
    assert_eq!((code, out.as_str(), err.lines().next().unwrap()), (0, "", "catalogs/v4.16: catalog of bar, foo"));
    assert_eq!(repository().run("check catalogs/v4.16 --quiet").2, "");
}

#[test]
fn files_of_git_above_the_searched_directory_are_respected() {
    let one = catalog("foo");
    let files = |with: &[(&'static str, &'static str)]| {
        let mut files = vec![
            ("repository/.gitignore", "*.tmp.yaml\n/catalogs/v4.17\n/catalogs/old\n"),
            ("repository/catalogs/.gitignore", "!/old\n"),
            ("repository/catalogs/v4.16/foo/catalog.yaml", &*one),
            ("repository/catalogs/v4.16/foo/old.tmp.yaml", "not: [read\n"),
            ("repository/catalogs/v4.17/foo/catalog.yaml", "schema: olm.package\n"),
            ("repository/catalogs/old/foo/catalog.yaml", "schema: olm.package\n"),
        ];
        files.extend(with);
        Memory::new(&files)
    };
    let within = files(&[("repository/.git/HEAD", ""), (".gitignore", "v4.16\n")]);
    let in_catalogs = Memory {
        rooted: true,
        current: Some("/repository/catalogs"),
        files: within.files.clone(),
        ..Memory::default()
    };
    let in_one = Memory {
        current: Some("/repository/catalogs/v4.16"),
        files: within.files.clone(),
        rooted: true,
        ..Memory::default()
    };
    for (mut machine, words) in
        [(within, "check repository/catalogs/v4.16"), (in_catalogs, "check v4.16"), (in_one, "check .")]
    {
        let (code, out, err) = machine.run(words);
        assert_eq!((code, out.as_str()), (0, ""), "{words}: {err}");
    }
    let mut within = files(&[("repository/.git/HEAD", "")]);
    let (_, out, err) = within.run("check repository/catalogs");
    assert!(out.contains("old/foo/catalog.yaml") && !err.contains("v4.17"), "{out}{err}");
    let (_, out, _) = within.run("check repository/catalogs/v4.17");
    assert!(out.contains("v4.17/foo/catalog.yaml"), "a directory that is named is searched: {out}");
    let (_, out, _) = files(&[]).run("check repository/catalogs/v4.16");
    assert!(out.contains("old.tmp.yaml"), "without a repository: {out}");
}

#[test]
fn the_root_of_a_repository_is_a_catalog_without_what_git_ignores() {
    let files = [
        (".git/HEAD", "ref: refs/heads/main\n"),
        (".gitignore", "*.log\n"),
        ("catalog.yaml", &*catalog("foo")),
        ("build.log", "not: [read\n"),
    ];
    for words in ["check", "check .", "validate", "fix"] {
        let (code, out, err) = Memory::new(&files).run(words);
        let found = Some(".: catalog of foo, without 1 path that .gitignore excludes");
        assert_eq!((code, out.as_str(), err.lines().next()), (0, "", found), "{words}: {err}");
    }
    let (code, out, _) = Memory::new(&files).run("validate .");
    assert!(out.contains(".git/HEAD:1:1"), "{out}");
    assert_eq!(code, 1, "{out}");
}

#[test]
fn a_path_given_twice_is_checked_once_and_standard_input_is_not_watched() {
    let mut machine = Memory::new(&[("c/a.yaml", "schema: [\n")]);
    let once = machine.run("validate c").1;
    assert!(once.contains("c/a.yaml"), "{once}");
    assert_eq!(machine.run("validate c ./c c/").1, once);
    for words in ["validate - --watch", "check - --watch"] {
        let (code, _, err) = machine.run(words);
        assert_eq!((code, err.as_str()), (2, "olmkit: --watch does not support standard input, which is read once\n"));
    }
}

#[test]
fn bundles_are_checked_with_the_rules_of_bundles() {
    let files = [
        ("catalog/catalog.yaml", catalog("foo")),
        ("operator/manifests/foo.clusterserviceversion.yaml", CSV.to_owned()),
        ("operator/metadata/annotations.yaml", "annotations: {}\n".to_owned()),
    ];
    let mut machine = Memory::new(&files.each_ref().map(|(path, text)| (*path, text.as_str())));
    let (code, out, err) = machine.run("check --format concise");
    assert!(err.starts_with("catalog: catalog of foo\noperator: bundle\n"), "{err}");
    let is_of_bundle = |line: &str| line.starts_with("operator/") || line.starts_with("operator:1:1: ");
    assert!(out.lines().count() > 1 && out.lines().all(is_of_bundle), "{out}");
    assert!(
        out.contains("operator:1:1: error: `opm render` cannot convert the bundle"),
        "about the whole bundle: {out}"
    );
    assert_eq!(code, 1);
    // A rule of bundles does not apply to catalogs, and vice versa.
    let rule = out
        .lines()
        .next()
        .unwrap()
        .split_whitespace()
        .find(|word| word.starts_with('['))
        .unwrap()
        .trim_matches(['[', ']'])
        .to_owned();
    let (_, out, err) = machine.run(&format!("check --select {rule}"));
    assert!(out.contains(&rule) && !err.contains("--select"), "{out}{err}");
    // opm rejects the bundle, which is reported next to a catalog that it accepts.
    assert!(machine.run("check").2.contains("; opm rejects it"));
    let (code, out, _) = machine.run("check --select channel-no-head");
    assert_eq!((code, out.as_str()), (0, ""));
}

/// The metadata may be forgotten, so it must not decide whether anything is checked.
#[test]
fn a_bundle_without_annotations_is_found_by_its_csv() {
    let json = "{\n  \"kind\": \"ClusterServiceVersion\"\n}\n";
    let mut machine = Memory::new(&[
        ("operator/manifests/foo.csv.yaml", CSV),
        ("other/manifests/foo.json", json),
        // Kustomize's base, an object that a CSV owns, and a text are not bundles.
        ("config/manifests/bases/foo.clusterserviceversion.yaml", CSV),
        ("deploy/manifests/owned.yaml", "kind: Role\nownerReferences:\n- \n  kind: ClusterServiceVersion\n"),
        ("docs/manifests/README.md", CSV),
    ]);
    let (code, out, err) = machine.run("check --format concise");
    let bundles: Vec<&str> = err.lines().filter(|line| line.contains(": bundle")).collect();
    let how = "bundle without metadata/annotations.yaml (its manifests have a ClusterServiceVersion)";
    assert_eq!(bundles, [format!("operator: {how}"), format!("other: {how}")]);
    assert!(code == 1 && out.contains("operator:1:1: error: The bundle has no `metadata` directory."), "{out}");
}

#[test]
fn a_tool_accepts_several_bundles_if_it_accepts_each() {
    let sample = olmkit_bundle::sample::files();
    let mut machine = Memory::new(&[]);
    for (folder, annotations) in [("a", None), ("b", Some("annotations: {}\n"))] {
        for (path, text) in &sample {
            let is_changed = path.to_string().ends_with("annotations.yaml");
            let text = annotations.filter(|_| is_changed).map_or_else(|| text.to_string(), str::to_owned);
            machine.files.insert(format!("{folder}/{path}"), text.into_bytes());
        }
    }
    assert!(machine.run("bundle validate a").2.contains("opm accepts it, operator-sdk accepts it"));
    for words in ["bundle validate a b", "bundle validate b a", "check"] {
        let (_, _, err) = machine.run(words);
        assert!(err.contains("opm rejects it, operator-sdk rejects it"), "{words}: {err}");
        assert_eq!(err.matches("not checked (opm render)").count(), 1, "{words}: {err}");
    }
}

#[test]
fn files_archives_and_standard_input_are_checked_as_they_are() {
    let mut machine = repository();
    let text = catalog("foo");
    machine.files.insert("c.tar".to_owned(), tar_of(&[("foo/catalog.yaml", text.as_str()), ("foo/notes.md", "")]));
    let bundle = [("b/manifests/a.yaml", CSV), ("b/metadata/annotations.yaml", "annotations: {}\n")];
    machine.files.insert("b.tar".to_owned(), tar_of(&bundle));
    machine.files.insert("nothing.tar".to_owned(), tar_of(&[("README.md", "")]));
    machine.stdin = text.into_bytes();
    let paths = "catalogs/v4.16/foo/catalog.yaml templates/basic.yaml c.tar -";
    let (code, out, err) = machine.run(&format!("check {paths}"));
    let expected = [
        // A file of a catalog is checked with the whole catalog.
        "catalogs/v4.16: catalog of bar, foo",
        "templates/basic.yaml: basic template (read, not rendered: olmkit template renders it)",
        "c.tar: catalog archive",
        "-: catalog",
    ];
    assert_eq!((code, out.as_str(), err.lines().take(4).collect::<Vec<_>>()), (0, "", expected.to_vec()), "{err}");
    let (code, out, err) = machine.run("check b.tar");
    assert!(code == 1 && out.contains("b.tar/b/manifests/a.yaml:"), "{out}");
    assert!(err.starts_with("b.tar: bundle archive\n"), "{err}");
    for path in ["nothing.tar", "README.md"] {
        let (code, _, err) = machine.run(&format!("check {path}"));
        assert_eq!((code, err), (2, format!("olmkit: no catalog, bundle or template was found in {path}\n")));
    }
}

#[test]
fn templates_are_read() {
    let mut machine = Memory::new(&[("template.yaml", "schema: olm.semver\nstable: 5\n")]);
    let (code, out, err) = machine.run("check");
    assert_eq!(code, 1, "{err}");
    assert!(out.starts_with("template.yaml:2:9: error: ") && out.contains("[template-invalid]"), "{out}");
    assert!(err.ends_with("1 error, 0 warnings in 1 file; opm cannot read it\n"), "{err}");
    let mut machine = Memory::new(&[("template.yaml", BASIC)]);
    let (code, out, err) = machine.run("check");
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert!(err.ends_with("0 errors, 0 warnings in 1 file; opm can read it\n"), "{err}");
}

#[test]
fn broken_templates_are_findings_at_their_place() {
    for (text, line, column) in [
        ("schema: olm.semver\nstable: 5\n", 2, 9),
        ("schema: olm.semver\nstable:\n  bundls: []\n", 3, 3),
        ("# a template\n---\nschema: olm.template.basic\n", 1, 1),
        ("schema: olm.template.basic\nentries:\n- {schema: olm.bundle, image: a}\n- {schema: 3}\n", 4, 12),
        ("schema: olm.template.basic\nentries: [\n", 3, 1),
    ] {
        let mut machine = Memory::new(&[("t/a,b.yaml", text), ("c/catalog.yaml", &catalog("foo"))]);
        for words in ["check -f github", "validate -f github", "check --report github=-"] {
            let (code, out, err) = machine.run(words);
            let start = format!("::error file=t/a%2Cb.yaml,line={line},endLine={line},col={column},");
            assert!(code == 1 && out.starts_with(&start), "{words}: {out}");
            assert!(out.ends_with("1 error, 0 warnings in 2 files; opm rejects it (template-invalid)\n"), "{out}");
            assert!(!err.contains("olmkit: "), "{err}");
        }
    }
}

#[test]
fn broken_templates_are_findings_in_every_format() {
    let mut machine =
        Memory::new(&[("t.yaml", "schema: olm.semver\nstable: 5\n"), ("c/catalog.yaml", &catalog("foo"))]);
    for format in
        ["pretty", "concise", "json", "jsonl", "sarif", "gitlab", "junit", "checkstyle", "rdjson", "html", "agent"]
    {
        let (code, out, _) = machine.run(&format!("check -f {format}"));
        assert!(code == 1 && out.contains("template-invalid") && out.contains("t.yaml"), "{format}: {out}");
        assert!(!out.contains("opm accepts"), "{format}: {out}");
    }
    let (_, out, _) = machine.run("check -f json");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["summary"]["errors"], 1);
    assert_eq!(report["summary"]["templates"], 1);
    assert_eq!(report["opm"]["accepted"], false);
    assert_eq!(machine.run("check --ignore template-invalid").0, 0);
    assert_eq!(machine.run("check --profile opm").0, 1);
    assert_eq!(machine.run("check --ignore template-invalid --profile opm").0, 1, "opm's verdict stays");
    machine.files.insert("olmkit.yaml".to_owned(), b"severity: {template-invalid: warning}\n".to_vec());
    let (code, _, err) = machine.run("check");
    assert!(code == 0 && err.contains("0 errors, 1 warning in 2 files"), "{err}");
}

#[test]
fn the_labels_of_an_image_are_in_the_bundle_or_beside_it() {
    let sample = olmkit_bundle::sample::files();
    let files = sample.iter().map(|(path, text)| {
        (format!("b/{path}"), text.replace("apiextensions.k8s.io/v1\n", "apiextensions.k8s.io/v1beta1\n"))
    });
    let files: Vec<(String, String)> = files.collect();
    let mut machine = Memory::new(&files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect::<Vec<_>>());
    let old = b"LABEL com.redhat.openshift.versions=v4.6-v4.8\n".to_vec();
    let new = b"LABEL com.redhat.openshift.versions=v4.6\n".to_vec();
    machine.files.insert("b/own.Dockerfile".to_owned(), old.clone());
    machine.files.insert("old.Dockerfile".to_owned(), old);
    machine.files.insert("new.Dockerfile".to_owned(), new);
    let mut finds = |path: &str| {
        let (code, out, err) = machine.run(&format!("bundle validate b --suite community --index-path {path}"));
        assert!(code < 2, "{err}");
        out.contains("[comm-index]")
    };
    assert!(!finds("own.Dockerfile") && !finds("b/own.Dockerfile") && !finds("./old.Dockerfile"));
    assert!(finds("new.Dockerfile"));
    let missing = "olmkit: --index-path none: no such file or directory, neither here nor in the bundle b\n";
    assert_eq!(machine.run("bundle validate b --index-path none"), (2, String::new(), missing.to_owned()));
}

#[test]
fn a_directory_with_nothing_to_check_is_wrong_usage() {
    let (code, _, err) = Memory::new(&[("main.go", "package main\n")]).run("check");
    assert_eq!((code, err.as_str()), (2, "olmkit: no catalog, bundle or template was found in .\n"));
    assert_eq!(Memory::new(&[]).run("check nowhere").0, 2);
    let mut machine = Memory::new(&[("src/main.go", "package main\n"), ("c/a.yaml", &catalog("foo"))]);
    let (code, _, err) = machine.run("check src c");
    assert_eq!((code, err.as_str()), (2, "olmkit: no catalog, bundle or template was found in src\n"));
    assert_eq!(machine.run("check c src/main.go src").2.lines().count(), 1);
}

#[test]
fn options_about_one_catalog_need_a_path() {
    for option in ["--base old", "--assertions a.yaml", "--watch"] {
        assert_eq!(repository().run(&format!("validate {option}")).0, 2, "{option}");
    }
}

#[test]
fn a_directory_that_is_not_a_catalog_gets_a_hint() {
    let hint = |machine: &mut Memory, words: &str| {
        let (_, _, err) = machine.run(words);
        err.lines().find_map(|line| line.strip_prefix("hint: ").map(str::to_owned)).unwrap_or_default()
    };
    assert_eq!(
        hint(&mut repository(), "validate catalogs"),
        "`foo` is defined in catalogs/v4.16 and in catalogs/v4.17. Run `olmkit check catalogs` to check each catalog separately."
    );
    let single = [(".git/HEAD", "ref\n".to_owned()), ("catalog/catalog.yaml", catalog("foo"))];
    let mut single = Memory::new(&single.each_ref().map(|(path, text)| (*path, text.as_str())));
    assert!(hint(&mut single, "validate .").ends_with("Run `olmkit check .` to check its catalogs and bundles."));
    let bundle = [("b/manifests/a.yaml", CSV), ("b/metadata/annotations.yaml", "annotations: {}\n")];
    assert_eq!(hint(&mut Memory::new(&bundle), "validate b"), "b is a bundle. Run `olmkit bundle validate b`.");
    assert_eq!(hint(&mut Memory::new(&bundle), "bundle validate b"), "");
    assert_eq!(hint(&mut Memory::new(&[("c/catalog.yaml", "schema: olm.package\n")]), "validate c"), "");
    assert_eq!(hint(&mut single, "bundle validate catalog"), "catalog is a catalog. Run `olmkit validate catalog`.");
    let file = single.files.keys().find(|path| path.starts_with("catalog/")).unwrap().clone();
    assert_eq!(
        hint(&mut single, &format!("bundle validate {file}")),
        format!("{file} is a catalog. Run `olmkit validate {file}`.")
    );
    let below = bundle.map(|(path, text)| (path.replace("b/", "all/b/"), text));
    let mut below = Memory::new(&below.each_ref().map(|(path, text)| (path.as_str(), *text)));
    assert_eq!(hint(&mut below, "bundle validate all"), "all contains 1 bundle. Run `olmkit check all` to check it.");
    assert_eq!(hint(&mut single, "validate catalog"), "");
}

#[test]
fn a_directory_without_a_catalog_is_a_warning_and_in_strict_an_error() {
    let empty_archive = "\0".repeat(1024);
    let mut machine =
        Memory::new(&[("docs/notes.yaml", ""), ("c/catalog.yaml", &catalog("foo")), ("e.tar", &empty_archive)]);
    let (code, out, _) = machine.run("validate docs -f concise");
    assert_eq!((code, out.trim_end()), (0, "docs:1:1: warning: No catalog document was found. [catalog-empty]"));
    let (_, out, _) = Memory::new(&[]).run("validate -");
    assert_eq!(out.trim_end(), "stdin:1:1: warning: No catalog document was found. [catalog-empty]");
    for (words, code) in [
        ("validate docs --profile strict", 1),
        ("validate docs --max-warnings 0", 1),
        ("validate docs --fail-on warning", 1),
        ("validate docs --ignore catalog-empty --fail-on warning", 0),
        ("validate docs --profile opm", 0),
        ("validate - --fail-on warning", 1),
        ("fix docs --fail-on warning", 1),
        ("validate c --fail-on warning", 0),
        ("validate docs/notes.yaml --fail-on warning", 0),
        ("validate e.tar --fail-on warning", 1),
    ] {
        assert_eq!(machine.run(words).0, code, "{words}");
    }
}

/// As for a directory without anything to check.
#[test]
fn standard_input_without_a_document_is_an_error() {
    for words in ["check -", "check - --profile strict", "check - --exit-zero -q", "check - catalog"] {
        let (code, out, err) = Memory::new(&[("catalog/foo.yaml", common::CATALOG)]).run(words);
        assert_eq!((code, out.as_str()), (2, ""), "{words}");
        assert!(err.ends_with("olmkit: standard input: no catalog document was read\n"), "{words}: {err}");
    }
}

#[test]
fn what_cannot_be_read_is_reported() {
    let (a, b) = (catalog("a"), catalog("b"));
    for closed in ["b/catalog.yaml", "b"] {
        let mut machine = Memory::new(&[("a/catalog.yaml", &a), ("b/catalog.yaml", &b), (".git/HEAD", "")]);
        machine.closed = vec![closed];
        for words in ["check", "check --quiet", "check a b"] {
            let (code, _, err) = machine.run(words);
            assert_eq!(code, if words == "check a b" && closed == "b" { 2 } else { 1 }, "{words} {closed}: {err}");
            assert!(err.contains(closed) && err.contains("permission denied"), "{words}: {err}");
        }
        assert!(machine.run("fix").2.contains("permission denied"));
    }
    let wide: Vec<u8> = std::iter::once(0xFEFF).chain(b.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let mut machine = Memory::new(&[("a/catalog.yaml", &a), (".git/HEAD", "")]);
    machine.files.insert("b/catalog.yaml".to_owned(), wide);
    let (code, out, err) = machine.run("check");
    assert!(code == 1 && out.contains("b/catalog.yaml:1:1") && out.contains("yaml-invalid-utf8"), "{out} {err}");
}

#[test]
fn a_repository_that_is_a_catalog_itself_has_other_files_beside_it() {
    let catalog = catalog("foo");
    let mut files = vec![
        (".git/HEAD", "ref: refs/heads/main\n"),
        ("README.md", "# hi\n"),
        ("Dockerfile", "FROM scratch\n"),
        (".github/ci.yaml", "on: push\n"),
        ("basic.yaml", BASIC),
        ("bundle/manifests/csv.yaml", CSV),
        ("bundle/metadata/annotations.yaml", "annotations: {}\n"),
        ("catalog.yaml", &catalog),
    ];
    let (_, out, err) = Memory::new(&files).run("check");
    assert!(err.starts_with(".: catalog of foo\n"), "{err}");
    assert!(!out.contains("README") && !out.contains("ci.yaml") && !out.contains("basic.yaml"), "{out}");
    assert!(out.contains("bundle/manifests/csv.yaml"), "{out}");
    assert!(out.lines().all(|line| line.starts_with("bundle/") || line.starts_with("bundle:")), "{out}");
    // A file that is meant to be part of the catalog is checked even if it cannot be read.
    files.push(("more.yaml", "schema: olm.channel\nname: [\n"));
    assert!(Memory::new(&files).run("check").1.contains("more.yaml:"));
    // opm reads everything below a directory.
    assert!(Memory::new(&files).run("validate .").1.contains("README.md"));
}

#[test]
fn a_misspelled_schema_of_a_template_is_named() {
    let mut machine = Memory::new(&[("t.yaml", "schema: olm.template.basik\nentries: []\n")]);
    let (code, out, _) = machine.run("check -f pretty");
    assert!(code == 1 && out.contains("help: Did you mean `olm.template.basic`?"), "{out}");
    let (_, _, err) = machine.run("template t.yaml");
    let expected = "olmkit: t.yaml:1:9: `olm.template.basik` is not the schema of a template. Did you mean \
                    `olm.template.basic`?\nopm reports: unknown template schema: olm.template.basik\n";
    assert_eq!(err, expected);
    assert!(
        machine.run("check -f opm").1.contains("unknown template schema: olm.template.basik"),
        "opm's verdict stays"
    );
}

#[test]
fn what_broken_documents_hide_is_reported_once() {
    let broken = catalog("foo").replace("image: quay", "image: 3\nimages: quay");
    let mut machine = Memory::new(&[("c/catalog.yaml", &broken)]);
    let line = "not checked (olmkit): upgrades, missing channels and missing bundles of `foo`, until opm can load all \
                documents\n";
    let (_, _, err) = machine.run("validate c");
    assert!(err.ends_with(line), "{err}");
    assert_eq!(machine.run("check").2.matches("not checked").count(), 1);
    let (_, out, _) = machine.run("validate c -f json");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["notChecked"][0]["what"], line.trim_end().split_once(": ").unwrap().1);
    let other = catalog("foo") + "---\nschema: [\n";
    let (_, _, err) = Memory::new(&[("c/catalog.yaml", &other)]).run("validate c");
    assert!(err.contains("missing bundles, until opm "), "every package: {err}");
    let (_, out, err) = Memory::new(&[("c/catalog.yaml", &catalog("foo"))]).run("validate c -f json");
    assert!(!out.contains("notChecked") && !err.contains("not checked"), "{err}");
}

#[test]
fn only_the_cause_is_reported_for_a_name_of_another_type() {
    for (from, to) in [
        ("olm.package\nname: foo", "olm.package\nname: 1.0"),
        ("name: stable\n", "name: 4.1\n"),
        ("- name: foo.v1.0.0", "- name: 1.0"),
        ("olm.bundle\npackage: foo", "olm.bundle\npackage: 3"),
        ("olm.channel\npackage: foo", "olm.channel\npackage: 3"),
    ] {
        let text = catalog("foo").replacen(from, to, 1);
        let (code, out, _) = Memory::new(&[("c/catalog.yaml", &text)]).run("validate c");
        assert_eq!((code, out.lines().count()), (1, 1), "{to}: {out}");
        assert!(out.contains("must be a string, but YAML reads"), "{to}: {out}");
    }
}

#[test]
fn too_many_warnings_are_the_reason_that_is_given() {
    let warned = catalog("foo").replace("defaultChannel", "x: 1\ndefaultChannel");
    let mut machine = Memory::new(&[("c/catalog.yaml", &warned)]);
    let (code, _, err) = machine.run("validate c --max-warnings 0");
    assert!(
        code == 1 && err.ends_with("olmkit: c: 1 warning; the maximum is 0 (--max-warnings, `maxWarnings`)\n"),
        "{err}"
    );
    assert!(!machine.run("validate c --max-warnings 1").2.contains("maximum"));
    machine.files.insert("olmkit.yaml".to_owned(), b"maxWarnings: 0\n".to_vec());
    assert!(machine.run("validate c").2.contains("the maximum is 0"));
}

#[test]
fn a_bundle_that_is_queried_as_a_catalog_gets_a_hint() {
    let sample = olmkit_bundle::sample::files();
    let mut machine = Memory::new(&[("c/a.yaml", &catalog("foo"))]);
    for (path, content) in sample {
        machine.files.insert(format!("b/{path}"), content.into());
    }
    let hint = "hint: b is a bundle. Run `olmkit bundle validate b`.\n";
    for words in ["path b foo 1.0.0", "stranded b", "graph b", "stats b", "query b", "diff b c", "diff c b"] {
        let (code, _, err) = machine.run(words);
        assert!(code > 0 && err.matches(hint).count() == 1, "{words}: {err}");
    }
    let (_, _, err) = machine.run("dependencies b");
    let next = "hint: To check what the bundle requires of a catalog, run `olmkit render b | olmkit dependencies - CATALOG`.\n";
    assert!(err.contains(hint) && err.contains(next), "{err}");
    assert!(!machine.run("dependencies c").2.contains("hint:"));
}

/// A host that counts how often it reads each file.
struct Counting {
    machine: Memory,
    reads: BTreeMap<String, usize>,
}

impl Host for Counting {
    fn kind(&mut self, path: &str) -> Result<Kind, Failure> {
        self.machine.kind(path)
    }

    fn list(&mut self, path: &str) -> Result<Vec<Entry>, Failure> {
        self.machine.list(path)
    }

    fn read(&mut self, path: &str) -> Result<Vec<u8>, Failure> {
        let count = self.reads.entry(path.to_owned()).or_default();
        *count = count.saturating_add(1);
        self.machine.read(path)
    }

    fn write(&mut self, path: &str, content: &[u8]) -> Result<(), Failure> {
        self.machine.write(path, content)
    }

    fn stdin(&mut self) -> Result<Vec<u8>, Failure> {
        self.machine.stdin()
    }

    fn out(&mut self, text: &[u8]) {
        self.machine.out(text);
    }

    fn err(&mut self, text: &[u8]) {
        self.machine.err(text);
    }

    fn is_terminal(&self) -> bool {
        false
    }

    fn env(&self, _name: &str) -> Option<String> {
        None
    }
}

#[test]
fn a_catalog_that_is_partly_loaded_is_read_once() {
    let good = catalog("foo");
    let files = [("c/a.yaml", good.as_str()), ("c/b.yaml", "schema: [\n")];
    for (words, more, times) in [
        ("query c", None, 1),
        ("stranded c", None, 1),
        ("query c", Some((".git/HEAD", "ref\n")), 1),
        // It may be a repository or a bundle.
        ("query c", Some(("c/.git/HEAD", "ref\n")), 2),
        ("query c", Some(("c/manifests/a.yaml", CSV)), 2),
    ] {
        let machine = Memory::new(&files.into_iter().chain(more).collect::<Vec<_>>());
        let mut host = Counting { machine, reads: BTreeMap::new() };
        let code = olmkit_cli::run(words.split(' ').map(OsString::from).collect(), &mut host);
        let err = String::from_utf8_lossy(&host.machine.err);
        assert_eq!((code, err.contains("hint: c is a ")), (1, times == 2), "{words} {more:?}: {err}");
        assert_eq!(host.reads.get("c/a.yaml"), Some(&times), "{words} {more:?}: {:?}", host.reads);
    }
}
