//! A table for a comment on a pull request.

use std::fmt::Write;

use olmkit_workspace::api::Report;

use super::paint::Paint;
use super::text::{markdown, visible};
use super::{severity_name, summary_line};

pub(super) fn write(report: &Report) -> String {
    let summary = summary_line(report, Paint::PLAIN);
    let lines: Vec<String> = summary.lines().map(with_code).collect();
    let mut out = format!("### olmkit\n\n{}\n", lines.join("\n\n"));
    if report.diagnostics.is_empty() {
        return out;
    }
    out.push_str("\n| | Place | Finding | Rule |\n| --- | --- | --- | --- |\n");
    for diagnostic in &report.diagnostics {
        let _ = writeln!(
            out,
            "| {} | {}:{} | {} {} | [{}]({}) |",
            severity_name(diagnostic.severity),
            markdown(&diagnostic.path),
            diagnostic.range.start.line,
            with_code(&diagnostic.message),
            with_code(&diagnostic.help),
            diagnostic.rule,
            diagnostic.docs,
        );
    }
    out
}

/// A text whose names in backticks stay code; the rest is escaped. Text whose backticks are not in pairs is escaped as a
/// whole.
fn with_code(text: &str) -> String {
    let text = visible(text);
    let parts: Vec<&str> = text.split('`').collect();
    let is_code = |at: usize| at % 2 == 1;
    let is_paired = parts.len() % 2 == 1;
    let is_filled = |(at, part): (usize, &&str)| !is_code(at) || !part.trim().is_empty();
    if !is_paired || !parts.iter().enumerate().all(is_filled) {
        return markdown(&text);
    }
    let part = |(at, part): (usize, &&str)| {
        if is_code(at) { format!("`{}`", part.replace('|', "\\|")) } else { markdown(part) }
    };
    parts.iter().enumerate().map(part).collect()
}
