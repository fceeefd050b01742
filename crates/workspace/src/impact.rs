//! Describes the impact of a change in sentences: opm's verdict, upgrade paths, added, changed and removed objects, and
//! new and fixed problems.

use olmkit_catalog::diff::ChangeKind;
use olmkit_catalog::rules::upgrades::{
    channel_multiple_heads, channel_no_head, channel_replaces_cycle, channel_stranded, stranded_v0, stranded_v1,
    versions_removed,
};
use olmkit_catalog::{Catalog, Suppressed};
use olmkit_collections::{HashSet, Table, order};
use olmkit_diagnostics::Rule;
use olmkit_diagnostics::alike::Problem;

use crate::api::{
    CatalogChange, Diagnostic, Impact, ImpactCluster, ImpactKind, ImpactPath, ImpactProblem, ImpactVerdict,
    LongestPath, Report, Semantics, VERSION,
};
use crate::diff::OfKind;
use crate::fixes::broken_documents;
use crate::outline::{StrandedNames, stranded_names};
use crate::workspace::Workspace;
use olmkit_text::{capitalized, counted, listed};

/// The maximum number of sentences in a result.
const MAX: usize = 40;
/// The maximum number of names in a sentence.
const NAMES: usize = 4;
/// The maximum number of messages in a sentence.
const MESSAGES: usize = 3;
/// The maximum number of new problems that are listed individually.
const PROBLEMS: usize = 20;
/// The maximum number of channels whose longest path is compared, and of versions that are named for a channel.
const CHANNELS: usize = 20;
/// The rules that explain why a version cannot reach the head.
static REASONS: [&Rule; 6] = [
    &stranded_v0::RULE,
    &stranded_v1::RULE,
    &channel_stranded::RULE,
    &channel_multiple_heads::RULE,
    &channel_no_head::RULE,
    &channel_replaces_cycle::RULE,
];

impl Workspace {
    /// Returns the impact of the change from another state of the catalog to this one. Both are compared with the base
    /// of this one.
    pub fn impact(&mut self, old: &mut Workspace) -> Impact {
        self.impact_and_changes(old).0
    }

    /// Returns the impact together with the changes that it describes.
    pub(crate) fn impact_and_changes(&mut self, old: &mut Workspace) -> (Impact, Vec<OfKind>) {
        let before = old.report_since(&mut self.base);
        let after = self.report();
        let mut changes = self.changes(old);
        let all = changes.len();
        let unread = unread(old, self);
        let is_unread = |package: &str| unread.contains("") || unread.contains(package);
        changes.retain(|(kind, change)| !is_addition(*kind) || !is_unread(&change.package));
        let not_listed = if changes.len() < all { not_listed(old) } else { None };
        let longest = self.longest(old, &changes);
        let is_less = broken_documents(&self.files) > broken_documents(&old.files);
        let mut stranded = self.stranded_entries();
        // A problem is not fixed if its document no longer loads, or if another problem hides it.
        let is_hidden = &mut |found: &_| is_less || stranded(found);
        let mut lost =
            paths(&changes, ChangeKind::PathLost, ImpactKind::PathsLost, "can no longer upgrade to the channel head");
        let [fixed, suppressed, new] = problems([&before, &after], self.suppressed(), is_hidden, &mut lost.paths);
        let impact = impact([
            verdicts_cluster(verdict(&before, &after).into_iter().collect()),
            lost,
            paths(&changes, ChangeKind::PathGained, ImpactKind::PathsGained, "can now upgrade to the channel head"),
            ImpactCluster {
                longest,
                ..cluster_of(ImpactKind::Changes, others(&changes).into_iter().chain(not_listed).collect())
            },
            fixed,
            suppressed,
            new,
        ]);
        (impact, changes)
    }

    /// The documents that opm does not load: their file, package and text. The package is empty if they do not name one.
    pub(crate) fn broken(&self) -> impl Iterator<Item = (&str, &str, &[u8])> {
        self.files.iter().zip(&self.sources).flat_map(|(file, source)| {
            let broken = file.documents.iter().filter(|document| document.facts.is_broken());
            broken.map(|document| (file.path.as_str(), document.facts.declared_package(), source.part(document.range)))
        })
    }

