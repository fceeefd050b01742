//! A table for a comment on a pull request.

use std::fmt::Write;

use olmkit_workspace::api::Report;

use super::paint::Paint;
use super::text::{markdown, markdown_line};
use super::{severity_name, summary_line};

pub(super) fn write(report: &Report) -> String {
    let summary = summary_line(report, Paint::PLAIN);
    let lines: Vec<String> = summary.lines().map(markdown_line).collect();
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
            markdown(&diagnostic.message),
            markdown(&diagnostic.help),
            diagnostic.rule,
            diagnostic.docs,
        );
    }
    out
}
