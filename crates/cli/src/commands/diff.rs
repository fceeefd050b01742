//! `olmkit diff`.

use std::fmt::Write;

use olmkit_workspace::Options;
use olmkit_workspace::api::{DiffReport, Impact, ImpactKind, Opm, Severity};
use serde::Serialize;
use serde_json::json as json_value;

use super::CommandError;
use crate::args::{Args, DiffArgs};
use crate::format::paint::{Paint, Part};
use crate::format::{Format, json, markdown_line, markdown_text, plural, severity_name, visible};
use crate::host::Host;
use crate::load::load;
use crate::rejection::Rejection;
use crate::{CLEAN, FINDINGS};

/// What is written as JSON.
#[derive(Serialize)]
struct Output<'d, T> {
    #[serde(flatten)]
    body: &'d T,
    /// opm's verdict on the new catalog.
    opm: &'d Opm,
}

/// opm's verdict on a new catalog that it rejects, as a sentence.
fn sentence(rejection: &Rejection<'_>) -> String {
    let as_before = if rejection.is_new() { "" } else { ", as it rejects the old one" };
    format!("opm rejects the new catalog{as_before}: {}", rejection.why())
}

/// Compares the meaning of two catalogs, or prints the impact of their difference. Exits with 1 if the policy forbids a
/// change, or if opm rejects the new catalog for another reason than the old one.
pub(crate) fn run(own: &DiffArgs, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    own.check_kinds()?;
    let options = if own.impact { Options::default() } else { Options::of_opm() };
    let mut before = load(&own.old, None, &options, host)?;
    let mut after = load(&own.new, None, &options, host)?;
    before.refuse_if_empty(&own.old, host)?;
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
    let (old, new) = (before.workspace.report(), after.workspace.report());
    let rejection = Rejection::of(&old, &new);
    let verdict = rejection.as_ref().map(sentence);
    let verdict = verdict.as_deref();
    let output = if own.impact {
        meaning(&after.workspace.impact(&mut before.workspace), (&new.opm, verdict), args.format)
    } else {
        changes(&report, (&new.opm, verdict), args.format)
    };
    host.out(output.as_bytes());
    let errors = report.changes.iter().filter(|change| change.severity == Severity::Error).count();
    let paint = Paint::of_errors(args.color, host);
    let forbidden = paint.count(Part::Error, errors, &format!("{errors} forbidden"));
    let rejected = rejection.as_ref().map_or("", |_| "; opm rejects the new catalog");
    host.err(format!("{}, {forbidden}{rejected}\n", plural(report.changes.len(), "change")).as_bytes());
    let fails = errors > 0 || rejection.is_some_and(|rejection| rejection.is_new());
    Ok(if fails && !args.exit_zero { FINDINGS } else { CLEAN })
}

/// opm's verdict on the new catalog, and as a sentence if opm rejects it.
type Verdict<'v> = (&'v Opm, Option<&'v str>);

fn changes(report: &DiffReport, (opm, verdict): Verdict<'_>, format: Option<Format>) -> String {
    match format {
        Some(Format::Json) => json::pretty(&Output { body: report, opm }),
        Some(Format::JsonLines) => {
            let change = |change| serde_json::to_string(change).unwrap_or_default() + "\n";
            let changes: String = report.changes.iter().map(change).collect();
            changes + &verdict.map_or_else(String::new, |_| format!("{}\n", json_value!({ "opm": opm })))
        }
        Some(Format::Markdown) => {
            let verdict = verdict.map(|verdict| format!("{}\n\n", markdown_line(verdict)));
            verdict.unwrap_or_default() + &markdown(report)
        }
        _ => verdict.map(|verdict| format!("{}\n", visible(verdict))).unwrap_or_default() + &text(report),
    }
}

/// The impact of the changes, one sentence for each line.
fn meaning(impact: &Impact, (opm, verdict): Verdict<'_>, format: Option<Format>) -> String {
    // A verdict that changed is a consequence.
    let verdict = verdict.filter(|_| !impact.clusters.iter().any(|cluster| cluster.kind == ImpactKind::Verdict));
    let all = || verdict.into_iter().chain(impact.consequences.iter().map(String::as_str));
    let lines = |line: &dyn Fn(&str) -> String| all().map(|one| line(one) + "\n").collect();
    match format {
        Some(Format::Json) => json::pretty(&Output { body: impact, opm }),
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