    /// Returns whether the entry of a problem is stranded under the semantics of its rule. Problems of a channel are
    /// adjacent, so each channel is analyzed once.
    fn stranded_entries<'p>(&self) -> impl FnMut(&Tallied<'p>) -> bool {
        let catalog = Catalog::new(&self.files);
        let (mut last, mut names) = (("", ""), StrandedNames::default());
        move |&(problem, semantics)| {
            let place = problem.package.zip(problem.channel);
            let (Some(semantics), Some(place), Some(entry)) = (semantics, place, problem.entry) else { return false };
            if last != place {
                (last, names) = (place, stranded_names(&catalog, place.0, place.1));
            }
            names.has(semantics, entry)
        }
    }

    /// Returns the change of the longest path in the channel where it changed most.
    fn longest(&mut self, old: &mut Workspace, changes: &[OfKind]) -> Option<LongestPath> {
        let channels = changes.iter().map(|(_, change)| change);
        let channels = channels.filter_map(|change| Some((change.package.as_str(), change.channel.as_deref()?)));
        let mut found: Option<LongestPath> = None;
        for (package, channel) in order::unique(channels).into_iter().take(CHANNELS) {
            let (Some(before), Some(after)) = (old.steps(package, channel), self.steps(package, channel)) else {
                continue;
            };
            let most = found.as_ref().map_or(0, |found| found.before.abs_diff(found.after));
            if before.abs_diff(after) > most {
                found = Some(LongestPath { package: package.to_owned(), channel: channel.to_owned(), before, after });
            }
        }
        found
    }

    /// The maximum number of upgrades from an entry of a channel to its head under OLM v0. Names that only edges mention
    /// are not counted: the channel cannot install them.
    fn steps(&mut self, package: &str, channel: &str) -> Option<usize> {
        self.channel(package, channel)?.rail.rows.iter().filter_map(|row| row.entry.and(row.steps[0])).max()
    }
}

/// Returns the packages of documents that cannot be read in the old state and are different in the new one; an empty
/// name for files, and for documents that do not name a package. Their content seems to be added.
fn unread<'w>(old: &'w Workspace, new: &'w Workspace) -> HashSet<&'w str> {
    let still = order::unique(new.broken().map(|(path, _, text)| (path, text)));
    let documents = old.broken().filter(|(path, _, text)| still.binary_search(&(*path, *text)).is_err());
    let is_unread =
        |path: &str| new.find(path).is_ok_and(|at| new.files.get(at).is_some_and(|file| file.problem.is_some()));
    let files = old.files.iter().filter(|file| file.problem.is_some() && !is_unread(&file.path)).map(|_| "");
    documents.map(|(_, package, _)| package).chain(files).collect()
}

/// The sentence about additions that are not listed.
fn not_listed(old: &mut Workspace) -> Option<String> {
    let first = old.first_load_problem()?;
    Some(format!("Additions may be missing from this list, because opm cannot load part of the old catalog: {first}"))
}

fn is_addition(kind: ChangeKind) -> bool {
    use ChangeKind::{BundleAdded, ChannelAdded, DeprecationAdded, EntryAdded, PackageAdded, PathGained};
    matches!(kind, PackageAdded | ChannelAdded | EntryAdded | BundleAdded | DeprecationAdded | PathGained)
}

/// Returns the new problems that explain why versions of a channel do not reach its head under the semantics of the path:
/// those of the versions if all versions are listed and there are any. Without other problems, the finding about removed
/// versions.
fn reasons(path: &ImpactPath, new: &[Tallied<'_>]) -> Vec<ImpactProblem> {
    let is_own = |entry: &str| path.count > path.entries.len() || path.entries.iter().any(|own| own == entry);
    // How well a problem explains the path; 0 if not at all.
    let rank = |(problem, semantics): &Tallied<'_>| {
        let is_reason = problem.package == Some(&path.package)
            && problem.channel == Some(&path.channel)
            && semantics.is_none_or(|under| path.semantics.contains(&under));
        if !is_reason {
            return 0;
        }
        if REASONS.iter().any(|rule| rule.id == problem.rule) {
            return if problem.entry.is_none_or(is_own) { 3 } else { 2 };
        }
        u8::from(problem.rule == versions_removed::RULE.id)
    };
    let most = new.iter().map(rank).max().unwrap_or_default();
    let best = new.iter().filter(|found| most > 0 && rank(found) == most);
    best.take(PROBLEMS).map(|(problem, _)| problem.into()).collect()
}

