//! One line for each finding.

use std::fmt::Write;

use olmkit_workspace::api::Diagnostic;

use super::{Context, Output, severity_name, summary_line, visible};

pub(super) fn write(context: &Context<'_>) -> Output {
    let mut out = String::new();
    for diagnostic in &context.report.diagnostics {
        line(&mut out, diagnostic);
    }
    Output { out, err: format!("{}\n", summary_line(context.report, context.of_errors)) }
}

pub(super) fn line(out: &mut String, diagnostic: &Diagnostic) {
    let _ = writeln!(out, "{}", finding(diagnostic));
}

/// `path:line:column: error: message [rule]`. For bundles, followed by the tools that enforce the rule.
pub(crate) fn finding(diagnostic: &Diagnostic) -> String {
    let at = diagnostic.range.start;
    format!(
        "{}:{}:{}: {}: {} [{}]{}",
        visible(&diagnostic.path),
        at.line,
        at.column,
        severity_name(diagnostic.severity),
        visible(&diagnostic.message),
        diagnostic.rule,
        in_parentheses(&tools(diagnostic))
    )
}

/// The tools that report the finding: `api: csv, olmkit`. Empty for a catalog.
pub(super) fn tools(diagnostic: &Diagnostic) -> String {
    let names: Vec<&str> = diagnostic.tools.iter().map(|tool| tool.name.as_ref()).collect();
    names.join(", ")
}

fn in_parentheses(tools: &str) -> String {
    if tools.is_empty() { String::new() } else { format!(" ({tools})") }
}
