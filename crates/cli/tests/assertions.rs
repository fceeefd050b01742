//! `olmkit validate --assertions FILE`.

use std::process::Command;

use crate::common::Memory;

/// Returns the exit code and standard output.
fn validate(args: &[&str]) -> (Option<i32>, String) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/assertions");
    let output = Command::new(env!("CARGO_BIN_EXE_olmkit"))
        .current_dir(folder)
        .args(["validate", "catalog", "--format", "concise"])
        .args(args)
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn assertions_that_hold_are_not_reported() {
    assert_eq!(validate(&["--assertions", "kept.yaml"]), (Some(0), String::new()));
}

#[test]
fn violated_assertions_are_reported_at_their_position() {
    let (code, out) = validate(&["--assertions", "kept.yaml", "--assertions", "broken.yaml"]);
    let places: Vec<_> = out.lines().filter_map(|line| line.split(" error").next()).collect();
    assert_eq!(code, Some(1), "{out}");
    assert_eq!(places, ["broken.yaml:5:3:", "broken.yaml:6:3:", "broken.yaml:9:3:"], "{out}");
    assert!(
        out.contains(
            "`kettle.v1.0.0` can upgrade to the head of channel `stable` under OLM v0 without `kettle.v1.1.0`"
        )
    );
}

/// Assertions that are not checked must not look as if they held.
#[test]
fn assertions_are_refused_if_their_rule_is_off() {
    assert_eq!(validate(&["--profile", "opm", "--assertions", "kept.yaml"]), (Some(2), String::new()));
    assert_eq!(validate(&["--ignore", "assertion-failed", "--assertions", "kept.yaml"]), (Some(2), String::new()));
}

#[test]
fn a_missing_file_is_wrong_usage() {
    assert_eq!(validate(&["--assertions", "missing.yaml"]).0, Some(2));
}

/// opm does not read the file, so messages do not mention it.
#[test]
fn wrong_names_are_reported_at_their_place() {
    let catalog = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/assertions/catalog/");
    let mut files: Vec<(String, String)> = std::fs::read_dir(catalog)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = format!("catalog/{}", path.file_name().unwrap().to_str().unwrap());
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    let assertion =
        "package: kettle\nassertions:\n- reaches: head\n  channel: stabel\n- reaches: head\n  semantic: v1\n";
    files.push(("a.yaml".to_owned(), format!("schema: olmkit.assertions\n{assertion}")));
    files.push(("b.yaml".to_owned(), assertion.to_owned()));
    files.push(("c.yaml".to_owned(), format!("schema: olmkit.assertions\n{}", assertion.replace("kettle", "1"))));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let mut machine = Memory::new(&files);
    let (code, out, _) = machine.run("validate catalog -f concise --assertions a.yaml");
    let places: Vec<_> = out.lines().filter_map(|line| line.split(" error").next()).collect();
    assert_eq!((code, places), (1, vec!["a.yaml:5:12:", "a.yaml:7:3:"]), "{out}");
    let refused = |machine: &mut Memory, path: &str| machine.run(&format!("validate catalog --assertions {path}"));
    let no_schema = "olmkit: b.yaml:1:1: This document has no `schema`. Write `schema: olmkit.assertions`.\n";
    assert_eq!(refused(&mut machine, "b.yaml"), (2, String::new(), no_schema.to_owned()));
    let number = "olmkit: c.yaml:2:10: `package` must be a string, but YAML reads `1` as a number.\n";
    assert_eq!(refused(&mut machine, "c.yaml"), (2, String::new(), number.to_owned()));
}
