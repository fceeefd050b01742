//! `olmkit validate --assertions FILE`.

use std::process::Command;

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
