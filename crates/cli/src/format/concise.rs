//! One line for each finding.

use std::fmt::Write;

use olmkit_workspace::api::{Diagnostic, Report};

use super::{Output, severity_name, summary_line, visible};

pub(super) fn write(report: &Report) -> Output {
    let mut out = String::new();
    for diagnostic in &report.diagnostics {
        line(&mut out, diagnostic);
    }
    Output { out, err: format!("{}\n", summary_line(report)) }
}

/// `path:line:column: error: message [rule]`
pub(super) fn line(out: &mut String, diagnostic: &Diagnostic) {
    let at = diagnostic.range.start;
    let _ = writeln!(
        out,
        "{}:{}:{}: {}: {} [{}]",
        visible(&diagnostic.path),
        at.line,
        at.column,
        severity_name(diagnostic.severity),
        visible(&diagnostic.message),
        diagnostic.rule
    );
}
