//! `olmkit diff`.

use std::fmt::Write;

use olmkit_workspace::api::{DiffReport, Severity};

use crate::args::{Args, DiffArgs};
use crate::format::{Format, json, severity_name, visible};
use crate::host::Host;
use crate::load::load;
use crate::{CLEAN, FINDINGS};

/// Compares two catalogs in meaning. Exit 1 when something changed that the policy forbids.
pub(crate) fn run(own: &DiffArgs, args: &Args, host: &mut dyn Host) -> Result<u8, String> {
    let mut before = load(&own.old, None, &args.options, host)?;
    let mut after = load(&own.new, None, &args.options, host)?;
    let mut report = after.workspace.diff(&mut before.workspace);
    for change in &mut report.changes {
        change.path = change.path.take().map(|path| after.shown(&path));
        if own.allow.iter().any(|kind| *kind == change.kind) {
            change.severity = Severity::Info;
        }
        if own.forbid.iter().any(|kind| *kind == change.kind) {
            change.severity = Severity::Error;
        }
    }
    match args.format {
        Some(Format::Json) => host.out(json::pretty(&report).as_bytes()),
        Some(Format::JsonLines) => {
            let line = |change| serde_json::to_string(change).unwrap_or_default() + "\n";
            host.out(report.changes.iter().map(line).collect::<String>().as_bytes());
        }
        Some(Format::Markdown) => host.out(markdown(&report).as_bytes()),
        _ => host.out(text(&report).as_bytes()),
    }
    let errors = report.changes.iter().filter(|change| change.severity == Severity::Error).count();
    host.err(format!("{} changes, {errors} forbidden\n", report.changes.len()).as_bytes());
    Ok(if errors == 0 || args.exit_zero { CLEAN } else { FINDINGS })
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

fn markdown(report: &DiffReport) -> String {
    let mut out = String::from("| | change | package | what |\n|---|---|---|---|\n");
    for change in &report.changes {
        let cell = crate::format::markdown_text;
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} |",
            severity_name(change.severity),
            change.kind,
            cell(&change.package),
            cell(&change.message)
        );
    }
    out
}
