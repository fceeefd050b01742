//! `olmkit path`.

use std::fmt::Write;

use olmkit_catalog::upgrade_path::PathError;
use olmkit_semver::Version;
use olmkit_text::is_other_number;
use olmkit_workspace::api::{PathQuestion, PathReport};
use olmkit_workspace::{QuestionError, Workspace};

use super::CommandError;
use super::stranded::name;
use super::wanted::Wanted;
use crate::args::{Args, UnknownName, known_names};
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
            return Err(explained(error, question, &mut catalog.workspace));
        }
    };
    for step in &mut found.steps {
        step.path = catalog.shown(&step.path);
    }
    if let Some(hint) = hint(&found, &question.from, &mut catalog.workspace) {
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
fn explained(error: QuestionError, question: &PathQuestion, workspace: &mut Workspace) -> CommandError {
    match &error {
        QuestionError::Path(PathError::UnknownFrom(name)) => {
            unknown("bundle or version", name, bundles(&question.package, workspace)).into()
        }
        QuestionError::Path(PathError::UnknownTo(name)) => {
            let entries = entries(&question.package, question.channel.as_deref(), workspace);
            unknown("target", name, entries).into()
        }
        _ => error.into(),
    }
}

/// The names and versions of the bundles of a package.
fn bundles(package: &str, workspace: &mut Workspace) -> Vec<Named> {
    let index = workspace.index();
    index.get(package).map_or_else(Vec::new, |package| {
        package.bundles.iter().map(|(name, bundle)| (name.clone(), bundle.version.clone())).collect()
    })
}

/// The names and versions of the entries of a channel, or of the default channel.
fn entries(package: &str, channel: Option<&str>, workspace: &mut Workspace) -> Vec<Named> {
    let default = || workspace.outline().packages.into_iter().find(|found| found.name == package)?.default_channel;
    let channel = channel.map(str::to_owned).or_else(default).unwrap_or_default();
    workspace.channel(package, &channel).map_or_else(Vec::new, |table| {
        table.entries.into_iter().map(|entry| (entry.name, entry.version.unwrap_or_default())).collect()
    })
}

/// A name and a version.
type Named = (String, String);

/// A bundle, entry or version that is not in `known`. The name of another version is not a misspelling: instead, the
/// bundles with the nearest versions follow.
fn unknown(what: &'static str, name: &str, known: Vec<Named>) -> UnknownName {
    let bundles: Vec<(&str, &str)> = known.iter().map(|(name, version)| (name.as_str(), version.as_str())).collect();
    let alike = bundles.iter().flat_map(|(name, version)| [*name, *version]);
    let alike: Vec<&str> = alike.filter(|known| !is_other_number(known, name)).collect();
    UnknownName::of(what, name, alike.into_iter(), &known_names(around(name, bundles).into_iter()))
}

/// The names of bundles, those with versions near the version in a name first.
fn around<'b>(name: &str, bundles: Vec<(&'b str, &'b str)>) -> Vec<&'b str> {
    let version = |text: &str| Version::parse(text.rsplit_once(".v").map_or(text, |(_, version)| version)).ok();
    let Some(wanted) = version(name.strip_prefix('v').unwrap_or(name)) else {
        return bundles.into_iter().map(|(name, _)| name).collect();
    };
    let mut below: Vec<(Option<Version>, &str)> = bundles.into_iter().map(|(name, own)| (version(own), name)).collect();
    below.sort();
    let above = below.split_off(below.partition_point(|(own, _)| own.as_ref().is_none_or(|own| *own < wanted)));
    let mut near = Vec::new();
    let (mut below, mut above) = (below.into_iter().rev(), above.into_iter());
    loop {
        match (below.next(), above.next()) {
            (None, None) => return near,
            pair => near.extend([pair.0, pair.1].into_iter().flatten().map(|(_, name)| name)),
        }
    }
}

/// The hint for a start that neither upgrades nor is in the catalog: it was removed from the catalog, or it is misspelled.
fn hint(found: &PathReport, from: &str, workspace: &mut Workspace) -> Option<String> {
    if found.reaches || !found.steps.is_empty() {
        return None;
    }
    if workspace.index().get(&found.package)?.bundles.contains_key(&found.from) {
        return None;
    }
    Some(format!(
        "hint: {}\n",
        visible(&unknown("bundle or version", from, bundles(&found.package, workspace)).to_string())
    ))
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
