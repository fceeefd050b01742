//! The sample with changes, and what each tool reports about it.

use std::collections::BTreeMap;

use olmkit_bundle::sample;
use olmkit_diagnostics::Suite;

use super::run;

pub(crate) type Files = BTreeMap<String, String>;

pub(crate) fn files() -> Files {
    sample::files().into_iter().collect()
}

pub(crate) fn replaced(path: &str, old: &str, new: &str) -> Files {
    let mut files = files();
    let text = files.get_mut(path).unwrap();
    assert!(text.contains(old), "{path} has no {old:?}");
    *text = text.replacen(old, new, 1);
    files
}

pub(crate) fn with(path: &str, text: &str) -> Files {
    let mut files = files();
    files.insert(path.to_owned(), text.to_owned());
    files
}

/// The messages of one tool, sorted.
pub(crate) fn messages(files: &Files, suite: Suite) -> Vec<String> {
    let report = run(files);
    let all = report.findings.iter().flat_map(|finding| &finding.tool_reports);
    let mut texts: Vec<String> = all.filter(|tool| tool.suite == suite).map(|tool| tool.text.clone()).collect();
    texts.sort();
    texts.dedup();
    texts
}

/// The rules that one tool reports, sorted.
pub(crate) fn ids(files: &Files, suite: Suite) -> Vec<&'static str> {
    let report = run(files);
    let found = report.findings.iter().filter(|finding| finding.tool_reports.iter().any(|tool| tool.suite == suite));
    let mut ids: Vec<_> = found.map(|finding| finding.rule.id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