/// Returns the impact of the change from one state of a bundle to another.
#[cfg(feature = "bundle")]
pub(crate) fn of_bundle(before: &Report, after: &Report, suppressed: &[Suppressed]) -> Impact {
    let verdicts = |report: &Report| report.bundle.as_ref().map(|bundle| [bundle.opm, bundle.sdk, bundle.api]);
    let (was, is) = (verdicts(before).unwrap_or_default(), verdicts(after).unwrap_or_default());
    let tools = ["opm", "operator-sdk", "operator-framework/api"];
    let changed = |((tool, was), is): ((&str, Option<bool>), Option<bool>)| {
        let accepted = is.filter(|_| was != is)?;
        let message = match accepted {
            true => format!("{tool} accepts the bundle, which it rejected before."),
            false => format!("{tool} rejects the bundle, which it accepted before."),
        };
        Some(ImpactVerdict { catalog: None, rejects: !accepted, message })
    };
    let verdicts = tools.into_iter().zip(was).zip(is).filter_map(changed).collect();
    let [fixed, suppressed, new] = problems([before, after], suppressed, &mut |_| false, &mut []);
    impact([verdicts_cluster(verdicts), fixed, suppressed, new])
}

/// Removes duplicate sentences and limits their number. Without this, a deprecation of a bundle would be repeated for
/// each of its channels.
fn impact(clusters: impl IntoIterator<Item = ImpactCluster>) -> Impact {
    let mut known = HashSet::default();
    let (mut left, mut more) = (MAX, 0_usize);
    let mut clusters: Vec<ImpactCluster> = clusters.into_iter().filter(|cluster| cluster.count > 0).collect();
    for ImpactCluster { consequences, .. } in &mut clusters {
        consequences.retain(|sentence| known.insert(sentence.clone()));
        more = more.saturating_add(consequences.len().saturating_sub(left));
        consequences.truncate(left);
        left = left.saturating_sub(consequences.len());
    }
    let last = clusters.iter_mut().rev().find(|cluster| !cluster.consequences.is_empty());
    if let Some(last) = last.filter(|_| more > 0) {
        last.consequences.push(format!("and {more} more"));
    }
    let consequences = clusters.iter().flat_map(|cluster| cluster.consequences.iter().cloned()).collect();
    Impact { version: VERSION, consequences, clusters }
}

/// Creates a cluster of changed verdicts.
fn verdicts_cluster(verdicts: Vec<ImpactVerdict>) -> ImpactCluster {
    let sentences = verdicts.iter().map(|verdict| verdict.message.clone()).collect();
    ImpactCluster { verdicts, ..cluster_of(ImpactKind::Verdict, sentences) }
}

/// Creates a cluster of sentences about one change each.
fn cluster_of(kind: ImpactKind, consequences: Vec<String>) -> ImpactCluster {
    cluster(kind, consequences.len(), consequences)
}

fn cluster(kind: ImpactKind, count: usize, consequences: Vec<String>) -> ImpactCluster {
    ImpactCluster {
        kind,
        count,
        consequences,
        problems: Vec::new(),
        verdicts: Vec::new(),
        paths: Vec::new(),
        longest: None,
    }
}

fn verdict(before: &Report, after: &Report) -> Option<ImpactVerdict> {
    let message = match (before.opm.accepted, after.opm.accepted) {
        (false, true) => "opm accepts the catalog, which it rejected before.".to_owned(),
        (true, false) => {
            let first = after.opm.first.as_deref().map_or_else(String::new, |rule| format!(": {rule}"));
            format!("opm rejects the catalog, which it accepted before{first}.")
        }
        _ => return None,
    };
    Some(ImpactVerdict { catalog: None, rejects: !after.opm.accepted, message })
}

/// Versions of one channel under one semantics, and the first change that names a version.
type Versions<'c> = (&'c CatalogChange, Semantics, Vec<&'c str>);

/// Returns the installed versions that gain or lose the upgrade path to the head of a channel, in one sentence for each
/// channel.
fn paths(changes: &[OfKind], wanted: ChangeKind, kind: ImpactKind, what: &str) -> ImpactCluster {
    let mut found: Table<(&str, &str, &str), Versions<'_>> = Table::default();
    for (_, change) in changes.iter().filter(|(kind, _)| *kind == wanted) {
        let (Some(channel), Some(entry), Some(semantics)) = (&change.channel, &change.entry, change.semantics) else {
            continue;
        };
        let key = (change.package.as_str(), channel.as_str(), semantics.name());
        found.or_insert_with(key, || (change, semantics, Vec::new())).2.push(entry);
    }
    let versions = found.values().flat_map(|(_, _, entries)| entries.iter().copied());
    let count = order::unique(versions).len();
    let sentence = |(change, semantics, entries): &Versions<'_>| {
        let channel = change.channel.as_deref().unwrap_or_default();
        format!("{}/{channel} under OLM {}: {} {what}.", change.package, semantics.name(), some(entries))
    };
    let consequences = found.values().map(sentence).collect();
    let mut paths = Vec::<ImpactPath>::new();
    for (change, semantics, entries) in found.values() {
        let channel = change.channel.as_deref().unwrap_or_default();
        let first: Vec<String> = entries.iter().take(CHANNELS).map(|entry| (*entry).to_owned()).collect();
        let is_same = |path: &&mut ImpactPath| {
            path.package == change.package
                && path.channel == channel
                && path.count == entries.len()
                && path.entries == first
        };
        match paths.iter_mut().find(is_same) {
            Some(path) => path.semantics.push(*semantics),
            None => paths.push(ImpactPath {
                package: change.package.clone(),
                channel: channel.to_owned(),
                semantics: vec![*semantics],
                entries: first,
                count: entries.len(),
                problems: Vec::new(),
            }),
        }
    }
    ImpactCluster { paths, ..cluster(kind, count, consequences) }
}

