//! Baselines, and comments that ignore findings.

use crate::common;
use crate::common::{ANNOTATIONS, Memory};

const CATALOG: &str = "\
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.1.0
  replaces: foo.v1.0.0
  skipRange: '>=2.0.0 <1.0.0'
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.1.0
image: quay.io/x/foo:1.1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.1.0}
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
";

fn machine() -> Memory {
    Memory::new(&[("c/foo.yaml", CATALOG)])
}

const CHECK: &str = "validate c -f concise --fail-on info";

#[test]
fn only_what_is_new_is_reported() {
    let mut machine = machine();
    let (code, before, _) = machine.run(CHECK);
    assert!(code == 1 && before.contains("skiprange-never"), "{before}");
    let (code, out, err) = machine.run(&format!("{CHECK} --write-baseline"));
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    let written: serde_json::Value = serde_json::from_str(&machine.text("olmkit-baseline.json")).unwrap();
    let gitlab: serde_json::Value = serde_json::from_str(&machine.run("validate c -f gitlab").1).unwrap();
    assert_eq!(written["findings"][0]["fingerprint"], gitlab[0]["fingerprint"]);
    let words = format!("{CHECK} --baseline olmkit-baseline.json");
    assert_eq!(machine.run(&words).0, 0);
    // The lines move, but the findings are the same.
    machine.files.insert("c/foo.yaml".into(), format!("# one\n# two\n{CATALOG}").into_bytes());
    assert_eq!(machine.run(&words).0, 0);
    // One more finding of the same kind at another position.
    let more = CATALOG.replace("- name: foo.v1.0.0\n", "- name: foo.v1.0.0\n  skipRange: '>=3.0.0 <1.0.0'\n");
    machine.files.insert("c/foo.yaml".into(), more.into_bytes());
    let (code, out, _) = machine.run(&words);
    assert!(code == 1 && out.lines().filter(|line| line.contains("skiprange-never")).count() == 1, "{out}");
}

#[test]
fn stale_baseline_entries_are_errors_until_they_are_pruned() {
    let mut machine = machine();
    machine.files.insert("d/foo.yaml".into(), CATALOG.into());
    assert_eq!(machine.run("validate c d --write-baseline --baseline b.json").0, 0);
    machine.files.insert("c/foo.yaml".into(), CATALOG.replace("  skipRange: '>=2.0.0 <1.0.0'\n", "").into_bytes());
    assert_eq!(machine.run("validate d --baseline b.json").0, 0, "c was not checked");
    let (code, _, err) = machine.run("validate c d --baseline b.json");
    assert!(code == 1 && err.contains("b.json: 1 stale finding; remove with --prune"), "{err}");
    let (code, _, err) = machine.run("validate c d --baseline b.json --prune");
    assert!(code == 0 && err.contains("b.json: removed 1 stale finding\n"), "{err}");
    let left: serde_json::Value = serde_json::from_str(&machine.text("b.json")).unwrap();
    let kept = left["findings"].as_array().unwrap();
    assert!(!kept.is_empty() && kept.iter().all(|found| found["path"] == "d/foo.yaml"), "{left}");
    assert_eq!(machine.run("validate c d --baseline b.json").0, 0);
    assert_eq!(machine.run("validate c --prune").0, 2);
    assert_eq!(machine.run("validate c --baseline none.json").0, 2);
}

#[test]
fn opms_verdict_stays() {
    let mut machine = machine();
    machine.files.insert("c/bad.yaml".into(), b"schema: olm.package\nname: foo\n".to_vec());
    let (code, out, err) = machine.run("validate c -f concise --write-baseline");
    assert!(code == 1 && out.contains("pkg-duplicate") && err.contains("opm reject"), "{out}{err}");
    assert_eq!(machine.run("validate c --baseline olmkit-baseline.json").0, 1);
}

#[test]
fn a_configuration_names_the_baseline() {
    let mut machine = machine();
    machine.files.insert("olmkit.yaml".into(), b"baseline: base/b.json\nfailOn: info\n".to_vec());
    assert_eq!(machine.run("validate c --write-baseline").0, 0);
    assert!(machine.text("base/b.json").contains("skiprange-never"));
    assert_eq!(machine.run("validate c").0, 0);
}

const CSV: &str = "\
apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata: {name: foo.v1.0.0}
spec: {version: 1.0.0, displayName: Foo, description: Foo}
";

