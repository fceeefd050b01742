//! Recorded results of sigs.k8s.io/yaml for single documents.

use olmkit_testing::{Least, cases};
use olmkit_yaml::{Document, Format, TextSize, exact, to_json};

#[test]
fn agrees_with_recorded_answers() {
    let is_document = |case: &serde_json::Value| case["kind"] == "yaml2json";
    let cases = cases("fbc-cases.jsonl", Least { own: 3, shared: 75 }, is_document);
    let count = cases.len();
    let mut failures = Vec::new();
    for case in cases {
        let text = case["s"].as_str().unwrap();
        let read = exact::read(text.as_bytes());
        let document = Document {
            offset: TextSize::new(0),
            text: text.as_bytes(),
            format: Format::Yaml,
            tree: read.tree,
            error: read.error,
            dropped: read.dropped,
            has_comments: true,
        };
        let ours = match &document.error {
            Some(error) => error.upstream.clone(),
            None => document.root().map_or_else(|| "null".to_owned(), to_json),
        };
        let accepted = case["accepted"].as_bool().unwrap();
        if accepted != document.error.is_none() || case["message"].as_str() != Some(&ours) {
            failures.push(format!("{text:?}\n  theirs: {accepted} {}\n  ours:   {ours}", case["message"]));
        }
    }
    assert!(failures.is_empty(), "{} of {count} differ:\n{}", failures.len(), failures.join("\n"));
    println!("{count} documents agree");
}