fn some(names: &[&str]) -> String {
    let shown = if names.len() > NAMES { NAMES.saturating_sub(1) } else { NAMES };
    listed(names.iter().map(|&name| name.to_owned()).collect(), shown, "and")
}

/// Returns all other changes; with their package if several packages changed, with their channel if the message does
/// not name it.
fn others(changes: &[OfKind]) -> Vec<String> {
    let is_path = |kind: ChangeKind| matches!(kind, ChangeKind::PathLost | ChangeKind::PathGained);
    let others: Vec<&OfKind> = changes.iter().filter(|(kind, _)| !is_path(*kind)).collect();
    let packages = order::unique(others.iter().map(|(_, change)| change.package.as_str()));
    let sentence = |(kind, change): &&OfKind| {
        let package = (packages.len() > 1).then_some(change.package.as_str());
        let channel = change.channel.as_deref().filter(|_| *kind == ChangeKind::EdgesChanged);
        let place: Vec<&str> = package.into_iter().chain(channel).collect();
        let message = change.message.trim_end_matches('.');
        if place.is_empty() { format!("{}.", capitalized(message)) } else { format!("{}: {message}.", place.join("/")) }
    };
    others.iter().map(sentence).collect()
}

/// Returns fixed, suppressed and new problems, compared without positions. `suppressed`: the findings after the change that
/// comments suppress. Hidden problems still exist, although no rule finds them. `lost`: paths, to which it adds the first
/// new problems that explain them.
fn problems<'d>(
    [before, after]: [&'d Report; 2],
    suppressed: &[Suppressed],
    is_hidden: &mut dyn FnMut(&Tallied<'d>) -> bool,
    lost: &mut [ImpactPath],
) -> [ImpactCluster; 3] {
    let (old, now) = (tally(&before.diagnostics), tally(&after.diagnostics));
    let (mut fixed, mut new) = (missing(&old, &now), missing(&now, &old));
    let mut hidden = Vec::new();
    fixed.retain(|found| {
        let is_suppressed =
            suppressed.iter().any(|(rule, message)| (*rule, message.as_str()) == (found.0.rule, found.0.message));
        hidden.extend(is_suppressed.then_some(*found));
        !is_suppressed
    });
    // A version that stays stranded for a different reason is neither new nor fixed.
    let stays = |(found, semantics): &Tallied<'_>, others: &[Tallied<'_>]| {
        semantics.is_some() && others.iter().any(|(other, _)| Problem { message: found.message, ..*other } == *found)
    };
    let before = fixed.clone();
    fixed.retain(|found| !stays(found, &new) && !is_hidden(found));
    new.retain(|found| !stays(found, &before));
    for path in lost {
        path.problems = reasons(path, &new);
    }
    let of = |(kind, found, one, many, behind): (ImpactKind, Vec<Tallied<'_>>, &str, &str, &str)| {
        let count = found.len();
        let messages: Vec<&str> = found.iter().map(|(problem, _)| problem.message).collect();
        let sentence = (count > 0).then(|| format!("{}{behind}: {}", counted(count, one, many), in_row(&messages)));
        let problems = found.iter().take(PROBLEMS).map(|(problem, _)| problem.into()).collect();
        ImpactCluster { problems, ..cluster(kind, count, sentence.into_iter().collect()) }
    };
    [
        (ImpactKind::Fixed, fixed, "problem", "problems", " fixed"),
        (ImpactKind::Suppressed, hidden, "problem", "problems", " suppressed"),
        (ImpactKind::NewProblems, new, "new problem", "new problems", ""),
    ]
    .map(of)
}

