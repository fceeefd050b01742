//! Recordings of opm for edge cases of parsing: text after a JSON document, buffers, merge keys, tags, depth.

use crate::common::{Case, run};
use olmkit_catalog::CheckOptions;
use olmkit_testing::{Least, cases};

/// The length in characters to which longer messages are truncated in the recordings.
const RECORDED: usize = 400;
const CASES: Least = Least { own: 31, shared: 2250 };

#[test]
fn verdicts_and_texts() {
    let cases: Vec<Case> = cases("fbc-edges.jsonl", CASES, |_| true);
    let mut failures = Vec::new();
    for case in &cases {
        let verdict = run(&case.inputs(), &CheckOptions::default()).verdict;
        let message: String = verdict.message.chars().take(RECORDED).collect();
        if verdict.accepted != case.accepted || message != case.text() {
            let line = format!("{}\n  theirs {}\n  ours   {}", case.title(), case.text(), verdict.message);
            failures.push(line.chars().take(600).collect::<String>());
        }
    }
    assert!(failures.is_empty(), "{} of {} differ:\n{}", failures.len(), cases.len(), failures.join("\n"));
}
