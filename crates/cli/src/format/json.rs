//! JSON and JSON lines.

use olmkit_workspace::api::Report;
use serde::Serialize;

/// Indented by two spaces, with a line break at the end.
pub(crate) fn pretty(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// One finding for each line.
pub(super) fn lines(report: &Report) -> String {
    let line = |found| serde_json::to_string(found).unwrap_or_default() + "\n";
    report.diagnostics.iter().map(line).collect()
}
