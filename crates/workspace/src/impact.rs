//! What a change means, in sentences: opm's verdict, upgrade paths, what is added, changed and removed, and which problems
//! it solves and makes.

use olmkit_catalog::diff::Kind;
use olmkit_collections::{HashSet, Table, order};

use crate::api::{CatalogChange, Diagnostic, Impact, Report, VERSION};
use crate::counts::counted;
use crate::workspace::Workspace;

/// Sentences in one answer at most.
const MOST: usize = 40;
/// Names in one sentence at most.
const NAMES: usize = 4;
/// Messages in one sentence at most.
const MESSAGES: usize = 3;

impl Workspace {
    /// What the change from another state of the catalog to this one means. Both are compared with the base of this one.
    pub fn impact(&mut self, old: &mut Workspace) -> Impact {
        std::mem::swap(&mut old.base, &mut self.base);
        let before = old.report();
        std::mem::swap(&mut old.base, &mut self.base);
        let after = self.report();
        let changes = self.diff(old).changes;
        let mut consequences: Vec<String> = verdict(&before, &after).into_iter().collect();
        consequences.extend(paths(&changes, Kind::PathLost, "can no longer upgrade to the channel head"));
        consequences.extend(paths(&changes, Kind::PathGained, "can now upgrade to the channel head"));
        consequences.extend(others(&changes));
        consequences.extend(problems(&before.diagnostics, &after.diagnostics));
        Impact { version: VERSION, consequences: shortened(consequences) }
    }
}

/// What the change from one state of a bundle to another means.
#[cfg(feature = "bundle")]
pub(crate) fn of_bundle(before: &Report, after: &Report) -> Impact {
    let verdicts = |report: &Report| report.bundle.as_ref().map(|bundle| [bundle.opm, bundle.sdk, bundle.api]);
    let (was, is) = (verdicts(before).unwrap_or_default(), verdicts(after).unwrap_or_default());
    let tools = ["opm", "operator-sdk", "operator-framework/api"];
    let sentence = |((tool, was), is): ((&str, Option<bool>), Option<bool>)| match is.filter(|_| was != is)? {
        true => Some(format!("{tool} accepts the bundle, which it rejected before.")),
        false => Some(format!("{tool} rejects the bundle, which it accepted before.")),
    };
    let mut consequences: Vec<String> = tools.into_iter().zip(was).zip(is).filter_map(sentence).collect();
    consequences.extend(problems(&before.diagnostics, &after.diagnostics));
    Impact { version: VERSION, consequences: shortened(consequences) }
}

fn verdict(before: &Report, after: &Report) -> Option<String> {
    match (before.opm.accepted, after.opm.accepted) {
        (false, true) => Some("opm accepts the catalog, which it rejected before.".to_owned()),
        (true, false) => {
            let first = after.opm.first.as_deref().map_or_else(String::new, |rule| format!(": {rule}"));
            Some(format!("opm rejects the catalog, which it accepted before{first}."))
        }
        _ => None,
    }
}

/// Which installed versions gain or lose the path to the head of a channel: one sentence for each channel.
fn paths(changes: &[CatalogChange], kind: Kind, what: &str) -> Vec<String> {
    let mut entries: Table<String, (String, Vec<&str>)> = Table::default();
    for change in changes.iter().filter(|change| change.kind == kind.name()) {
        let (Some(channel), Some(entry), Some(semantics)) = (&change.channel, &change.entry, change.semantics) else {
            continue;
        };
        let place = format!("{}/{channel} under OLM {}", change.package, semantics.name());
        entries.or_insert_with(place.clone(), || (place, Vec::new())).1.push(entry);
    }
    entries.values().map(|(place, entries)| format!("{place}: {} {what}.", some(entries))).collect()
}

fn some(names: &[&str]) -> String {
    if names.len() <= NAMES {
        return names.join(", ");
    }
    let shown = NAMES.saturating_sub(1);
    let first = names.get(..shown).unwrap_or_default().join(", ");
    format!("{first} and {} more", names.len().saturating_sub(shown))
}

/// All other changes; with their package when there are several, with their channel where the message does not name it.
fn others(changes: &[CatalogChange]) -> Vec<String> {
    let is_path =
        |change: &&CatalogChange| [Kind::PathLost, Kind::PathGained].iter().any(|kind| change.kind == kind.name());
    let others: Vec<&CatalogChange> = changes.iter().filter(|change| !is_path(change)).collect();
    let packages = order::unique(others.iter().map(|change| change.package.as_str()));
    let sentence = |change: &&CatalogChange| {
        let package = (packages.len() > 1).then_some(change.package.as_str());
        let channel = change.channel.as_deref().filter(|_| change.kind == Kind::EdgesChanged.name());
        let place: Vec<&str> = package.into_iter().chain(channel).collect();
        let message = change.message.trim_end_matches('.');
        if place.is_empty() { format!("{}.", capitalized(message)) } else { format!("{}: {message}.", place.join("/")) }
    };
    others.iter().map(sentence).collect()
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Problems that come and go; where they are does not count.
fn problems(before: &[Diagnostic], after: &[Diagnostic]) -> Vec<String> {
    let (old, now) = (tally(before), tally(after));
    let solved = missing(&old, &now);
    let new = missing(&now, &old);
    let sentence = |messages: &[&str], one: &str, many: &str, behind: &str| {
        (!messages.is_empty()).then(|| format!("{}{behind}: {}", counted(messages.len(), one, many), in_row(messages)))
    };
    let sentences =
        [sentence(&solved, "problem", "problems", " solved"), sentence(&new, "new problem", "new problems", "")];
    sentences.into_iter().flatten().collect()
}

/// What makes two problems the same one.
type Problem<'d> = (&'d str, Option<&'d str>, Option<&'d str>, Option<&'d str>, &'d str);

/// How often each problem occurs.
type Tally<'d> = Table<Problem<'d>, (Problem<'d>, usize)>;

fn tally(all: &[Diagnostic]) -> Tally<'_> {
    let mut counts = Tally::default();
    for found in all {
        let key = (
            &*found.rule,
            found.package.as_deref(),
            found.channel.as_deref(),
            found.entry.as_deref(),
            found.message.as_str(),
        );
        let (_, count) = counts.or_insert_with(key, || (key, 0));
        *count = count.saturating_add(1);
    }
    counts
}

/// The messages of what occurs more often in the first than in the second.
fn missing<'d>(from: &Tally<'d>, to: &Tally<'d>) -> Vec<&'d str> {
    let gone = from.values().filter(|(problem, count)| to.get(problem).is_none_or(|(_, other)| other < count));
    gone.map(|(problem, _)| problem.4).collect()
}

fn in_row(messages: &[&str]) -> String {
    let shown: Vec<&str> = messages.iter().take(MESSAGES).map(|message| message.trim_end_matches('.')).collect();
    let end = if messages.len() > MESSAGES { "; …" } else { "." };
    format!("{}{end}", shown.join("; "))
}

/// Each sentence once, and not too many: a bundle is deprecated once, in however many channels it is.
fn shortened(all: Vec<String>) -> Vec<String> {
    let mut known = HashSet::default();
    let mut all: Vec<String> = all.into_iter().filter(|sentence| known.insert(sentence.clone())).collect();
    if all.len() > MOST {
        let more = all.len().saturating_sub(MOST);
        all.truncate(MOST);
        all.push(format!("and {more} more"));
    }
    all
}
