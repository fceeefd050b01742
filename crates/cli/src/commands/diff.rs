//! `olmkit diff`.

use std::fmt::Write;

use olmkit_workspace::api::{DiffReport, Impact, Severity};

use super::CommandError;
use crate::args::{Args, DiffArgs};
use crate::format::paint::{Paint, Part};
use crate::format::{Format, json, markdown_line, markdown_text, plural, severity_name, visible};
use crate::host::Host;
use crate::load::load;
use crate::{CLEAN, FINDINGS};

/// Compares the meaning of two catalogs, or prints the impact of their difference. Exits with 1 if the policy forbids a
/// change.
pub(crate) fn run(own: &DiffArgs, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let mut before = load(&own.old, None, &args.options, host)?;
    let mut after = load(&own.new, None, &args.options, host)?;
    before.warn_if_empty(&own.old, host);
    after.warn_if_empty(&own.new, host);
    before.refuse_unread("the old catalog", host)?;
    after.refuse_unread("the new catalog", host)?;
    let mut report = after.workspace.diff(&mut before.workspace)?;
    for change in &mut report.changes {
        change.path = change.path.take().map(|path| after.shown(&path));
        if own.allow.contains(&change.kind) {
            change.severity = Severity::Info;
        }
        if own.forbid.contains(&change.kind) {
            change.severity = Severity::Error;
        }
    }
    let output = if own.impact {
        meaning(&after.workspace.impact(&mut before.workspace), args.format)
    } else {
        changes(&report, args.format)
    };
    host.out(output.as_bytes());
    let errors = report.changes.iter().filter(|change| change.severity == Severity::Error).count();
    let forbidden = Paint::of_errors(args.color, host).count(Part::Error, errors, &format!("{errors} forbidden"));
    host.err(format!("{}, {forbidden}\n", plural(report.changes.len(), "change")).as_bytes());
    Ok(if errors == 0 || args.exit_zero { CLEAN } else { FINDINGS })
}

fn changes(report: &DiffReport, format: Option<Format>) -> String {
    match format {
        Some(Format::Json) => json::pretty(report),
        Some(Format::JsonLines) => {
            report.changes.iter().map(|change| serde_json::to_string(change).unwrap_or_default() + "\n").collect()
        }
        Some(Format::Markdown) => markdown(report),
        _ => text(report),
    }
}

/// The impact of the changes, one sentence for each line.
fn meaning(impact: &Impact, format: Option<Format>) -> String {
    let lines = |line: &dyn Fn(&String) -> String| impact.consequences.iter().map(|one| line(one) + "\n").collect();
    match format {
        Some(Format::Json) => json::pretty(impact),
        Some(Format::JsonLines) => lines(&|sentence| serde_json::to_string(sentence).unwrap_or_default()),
        Some(Format::Markdown) => lines(&|sentence| format!("- {}", markdown_line(sentence))),
        _ => lines(&|sentence| visible(sentence).into_owned()),
    }
}

fn text(report: &DiffReport) -> String {
    let mut out = String::new();
    for change in &report.changes {
        let place = match (&change.path, &change.range) {
            (Some(path), Some(range)) => format!("{path}:{}:{}: ", range.start.line, range.start.column),
            _ => String::new(),
        };
        let subject = change.channel.as_ref().map_or_else(String::new, |channel| format!("/{channel}"));
        let line = format!(
            "{place}{} {} {}{subject}: {}",
            severity_name(change.severity),
            change.kind,
            change.package,
            change.message
        );
        let _ = writeln!(out, "{}", visible(&line));
    }
    out
}

/// A table, if there is something to list.
fn markdown(report: &DiffReport) -> String {
    if report.changes.is_empty() {
        return String::new();
    }
    let mut out = String::from("| | change | package | channel | what |\n|---|---|---|---|---|\n");
    for change in &report.changes {
        let cell = markdown_text;
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} |",
            severity_name(change.severity),
            change.kind,
            cell(&change.package),
            cell(change.channel.as_deref().unwrap_or_default()),
            cell(&change.message)
        );
    }
    out
}
