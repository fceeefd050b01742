//! GitHub workflow commands and GitLab code quality.

use olmkit_collections::HashMap;
use std::fmt::Write;

use olmkit_workspace::api::{Report, Severity};
use serde_json::{Value, json};

use super::paint::Paint;
use super::text::{fingerprint, github_data, github_property, visible, visible_lines};
use super::{concise, fingerprint_of, json, summary_line};

/// GitHub shows ten annotations of a kind for each step and discards the rest.
const GITHUB_SHOWS: usize = 10;

pub(super) fn github(report: &Report) -> String {
    let mut out = String::new();
    let mut rest = String::new();
    let mut shown: HashMap<&str, usize> = HashMap::default();
    for diagnostic in &report.diagnostics {
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "notice",
        };
        let count = shown.entry(command).or_default();
        *count = count.saturating_add(1);
        if *count > GITHUB_SHOWS {
            concise::line(&mut rest, diagnostic);
            continue;
        }
        let (start, end) = (diagnostic.range.start, diagnostic.range.end);
        let columns = if start.line == end.line {
            format!(",col={},endColumn={}", start.column, end.column)
        } else {
            format!(",col={}", start.column)
        };
        let message = if diagnostic.help.is_empty() {
            diagnostic.message.clone()
        } else {
            format!("{}\n{}", diagnostic.message, diagnostic.help)
        };
        let _ = writeln!(
            out,
            "::{command} file={},line={},endLine={}{columns},title={}::{}",
            github_property(&visible(&diagnostic.path)),
            start.line,
            end.line,
            github_property(&diagnostic.rule),
            github_data(&visible_lines(&message)),
        );
    }
    if !rest.is_empty() {
        let _ = write!(out, "More findings than GitHub annotates:\n{rest}");
    }
    let _ = writeln!(out, "{}", summary_line(report, Paint::PLAIN));
    out
}

pub(super) fn gitlab(report: &Report) -> String {
    let mut seen: HashMap<String, usize> = HashMap::default();
    let issues: Vec<Value> = report
        .diagnostics
        .iter()
        .map(|diagnostic| {
            let own = fingerprint_of(diagnostic);
            let count = seen.entry(own.clone()).or_default();
            *count = count.saturating_add(1);
            let fingerprint = if *count > 1 { fingerprint(&[&own, &count.to_string()]) } else { own };
            json!({
                "description": diagnostic.message,
                "check_name": diagnostic.rule,
                "fingerprint": fingerprint,
                "severity": match diagnostic.severity {
                    Severity::Error => "critical",
                    Severity::Warning => "major",
                    Severity::Info => "info",
                },
                "location": {
                    "path": diagnostic.path,
                    "lines": { "begin": diagnostic.range.start.line, "end": diagnostic.range.end.line },
                },
            })
        })
        .collect();
    json::pretty(&issues)
}
