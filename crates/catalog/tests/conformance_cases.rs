//! Recorded verdicts of opm on small catalogs. Needs the shared conformance data; says so without.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "tests"
)]

mod common;

use common::{files_of, fits, jsonl, validate};

#[test]
fn catalogs() {
    let cases: Vec<_> =
        jsonl("fbc-cases.jsonl").into_iter().filter(|c| c["files"].is_object() && c["links"].is_null()).collect();
    let mut wrong = Vec::new();
    let (mut rejected, mut unfit) = (0, Vec::new());
    for case in &cases {
        let report = validate(&files_of(case));
        let loading = case["out"].is_string();
        let mut accepted = report.verdict.accepted;
        if loading && !accepted {
            // A loading case only asks whether opm can load the catalog.
            accepted = !report.diagnostics.iter().any(|d| is_load_rule(d.rule.id));
        }
        let theirs = case["accepted"].as_bool().unwrap();
        let message = case["message"].as_str().unwrap();
        if accepted != theirs {
            wrong.push(format!(
                "{}: theirs {theirs} {message:?}\n   ours {:?} {}\n   {}",
                case["name"], report.verdict.first, report.verdict.message, case["files"]
            ));
        } else if !theirs {
            rejected += 1;
            let first = report.verdict.first.unwrap();
            if !fits(first, message) {
                unfit.push(format!("{}: theirs {message:?}\n   ours {first} {}", case["name"], report.verdict.message));
            }
        }
    }
    println!("{} cases, {} wrong; {rejected} rejected, {} first rules differ", cases.len(), wrong.len(), unfit.len());
    println!("{}", unfit.join("\n"));
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(unfit.len() * 50 <= rejected, "{} of {rejected} first rules differ:\n{}", unfit.len(), unfit.join("\n"));
}

fn is_load_rule(rule: &str) -> bool {
    rule.starts_with("yaml") && rule != "yaml-first-doc-only"
        || rule.starts_with("json")
        || rule.starts_with("meta")
        || matches!(rule, "pkg-icon-base64" | "bundle-object-data" | "file-unreadable")
}

#[test]
fn rule_examples() {
    let cases = jsonl("fbc-rule-examples.jsonl");
    let mut wrong = Vec::new();
    for case in &cases {
        let report = validate(&files_of(case));
        let theirs = case["accepted"].as_bool().unwrap();
        let message = case["message"].as_str().unwrap();
        let first = report.verdict.first.unwrap_or_default();
        if report.verdict.accepted != theirs || !theirs && !fits(first, message) {
            wrong.push(format!(
                "{} {}: theirs {theirs} {message:?}\n   ours {first} {}",
                case["rule"], case["kind"], report.verdict.message
            ));
        }
    }
    println!("{} rule examples, {} wrong", cases.len(), wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn images_and_labels() {
    for case in jsonl("fbc-cases.jsonl") {
        let text = case["s"].as_str().unwrap_or_default();
        let accepted = case["accepted"].as_bool().unwrap();
        match case["kind"].as_str() {
            Some("image") => {
                let ours = olmkit_catalog::image::parse(text);
                assert_eq!(ours.is_ok(), accepted, "{case} {ours:?}");
                if let Ok(ours) = ours {
                    assert_eq!(Some(ours.as_str()), case["message"].as_str(), "{case}");
                }
            }
            Some("dns") => assert_eq!(olmkit_catalog::dns::label_errors(text).is_empty(), accepted, "{case}"),
            _ => {}
        }
    }
}
