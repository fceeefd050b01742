//! `--suite images`: responses of registries as findings of catalogs and bundles.

use crate::common::Memory;
use serde_json::Value;

const DIGEST: &str = "sha256:0000000000000000000000000000000000000000000000000000000000000000";

fn bundle(number: u32, image: &str, related: &str) -> String {
    format!(
        "---\nschema: olm.bundle\npackage: foo\nname: foo.v{number}\nimage: {image}\nrelatedImages:\n{related}\
         properties:\n- {{type: olm.package, value: {{packageName: foo, version: {number}.0.0}}}}\n"
    )
}

fn machine() -> Memory {
    let gone = "- name: op\n  image: quay.io/x/op:gone\n";
    let ignored = "# olmkit-ignore image-missing: pushed with the release\n- name: op\n  image: quay.io/x/op:gone\n";
    let catalog = "schema: olm.package\nname: foo\ndefaultChannel: a\n---\nschema: olm.channel\npackage: foo\nname: a\n\
                   entries:\n- name: foo.v1\n- name: foo.v2\n  replaces: foo.v1\n"
        .to_owned()
        + &bundle(1, &format!("quay.io/x/foo@{DIGEST}"), gone)
        + &bundle(2, "quay.io/x/foo:2", ignored);
    let files = [
        ("cat/catalog.yaml", catalog.as_str()),
        ("b/manifests/foo.yaml", CSV),
        ("b/metadata/annotations.yaml", "annotations: {}\n"),
    ];
    let mut machine = Memory::new(&files);
    machine.answers = format!(
        "quay.io/x/foo@{DIGEST} wrong-platform\nquay.io/x/foo:2 exists {DIGEST}\nquay.io/x/op:gone missing\n\
         quay.io/x/secret:1 unauthorized\n"
    );
    machine
}

const CSV: &str = "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: foo.v1}\nspec:\n  \
                   version: 1.0.0\n  install:\n    strategy: deployment\n    spec:\n      deployments:\n      - name: op\n        \
                   spec:\n          template:\n            spec:\n              containers:\n              - name: op\n                \
                   image: quay.io/x/op:gone\n  relatedImages:\n  - name: s\n    image: quay.io/x/secret:1\n";

fn lines(output: &str) -> Vec<&str> {
    output.lines().filter(|line| line.contains(" [image-") && !line.contains("image-not-related")).collect()
}

#[test]
fn images_are_findings_of_a_catalog_where_the_suite_is_named() {
    let mut machine = machine();
    let (code, out, _) = machine.run("validate cat");
    assert_eq!((code, lines(&out).len()), (0, 0), "{out}");
    let (code, out, err) = machine.run("validate --suite images cat");
    assert_eq!(code, 1, "{out}{err}");
    let expected = [
        ("16:8: error", "image-wrong-platform"),
        ("19:10: error", "image-missing"),
        ("19:10: warning", "image-by-tag"),
        ("26:8: warning", "image-by-tag"),
        ("30:10: warning", "image-by-tag"),
    ];
    for (line, (place, rule)) in lines(&out).iter().zip(expected) {
        assert!(line.starts_with(&format!("cat/catalog.yaml:{place}: ")) && line.contains(rule), "{out}");
    }
    assert_eq!(lines(&out).len(), expected.len(), "{out}");
    let (_, out, _) = machine.run("validate --suite images --format json cat");
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&report["summary"]["errors"], &report["opm"]["accepted"]), (&2.into(), &true.into()));
    let found = report["diagnostics"].as_array().unwrap().iter();
    let helps: Vec<&Value> = found.filter(|one| one["rule"] == "image-by-tag").map(|one| &one["help"]).collect();
    let (unknown, known) = ("Use the digest instead of the tag.", format!("Write `quay.io/x/foo@{DIGEST}`."));
    assert_eq!(helps, [unknown, &known, unknown]);
    let (_, out, _) = machine.run("validate --suite images --format sarif cat");
    let sarif: Value = serde_json::from_str(&out).unwrap();
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(rules.iter().any(|rule| rule["name"] == "image-missing" || rule["id"] == "image-missing"), "{out}");
}