#[test]
fn a_run_over_catalogs_and_bundles_writes_one_baseline() {
    let mut machine = machine();
    machine.files.insert("b/manifests/csv.yaml".into(), CSV.into());
    machine.files.insert("b/metadata/annotations.yaml".into(), ANNOTATIONS.into());
    let words = "check -f concise --fail-on info --ignore csv-required,csv-installmodes-empty";
    let (code, before, _) = machine.run(words);
    assert!(code == 1 && before.contains("skiprange-never") && before.contains("hub-icon-missing"), "{before}");
    for _ in 0..2 {
        let (code, out, err) = machine.run(&format!("{words} --write-baseline"));
        assert_eq!((code, out.as_str()), (0, ""), "{err}");
        let left = machine.run(&format!("{words} --baseline olmkit-baseline.json"));
        assert_eq!((left.0, left.1.as_str()), (0, ""), "{}", left.2);
    }
    // A check of the bundles only keeps what is known about the catalog.
    assert!(machine.run("bundle validate b --write-baseline").2.contains("olmkit-baseline.json: "));
    assert_eq!(machine.run(&format!("{CHECK} --baseline olmkit-baseline.json")).0, 0);
}

#[test]
fn what_needs_the_previous_version_is_not_stale_without_it() {
    let mut machine = machine();
    let sample = olmkit_bundle::sample::files();
    machine.files.extend(sample.iter().map(|(path, text)| (format!("b/{path}"), text.clone().into_bytes())));
    let old = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: foos.ex.com}\nspec: {group: ex.com, scope: Namespaced, versions: [{name: v1beta1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]}\n";
    machine.files.insert("old/manifests/foo.crd.yaml".into(), old.into());
    let words = "bundle validate b --select crd-stored-version -f concise";
    let (code, out, err) = machine.run(&format!("{words} --before old"));
    assert!(code == 1 && out.contains("crd-stored-version"), "{out}{err}");
    machine.run(&format!("{words} --before old --write-baseline"));
    let run = |machine: &mut Memory, option: &str| {
        machine.run(format!("{words} --baseline olmkit-baseline.json {option}").trim()).0
    };
    assert_eq!([run(&mut machine, "--before old"), run(&mut machine, "")], [0, 0]);
    machine.files.insert("old/manifests/foo.crd.yaml".into(), old.replace("v1beta1", "v1").into());
    assert_eq!([run(&mut machine, "--before old"), run(&mut machine, "")], [1, 0]);
}

/// A finding that was not checked still exists as far as the run can tell.
#[test]
fn what_was_not_checked_stays_in_the_baseline() {
    let mut machine = machine();
    let third = "schema: olm.bundle\npackage: foo\nname: foo.v1.2.0\nimage: quay.io/x/foo:1.2\nproperties:\n- type: olm.package\n  value: {packageName: foo, version: 1.2.0}\n";
    let skips = "- name: foo.v1.2.0\n  skips: [foo.v1.1.0]\n- name: foo.v1.1.0\n  skips: [foo.v1.0.0]\n";
    let replaces = "- name: foo.v1.1.0\n  replaces: foo.v1.0.0\n  skipRange: '>=2.0.0 <1.0.0'\n";
    let stranded = format!("{}---\n{third}", CATALOG.replace(replaces, skips));
    machine.files.insert("c/foo.yaml".into(), stranded.clone().into());
    assert_eq!(machine.run(&format!("{CHECK} --write-baseline")).0, 0);
    let known = machine.text("olmkit-baseline.json");
    assert!(known.contains("stranded-v0"), "{known}");
    let words = format!("{CHECK} --baseline olmkit-baseline.json");
    for run in ["--select yaml-syntax", "--ignore stranded-v0", "-p opm", "--severity stranded-v0=off"] {
        for then in ["", " --prune", " --write-baseline"] {
            let (code, _, err) = machine.run(&format!("{words} {run}{then}"));
            assert_eq!((code, machine.text("olmkit-baseline.json")), (0, known.clone()), "{run}{then}: {err}");
        }
    }
    for change in ["ignore: [stranded-v0]", "severity: {stranded-v0: off}"] {
        for files in ["c/", "c/foo.yaml"] {
            let configuration = format!("overrides:\n- files: [{files}]\n  {change}\n");
            machine.files.insert("olmkit.yaml".into(), configuration.clone().into());
            for (path, then) in [("c", ""), ("c", " --prune"), ("c/foo.yaml", " --prune"), ("c", " --write-baseline")] {
                let (code, _, err) =
                    machine.run(&format!("{}{then}", words.replace("validate c", &format!("validate {path}"))));
                assert_eq!(
                    (code, machine.text("olmkit-baseline.json")),
                    (0, known.clone()),
                    "{configuration}{path}{then}: {err}"
                );
            }
        }
    }
    machine.files.remove("olmkit.yaml");
    machine.files.insert("c/bad.yaml".into(), b"x: [".to_vec());
    for then in ["", " --prune", " --write-baseline"] {
        let (code, _, err) = machine.run(&format!("{words}{then}"));
        assert_eq!((code, machine.text("olmkit-baseline.json")), (1, known.clone()), "{then}: {err}");
        assert!(!err.contains("stale"), "{err}");
    }
    machine.files.remove("c/bad.yaml");
    machine.files.insert("c/foo.yaml".into(), stranded.replace("skips: [foo.v1.1.0]", "replaces: foo.v1.1.0").into());
    assert_eq!(machine.run(&format!("{words} --prune")).0, 0);
    assert!(!machine.text("olmkit-baseline.json").contains("stranded-v0"));
}

