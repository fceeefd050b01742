//! Recorded results of blang/semver and operator-registry.

use olmkit_semver::{Range, Version, parse_release, parse_tolerant};
use olmkit_testing::{Least, cases};

fn check(kind: &str, shared: usize, ours: impl Fn(&serde_json::Value, &str) -> Result<String, String>) {
    let least = Least { own: 2, shared };
    let cases = cases("fbc-cases.jsonl", least, |case: &serde_json::Value| case["kind"] == kind);
    let mut failures = Vec::new();
    for case in &cases {
        let ours = ours(case, case["s"].as_str().unwrap());
        let (accepted, message) = (case["accepted"].as_bool().unwrap(), case["message"].as_str().unwrap());
        let text = ours.clone().unwrap_or_else(|e| e);
        if accepted != ours.is_ok() || text != message {
            failures.push(format!("{}\n  theirs {accepted} {message:?}\n  ours   {ours:?}", case["s"]));
        }
    }
    assert!(failures.is_empty(), "{} of {} {kind} differ:\n{}", failures.len(), cases.len(), failures.join("\n"));
    println!("{} {kind} cases agree", cases.len());
}

#[test]
fn versions() {
    check("parse", 36, |_, s| Version::parse(s).map(|v| v.to_string()).map_err(|e| e.to_string()));
}

#[test]
fn tolerant_versions() {
    check("tolerant", 40, |_, s| parse_tolerant(s).map(|v| v.to_string()).map_err(|e| e.to_string()));
}

#[test]
fn releases() {
    let show = |ids: Vec<olmkit_semver::Identifier>| ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(".");
    check("release", 14, |_, s| parse_release(s).map(show).map_err(|e| e.to_string()));
}

#[test]
fn ranges() {
    check("range", 89, |case, s| {
        let range = Range::parse(s).map_err(|e| e.to_string())?;
        let versions = case["v"].as_array().unwrap();
        let answers = versions.iter().map(|version| {
            let text = version.as_str().unwrap();
            let answer = match range.contains(&Version::parse(text).unwrap()) {
                Ok(true) => "in",
                Ok(false) => "out",
                Err(_) => "panic",
            };
            format!("{text}:{answer}")
        });
        Ok(answers.collect::<Vec<_>>().join(" "))
    });
}