/// A run that could not check any image does not pass.
#[test]
fn without_an_answer_the_run_fails() {
    let mut machine = machine();
    let known = std::mem::take(&mut machine.answers);
    for command in ["validate --suite images --select IMG cat", "bundle validate --suite images --select IMG b"] {
        machine.answers.clear();
        let (code, _, err) = machine.run(command);
        assert!(code == 1 && err.contains("could not check any of the images"), "{command}: {err}");
        machine.answers.clone_from(&known);
        assert!(!machine.run(command).2.contains("could not check any"), "{command}");
    }
    machine.answers.clear();
    assert_eq!(machine.run("validate --suite images --profile opm cat").0, 0, "the exit code is opm's verdict");
}

#[test]
fn options_choose_rules_about_images() {
    let mut machine = machine();
    let (code, out, _) = machine.run("validate --suite images --select image-by-tag cat");
    assert_eq!((code, lines(&out).len()), (0, 3), "{out}");
    let (code, out, _) = machine.run("validate --suite images --ignore IMG001,IMG002 cat");
    assert_eq!((code, lines(&out).len()), (0, 3), "{out}");
    let (_, out, _) = machine.run("validate --suite images --severity image-by-tag=error --select IMG004 cat");
    assert!(lines(&out)[0].contains(": error: "), "{out}");
    let (code, _, _) = machine.run("validate --suite images --profile opm cat");
    assert_eq!(code, 0, "the exit code of the profile opm is its verdict");
    let (code, _, err) = machine.run("validate --select image-missing cat");
    assert_eq!(code, 2, "{err}");
}

#[test]
fn the_configuration_names_the_suite() {
    let mut machine = machine();
    let config = "suites: [images]\noverrides:\n- files: [catalog.yaml]\n  severity: {image-missing: info}\n";
    machine.files.insert("cat/olmkit.yaml".to_owned(), config.into());
    machine.files.insert("cat/.indexignore".to_owned(), b"olmkit.yaml\n.indexignore\n".to_vec());
    let (_, out, err) = machine.run("validate cat");
    assert!(lines(&out)[0].contains(": error: ") && lines(&out)[1].contains(": info: "), "{out}{err}");
}

#[test]
fn images_are_findings_of_a_bundle() {
    let mut machine = machine();
    let (_, out, _) = machine.run("bundle validate b");
    assert_eq!(lines(&out).len(), 0, "{out}");
    let (code, out, err) = machine.run("bundle validate --suite images b");
    assert_eq!(code, 1, "{err}");
    assert!(lines(&out)[0].starts_with("b/manifests/foo.yaml:16:24: error: "), "{out}");
    assert!(lines(&out)[1].starts_with("b/manifests/foo.yaml:16:24: warning: "), "{out}");
    let checked = lines(&out).into_iter().filter(|line| line.starts_with("b/manifests/foo.yaml:19:12: "));
    assert!(checked.map(|line| line.contains(": info: ")).eq([true, false]), "{out}");
    assert!(out.lines().count() > lines(&out).len(), "the other suites of the profile are checked: {out}");
    let (_, out, _) = machine.run("bundle validate --suite images,multiarch b");
    assert_eq!(lines(&out).len(), 4, "{out}");
    let (code, out, _) = machine.run("check --suite images cat b");
    assert_eq!((code, lines(&out).len()), (1, 9), "{out}");
}

#[test]
fn bundles_are_listed() {
    let mut machine = machine();
    let (code, out, err) = machine.run("images b");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, "related  quay.io/x/op:gone  foo.v1\nrelated  quay.io/x/secret:1  foo.v1\n");
    let (code, out, _) = machine.run("images --check b cat");
    assert_eq!(code, 1);
    assert!(out.contains("b/manifests/foo.yaml:16:24: missing: foo.v1: quay.io/x/op:gone"), "{out}");
}
