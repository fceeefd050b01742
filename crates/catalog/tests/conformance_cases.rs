//! Recordings of opm for small handwritten catalogs, image references and DNS labels.

use crate::common::{Case, fits::fits, opm_json::Loaded, run};
use olmkit_catalog::{CheckOptions, Phase};
use olmkit_k8s::{apimachinery, image};
use olmkit_testing::{Least, same_text};

/// The cases that `keep` accepts.
fn cases(own: usize, shared: usize, keep: impl Fn(&Case) -> bool) -> Vec<Case> {
    olmkit_testing::cases("fbc-cases.jsonl", Least { own, shared }, keep)
}

fn summary(title: &str, all: usize, failures: &[String]) {
    println!("{title}: {} of {all} agree", all - failures.len());
    assert!(failures.is_empty(), "{title}: {} of {all} differ:\n{}", failures.len(), failures.join("\n"));
}

/// Whether the case is accepted. Cases with an output only test loading.
fn is_accepted(case: &Case, report: &olmkit_catalog::Report) -> bool {
    match case.out {
        Some(_) => report.verdict.phase != Phase::Load,
        None => report.verdict.accepted,
    }
}

#[test]
fn verdicts() {
    let cases = cases(8, 388, |case| case.files.is_some());
    let mut failures = Vec::new();
    for case in &cases {
        let report = run(&case.inputs(), &CheckOptions::default());
        if is_accepted(case, &report) != case.accepted {
            failures.push(format!(
                "{}\n  theirs {} {}\n  ours   {:?}",
                case.title(),
                case.accepted,
                case.message,
                report.verdict
            ));
        }
    }
    summary("verdicts", cases.len(), &failures);
}

#[test]
fn first_rules() {
    let cases = cases(4, 200, |case| case.files.is_some() && !case.accepted);
    let mut failures = Vec::new();
    for case in &cases {
        let verdict = run(&case.inputs(), &CheckOptions::default()).verdict;
        if !verdict.first.is_some_and(|rule| fits(rule, case.text())) {
            failures.push(format!("{}\n  theirs {}\n  ours   {verdict:?}", case.title(), case.message));
        }
    }
    summary("first rules", cases.len(), &failures);
}

#[test]
fn texts() {
    let cases = cases(4, 200, |case| case.files.is_some() && !case.accepted);
    let mut failures = Vec::new();
    for case in &cases {
        let verdict = run(&case.inputs(), &CheckOptions::default()).verdict;
        if !same_text(&verdict.message, case.text(), usize::MAX) {
            failures.push(format!("{}\n  theirs {}\n  ours   {}", case.title(), case.text(), verdict.message));
        }
    }
    summary("texts", cases.len(), &failures);
}

#[test]
fn loaded_documents() {
    let cases = cases(2, 103, |case| case.out.is_some() && case.accepted);
    let mut failures = Vec::new();
    for case in &cases {
        let loaded = Loaded::new(&case.inputs());
        let ours = if case.out.as_deref() == Some("counts") { loaded.counts() } else { loaded.json() };
        if ours != case.message {
            failures.push(format!("{}\n  theirs {}\n  ours   {ours}", case.title(), case.message));
        }
    }
    summary("loaded documents", cases.len(), &failures);
}

#[test]
fn images() {
    let cases = cases(4, 58, |case| case.kind.as_deref() == Some("image"));
    let mut failures = Vec::new();
    for case in &cases {
        let ours = image::parse(&case.s);
        let text = ours.clone().unwrap_or_else(|error| error.about(&case.s));
        if ours.is_ok() != case.accepted || case.message != text {
            failures.push(format!("{:?}\n  theirs {} {}\n  ours   {ours:?}", case.s, case.accepted, case.message));
        }
    }
    summary("images", cases.len(), &failures);
}

#[test]
fn dns_labels() {
    let cases = cases(4, 14, |case| case.kind.as_deref() == Some("dns"));
    let mut failures = Vec::new();
    for case in &cases {
        let ours = apimachinery::label_errors(&case.s);
        if ours.is_empty() != case.accepted {
            failures.push(format!("{:?}\n  theirs {} {}\n  ours   {ours:?}", case.s, case.accepted, case.message));
        }
    }
    summary("dns labels", cases.len(), &failures);
}
