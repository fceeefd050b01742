//! `olmkit path`.

use std::fmt::Write;

use olmkit_workspace::api::{PathQuestion, PathReport};

use super::CommandError;
use super::stranded::name;
use super::wanted::Wanted;
use crate::args::Args;
use crate::format::{Format, json, visible};
use crate::host::Host;
use crate::load::load_to_ask;
use crate::{CLEAN, FINDINGS};

/// Shows where the upgrades of one version lead. Exit 1 when they do not come where they should.
pub(crate) fn run(path: &str, question: &PathQuestion, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let mut catalog = load_to_ask(path, args.stdin_filename.as_deref(), &args.options, host)?;
    let answer = catalog.workspace.path(question);
    if answer.is_err() {
        let mut wanted = Wanted::new(Some(&question.package), question.channel.as_deref());
        wanted.look(&mut catalog.workspace);
        wanted.check()?;
    }
    let mut found = answer?;
    for step in &mut found.steps {
        step.path = catalog.shown(&step.path);
    }
    // The process ends here: what the catalog holds need not be given back piece by piece.
    std::mem::forget(catalog);
    match args.format {
        Some(Format::Json) => host.out(json::pretty(&found).as_bytes()),
        _ => host.out(text(&found).as_bytes()),
    }
    Ok(if found.reaches || args.exit_zero { CLEAN } else { FINDINGS })
}

fn text(found: &PathReport) -> String {
    let mut out = String::new();
    let verdict = match &found.to {
        None => "reaches no head".to_owned(),
        Some(to) if found.reaches => format!("reaches {to}"),
        Some(to) => format!("does not reach {to}"),
    };
    let channel = format!("channel {} of {}, OLM {}", found.channel, found.package, name(found.semantics));
    let _ = writeln!(out, "{}", visible(&format!("{} {verdict} ({channel})", found.from)));
    for step in &found.steps {
        let at = step.entry_range.start;
        let line = format!("  {} -> {} ({}) {}:{}:{}", step.from, step.to, step.edge, step.path, at.line, at.column);
        let _ = writeln!(out, "{}", visible(&line));
    }
    if let Some(reason) = &found.stops_because {
        let _ = writeln!(out, "{}", visible(reason));
    }
    out
}
