//! `olmkit path`.

use std::fmt::Write;

use olmkit_catalog::upgrade_path::PathError;
use olmkit_workspace::api::{PathQuery, PathReport};
use olmkit_workspace::{QueryError, Workspace};

use super::CommandError;
use crate::args::{Args, UnknownName};
use crate::format::{Format, json, visible};
use crate::host::Host;
use crate::load::load_for_query;
use crate::{CLEAN, FINDINGS};

/// Shows the upgrade path of a version. Exits with 1 if it does not reach the target.
pub(crate) fn run(path: &str, query: &PathQuery, args: &Args, host: &mut dyn Host) -> Result<u8, CommandError> {
    let mut catalog = load_for_query(path, args.stdin_filename.as_deref(), &args.options, host)?;
    let is_partial = catalog.warn_if_unread(host);
    let mut found = match catalog.workspace.path(query) {
        Ok(found) => found,
        Err(error) => return Err(explained(error, query, &mut catalog.workspace)),
    };
    found.incomplete = is_partial;
    for step in &mut found.steps {
        step.path = catalog.shown(&step.path);
    }
    if let Some(hint) = hint(&found, &query.from, &mut catalog.workspace) {
        host.err(hint.as_bytes());
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
fn explained(error: QueryError, query: &PathQuery, workspace: &mut Workspace) -> CommandError {
    match &error {
        QueryError::Path(PathError::UnknownFrom(name)) => unknown_start(&query.package, name, workspace).into(),
        QueryError::Path(PathError::UnknownTo(name)) => {
            let found = workspace.suggest_target(&query.package, name);
            UnknownName::suggested("target", name, &found).into()
        }
        _ => error.into(),
    }
}

fn unknown_start(package: &str, name: &str, workspace: &mut Workspace) -> UnknownName {
    UnknownName::suggested("bundle or version", name, &workspace.suggest_start(package, name))
}

/// The hint for a start that neither upgrades nor is in the catalog: it was removed from the catalog, or it is misspelled.
fn hint(found: &PathReport, from: &str, workspace: &mut Workspace) -> Option<String> {
    if found.reaches || !found.steps.is_empty() {
        return None;
    }
    if workspace.index().get(&found.package)?.bundles.contains_key(&found.from) {
        return None;
    }
    let unknown = unknown_start(&found.package, from, workspace).to_string();
    Some(format!("hint: {}\n", visible(&unknown)))
}

fn text(found: &PathReport) -> String {
    let mut out = String::new();
    let verdict = match &found.to {
        None => "reaches no head".to_owned(),
        Some(to) if found.reaches => format!("reaches {to}"),
        Some(to) => format!("does not reach {to}"),
    };
    let channel = format!("channel {} of {}, OLM {}", found.channel, found.package, found.semantics.name());
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