#[test]
fn each_catalog_has_the_baseline_of_its_configuration() {
    let mut machine = Memory::new(&[
        ("a/catalog/foo.yaml", CATALOG),
        ("a/olmkit.yaml", "baseline: known.json\n"),
        ("b/catalog/foo.yaml", CATALOG),
        ("b/olmkit.yaml", "baseline: known.json\n"),
        ("c/catalog/foo.yaml", CATALOG),
    ]);
    let words = "validate a/catalog b/catalog -f concise --fail-on info";
    assert_eq!(machine.run(&format!("{words} --write-baseline")).0, 0);
    assert!(machine.text("a/known.json").contains("foo.yaml") && machine.text("b/known.json").contains("foo.yaml"));
    assert!(!machine.files.contains_key("olmkit-baseline.json"));
    assert_eq!(machine.run(words).0, 0);
    let (code, out, _) = machine.run("validate a/catalog c/catalog -f concise --fail-on info");
    assert!(code == 1 && out.contains("c/catalog/foo.yaml") && !out.contains("a/catalog/foo.yaml"), "{out}");
}

/// The paths in a baseline are relative to its folder, so it applies from every folder.
#[test]
fn a_baseline_applies_from_every_folder() {
    let configuration = "baseline: base/b.json\nfailOn: info\n";
    let mut machine = Memory::new(&[
        ("repo/c/foo.yaml", CATALOG),
        ("repo/olmkit.yaml", configuration),
        ("repo/.git/HEAD", "ref: x\n"),
    ]);
    (machine.rooted, machine.current) = (true, Some("/repo"));
    let (code, _, err) = machine.run("validate c --write-baseline");
    assert_eq!(code, 0, "{err}");
    let name = machine.files.keys().find(|name| name.ends_with("base/b.json")).unwrap().clone();
    assert!(machine.text(&name).contains("\"../c/foo.yaml\""), "{}", machine.text(&name));
    for (current, path) in [("/repo", "./c"), ("/repo/c", "."), ("/", "repo/c")] {
        machine.current = Some(current);
        let (code, out, err) = machine.run(&format!("validate {path}"));
        assert_eq!((code, out.as_str()), (0, ""), "{current}: {err}");
    }
}

/// Only an existing baseline is replaced: another file, or entries that cannot be read, would be lost.
#[test]
fn only_a_baseline_is_replaced() {
    let merge = "<<<<<<< ours\n{\"version\": 1, \"findings\": []}\n>>>>>>> theirs\n";
    let newer = "{\"version\": 2, \"findings\": []}\n";
    for (file, text) in [("c/catalog/foo.yaml", CATALOG), ("merge.json", merge), ("newer.json", newer)] {
        for words in
            [format!("validate c --baseline {file} --write-baseline"), "validate c --write-baseline".to_owned()]
        {
            let mut machine = machine();
            machine.files.insert(file.into(), text.into());
            machine.files.insert("olmkit.yaml".into(), format!("baseline: {file}\n").into_bytes());
            let (code, _, err) = machine.run(&words);
            assert!(code == 2 && err.contains(file), "{words}: {code} {err}");
            assert!(err.contains("The file is not replaced. Name another file with --baseline."), "{words}: {err}");
            assert_eq!(machine.text(file), text);
        }
    }
    let mut machine = machine();
    machine.files.insert("empty.json".into(), b"\n".to_vec());
    assert_eq!(machine.run("validate c --baseline empty.json --write-baseline").0, 0);
    assert!(machine.text("empty.json").contains("skiprange-never"));
}

