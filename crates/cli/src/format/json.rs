//! JSON and JSON lines.

use olmkit_workspace::api::Report;
use serde::Serialize;

/// Indented by two spaces, with a line break at the end.
pub(crate) fn pretty(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// An answer, with `"incomplete": true` if it does not include something that opm cannot load.
#[derive(Serialize)]
struct Answer<'a, T> {
    #[serde(flatten)]
    answer: &'a T,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    incomplete: bool,
}

/// An answer as JSON. `is_partial`: whether it does not include something that opm cannot load.
pub(crate) fn answer(answer: &impl Serialize, is_partial: bool) -> String {
    pretty(&Answer { answer, incomplete: is_partial })
}

/// One finding for each line.
pub(super) fn lines(report: &Report) -> String {
    let line = |found| serde_json::to_string(found).unwrap_or_default() + "\n";
    report.diagnostics.iter().map(line).collect()
}