/// A problem, and the semantics under which its entry is stranded.
type Tallied<'d> = (Problem<'d>, Option<Semantics>);

/// The number of occurrences of each problem.
type Tally<'d> = Table<Tallied<'d>, (Tallied<'d>, usize)>;

fn tally(all: &[Diagnostic]) -> Tally<'_> {
    let mut counts = Tally::default();
    for found in all {
        let key = (Problem::from(found), found.stranded);
        let (_, count) = counts.or_insert_with(key, || (key, 0));
        *count = count.saturating_add(1);
    }
    counts
}

/// Returns the problems that occur more often in `from` than in `to`.
fn missing<'d>(from: &Tally<'d>, to: &Tally<'d>) -> Vec<Tallied<'d>> {
    let gone = from.values().filter(|(problem, count)| to.get(problem).is_none_or(|(_, other)| other < count));
    gone.map(|(problem, _)| *problem).collect()
}

fn in_row(messages: &[&str]) -> String {
    let shown: Vec<&str> = messages.iter().take(MESSAGES).map(|message| message.trim_end_matches('.')).collect();
    let end = if messages.len() > MESSAGES { "; …" } else { "." };
    format!("{}{end}", shown.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Found<'f> = (&'f Rule, &'f str, Option<&'f str>, Option<Semantics>);

    /// The rules and entries of the reasons for a path that `foo.v1` lost in the channel `stable`, and `count` versions in
    /// all.
    fn of(semantics: Semantics, count: usize, found: &[Found<'static>]) -> Vec<(String, Option<String>)> {
        let path = ImpactPath {
            package: "foo".to_owned(),
            channel: "stable".to_owned(),
            semantics: vec![semantics],
            entries: vec!["foo.v1".to_owned()],
            count,
            problems: Vec::new(),
        };
        let problem = |(rule, channel, entry, semantics): &Found<'static>| {
            let (package, channel) = (Some("foo"), Some(*channel));
            (Problem { rule: rule.id, package, channel, entry: *entry, message: "" }, *semantics)
        };
        let found: Vec<Tallied<'_>> = found.iter().map(problem).collect();
        reasons(&path, &found).into_iter().map(|problem| (problem.rule, problem.entry)).collect()
    }

    fn stranded(rule: &'static Rule, entry: &'static str, semantics: Semantics) -> Found<'static> {
        (rule, "stable", Some(entry), Some(semantics))
    }

    fn named(rule: &Rule, entry: Option<&str>) -> (String, Option<String>) {
        (rule.id.to_owned(), entry.map(str::to_owned))
    }

    #[test]
    fn problems_under_other_semantics_explain_nothing() {
        let v0 = stranded(&stranded_v0::RULE, "foo.v1", Semantics::V0);
        let v1 = stranded(&stranded_v1::RULE, "foo.v1", Semantics::V1);
        assert_eq!(of(Semantics::V1, 1, &[v0, v1]), [named(&stranded_v1::RULE, Some("foo.v1"))]);
    }

    #[test]
    fn problems_of_its_versions_come_before_those_of_the_channel_if_all_versions_are_named() {
        let v0 = |entry: &'static str| stranded(&stranded_v0::RULE, entry, Semantics::V0);
        let both = [v0("foo.v1"), v0("foo.v2")];
        let named_v0 = |entry: &str| named(&stranded_v0::RULE, Some(entry));
        assert_eq!(of(Semantics::V0, 1, &both), [named_v0("foo.v1")]);
        let all = ["foo.v1", "foo.v2"].map(named_v0);
        assert_eq!(of(Semantics::V0, 2, &both), all, "not all versions of the path are named");
        let heads: Found<'_> = (&channel_multiple_heads::RULE, "stable", None, None);
        let found = of(Semantics::V0, 1, &[heads, v0("foo.v2")]);
        assert_eq!(found, [named(&channel_multiple_heads::RULE, None)], "a problem of the channel");
    }

    #[test]
    fn without_them_the_finding_about_removed_versions_of_the_channel_explains_it() {
        let [here, elsewhere]: [Found<'_>; 2] =
            ["stable", "fast"].map(|channel| (&versions_removed::RULE, channel, None, None));
        assert_eq!(of(Semantics::V0, 1, &[elsewhere, here]), [named(&versions_removed::RULE, None)]);
        let v0 = stranded(&stranded_v0::RULE, "foo.v2", Semantics::V0);
        assert_eq!(of(Semantics::V0, 1, &[here, v0]), [named(&stranded_v0::RULE, Some("foo.v2"))]);
    }
}