#[test]
fn comments_with_a_reason_ignore() {
    let with = |comment: &str| {
        let text = CATALOG.replace("- name: foo.v1.1.0\n", &format!("# olmkit-ignore {comment}\n- name: foo.v1.1.0\n"));
        let mut machine = Memory::new(&[("c/foo.yaml", &text)]);
        (machine.run(CHECK).1, machine.run("validate c --profile opm").0, machine.run("fix c --diff").1)
    };
    let (out, opm, _) = with("skiprange-never: released so");
    assert!(!out.contains("skiprange-never") && !out.contains("ignore-"), "{out}");
    assert_eq!(opm, 0);
    let (out, ..) = with("skiprange-never");
    assert!(
        out.contains("c/foo.yaml:9:1: warning")
            && out.contains("[ignore-comment]")
            && out.contains("[skiprange-never]"),
        "{out}"
    );
    let (out, _, diff) = with("replaces-newer: gone");
    assert!(out.contains("ignore-unused") && diff.contains("\n-# olmkit-ignore replaces-newer: gone\n"), "{out}{diff}");
    let (out, ..) = with("skiprange-nevr: slip");
    assert!(out.contains("Did you mean `skiprange-never`?"), "{out}");
    let bad =
        CATALOG.replace("defaultChannel: stable", "defaultChannel: beta # olmkit-ignore pkg-default-channel-exists: x");
    let mut machine = Memory::new(&[("c/foo.yaml", &bad)]);
    let (code, out, _) = machine.run(CHECK);
    assert!(code == 1 && out.contains("pkg-default-channel-exists") && out.contains("ignore-comment"), "{out}");
}

#[test]
fn what_is_wrong_with_a_baseline_has_its_place() {
    for (text, expected) in [
        ("{\"version\": 1, \"findngs\": []}", "1:16: unknown field `findngs`; did you mean `findings`?"),
        ("{\n  \"version\": 2,\n  \"findings\": []\n}", "2:14: unknown version 2 (known: 1)"),
        (
            "{\"version\": \"1\", \"findings\": []}",
            "1:13: version: must be a whole number from 0, not the string \"1\"",
        ),
        ("{}", "1:1: lacks the field `version`"),
        ("[]", "1:1: a baseline must be a mapping"),
    ] {
        let mut machine = Memory::new(&[("c/catalog.yaml", common::CATALOG), ("b.json", text)]);
        let (code, out, err) = machine.run("validate c --baseline b.json");
        assert_eq!((code, out.as_str(), err), (2, "", format!("olmkit: b.json:{expected}\n")));
    }
}

/// opm would read them as a part of the catalog.
#[test]
fn a_baseline_and_reports_in_the_folder_of_a_catalog_are_excluded() {
    for (words, file, current) in [
        ("validate c --write-baseline --baseline c/known.json", "known.json", None),
        ("validate c --report sarif=c/sub/out.sarif", "sub/out.sarif", None),
        ("check c --report json=./c/out.json", "out.json", None),
    ] {
        let mut machine = Memory::new(&[("c/foo.yaml", CATALOG)]);
        machine.current = current;
        let (code, _, err) = machine.run(words);
        assert!(code == 0 && err.contains("is in the folder of a catalog; c/.indexignore excludes it"), "{err}");
        assert_eq!(machine.text("c/.indexignore"), format!("{file}\n"));
        let (code, _, err) = machine.run(words);
        assert!(code == 0 && !err.contains(".indexignore"), "{err}");
        assert_eq!(machine.run("opm validate c").0, 0);
    }
    let mut machine = Memory::new(&[("c/foo.yaml", CATALOG)]);
    machine.run("validate c --report sarif=out.sarif");
    assert!(!machine.files.contains_key("c/.indexignore"));
}
