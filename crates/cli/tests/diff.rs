//! `olmkit diff`: opm's verdict on the new catalog, and empty catalogs.

use crate::common::{Memory, catalog};

/// A catalog whose default channel does not exist.
fn rejected(package: &str) -> String {
    catalog(package).replace("defaultChannel: stable", "defaultChannel: zz")
}

fn machine(old: &str, new: &str) -> Memory {
    Memory::new(&[("old.yaml", old), ("new.yaml", new)])
}

#[test]
fn a_new_catalog_that_opm_rejects_fails_in_every_format() {
    let mut machine = machine(&catalog("foo"), &rejected("foo"));
    for format in ["pretty", "concise", "markdown"] {
        let (code, out, err) = machine.run(&format!("diff old.yaml new.yaml -f {format}"));
        assert!(code == 1 && out.starts_with("opm rejects the new catalog: "), "{format}: {out}{err}");
        assert!(out.contains("(pkg-default-channel"), "{format}: {out}");
        assert!(err.ends_with(", 0 forbidden; opm rejects the new catalog\n"), "{format}: {err}");
    }
    let (code, out, _) = machine.run("diff old.yaml new.yaml -f json");
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["opm"]["accepted"], json["changes"].is_array()), (1, &false.into(), true), "{out}");
    let (code, out, err) = machine.run("diff old.yaml new.yaml -f jsonl");
    let last: serde_json::Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    assert_eq!((code, &last["opm"]["accepted"]), (1, &false.into()), "{out}");
    assert!(err.ends_with("; opm rejects the new catalog\n"), "{err}");
    assert_eq!(machine.run("diff old.yaml new.yaml --exit-zero").0, 0);
    let (code, out, _) = machine.run("diff old.yaml new.yaml --impact");
    assert!(code == 1 && out.matches("opm rejects").count() == 1, "{out}");
    let (code, out, err) = machine.run("diff new.yaml old.yaml");
    assert!(code == 0 && !out.contains("opm") && !err.contains("opm"), "{out}{err}");
    let (_, out, _) = machine.run("diff new.yaml old.yaml -f json");
    assert!(out.contains("\"accepted\": true"), "{out}");
}

#[test]
fn what_opm_already_rejected_does_not_fail() {
    let mut machine = machine(&rejected("foo"), &rejected("foo"));
    for words in ["diff old.yaml new.yaml", "diff old.yaml new.yaml --impact", "diff old.yaml new.yaml -f markdown"] {
        let (code, out, err) = machine.run(words);
        assert_eq!(code, 0, "{words}: {out}{err}");
        assert!(out.starts_with("opm rejects the new catalog, as it rejects the old one: "), "{words}: {out}");
    }
    // Another reason, besides the old one.
    let twice = rejected("foo") + "---\nschema: olm.package\nname: foo\ndefaultChannel: stable\n";
    machine.files.insert("new.yaml".to_owned(), twice.into_bytes());
    let (code, out, err) = machine.run("diff old.yaml new.yaml");
    assert!(code == 1 && out.starts_with("opm rejects the new catalog: ") && !out.contains("zz"), "{out}{err}");
    // One reason less.
    let (code, out, err) = machine.run("diff new.yaml old.yaml");
    assert!(code == 0 && out.starts_with("opm rejects the new catalog, as it"), "{out}{err}");
}

#[test]
fn an_empty_old_catalog_is_refused() {
    let mut machine =
        Memory::new(&[("old/README.txt", ""), ("old/.indexignore", "*.txt\n"), ("new.yaml", &catalog("foo"))]);
    let (code, out, err) = machine.run("diff old new.yaml");
    assert_eq!((code, out.as_str(), err.as_str()), (2, "", "olmkit: old: no catalog document was found\n"));
    // Nothing is left of the new one: every package was removed.
    let (code, out, err) = machine.run("diff new.yaml old");
    assert!(code == 1 && out.contains("package-removed") && err.contains("old: no catalog document"), "{out}{err}");
}
