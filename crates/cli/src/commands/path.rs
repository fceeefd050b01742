//! `olmkit path`.

use std::fmt::Write;

use olmkit_catalog::upgrade_path::PathError;
use olmkit_workspace::api::{PathQuestion, PathReport};
use olmkit_workspace::{QuestionError, Workspace};

use super::CommandError;
use super::stranded::name;
use super::wanted::{NOT_THERE, Wanted};
use crate::args::{Args, UnknownName};
use crate::format::{Format, json, visible};
use crate::host::Host;
use crate::load::load_for_query;
use crate::{CLEAN, FINDINGS};

/// Shows the upgrade path of a version. Exits with 1 if it does not reach the target.
pub(crate) fn run(path: &str, question: &PathQuestion, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let mut catalog = load_for_query(path, args.stdin_filename.as_deref(), &args.options, host)?;
    let is_partial = catalog.warn_if_unread(host);
    let answer = catalog.workspace.path(question);
    let mut found = match answer {
        Ok(found) => found,
        Err(error) => {
            let mut wanted = Wanted::new(Some(&question.package), question.channel.as_deref());
            wanted.look(&mut catalog.workspace);
            wanted.check()?;
            return Err(explained(error, &question.package, &mut catalog.workspace));
        }
    };
    for step in &mut found.steps {
        step.path = catalog.shown(&step.path);
    }
    // The process ends here, so freeing memory would only cost time.
    std::mem::forget(catalog);
    match args.format {
        Some(Format::Json) => host.out(json::pretty(&found).as_bytes()),
        _ => host.out(text(&found).as_bytes()),
    }
    let is_clean = found.reaches && !is_partial;
    Ok(if is_clean || args.exit_zero { CLEAN } else { FINDINGS })
}

/// The error, with a suggestion for the name or version.
fn explained(error: QuestionError, package: &str, workspace: &mut Workspace) -> CommandError {
    let (what, name, otherwise) = match &error {
        QuestionError::Path(PathError::UnknownFrom(name)) => ("bundle or version", name, NOT_THERE),
        QuestionError::Path(PathError::UnknownTo(name)) => ("target", name, ": the channel has no such entry"),
        _ => return error.into(),
    };
    let index = workspace.index();
    let bundles = index.get(package).into_iter().flat_map(|package| &package.bundles);
    let known: Vec<&str> = bundles.flat_map(|(name, bundle)| [name.as_str(), bundle.version.as_str()]).collect();
    UnknownName::of(what, name, known.into_iter(), otherwise).into()
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
