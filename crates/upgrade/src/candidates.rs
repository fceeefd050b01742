//! Candidate values for a field of an entry, each with its effect on upgrades.

use std::cmp::Reverse;

use olmkit_api::{Candidate, CandidateVerdict, EdgeField, Semantics};
use olmkit_collections::{HashSet, Id as _, order};
use olmkit_semver::{Range, Version};
use olmkit_text::{counted, natural};

use crate::chain::{Problem, check};
use crate::channel::{Channel, Graph, Node, SkipRange};
use crate::fix::links;
use crate::ids::VersionId;
use crate::stranded::find;

/// The maximum number of values whose effect is computed.
const TRIED: usize = 24;
/// The maximum number of values that are returned.
const MAX: usize = 8;
/// The maximum number of names in the description of an effect.
const NAMED: usize = 2;

/// The versions that cannot reach the head, with the semantics; sorted.
type Stranded<'e> = Vec<(&'e str, Semantics)>;

/// A request for the candidates of a field.
#[derive(Debug, Clone, Copy)]
pub struct Query<'q> {
    /// The entry.
    pub entry: &'q str,
    /// Its field.
    pub field: EdgeField,
    /// The existing names in `skips`, which are kept.
    pub kept: &'q [String],
    /// The text typed so far.
    pub text: &'q str,
}

/// Returns the values that match the text: first those that leave no version stranded, then the nearest older versions,
/// last the versions that are newer than the entry. Empty if the channel does not have the entry.
#[must_use]
pub fn candidates(channel: &Channel<'_>, query: Query<'_>) -> Vec<Candidate> {
    let graph = Graph::new(channel);
    let entry = graph.ids.get(query.entry).copied().filter(|id| graph.is_entry(*id));
    let Some(node) = entry else { return Vec::new() };
    let mut search = Search {
        before: stranded(&graph),
        was_sound: problem(channel).is_none(),
        was_accepted: is_accepted(channel),
        channel: channel.clone(),
        graph,
        node,
        query,
    };
    search.channel.keep_installed(&search.graph);
    let mut found: Vec<Candidate> =
        search.values().into_iter().take(TRIED).map(|values| search.tried(values)).collect();
    order::sort_by_key(&mut found, |candidate| (search.has_newer(&candidate.values), candidate.verdict));
    found.truncate(MAX);
    found
}

fn stranded<'e>(graph: &Graph<'_, 'e>) -> Stranded<'e> {
    let under = |semantics| {
        let found = find(graph, semantics).stranded;
        found.into_iter().map(move |one| (graph.name(one.id), semantics))
    };
    order::unique(Semantics::ALL.into_iter().flat_map(under))
}

struct Search<'c, 'e, 'q> {
    graph: Graph<'c, 'e>,
    node: VersionId,
    query: Query<'q>,
    before: Stranded<'e>,
    /// Whether opm accepted the channel, apart from stranded entries.
    was_sound: bool,
    was_accepted: bool,
    /// The channel; clusters run all versions that it names now, also if a value no longer names them.
    channel: Channel<'e>,
}

impl<'e> Search<'_, 'e, '_> {
    /// All possible values.
    fn values(&mut self) -> Vec<Vec<String>> {
        match self.query.field {
            EdgeField::SkipRange => self.ranges(),
            EdgeField::Replaces => {
                let nothing = self.query.text.is_empty().then(Vec::new);
                // The limit does not cut the removal if it is tried first.
                nothing.into_iter().chain(self.names().into_iter().map(|name| vec![name])).collect()
            }
            EdgeField::Skips => {
                let names = self.names();
                let all: Vec<String> = names.iter().filter(|name| self.is_stranded(name)).cloned().collect();
                let all = Some(all).filter(|all| all.len() > 1);
                all.into_iter().chain(names.into_iter().map(|name| vec![name])).collect()
            }
        }
    }

    /// Whether one of the names is newer than the entry.
    fn has_newer(&self, names: &[String]) -> bool {
        let newer = |name: &String| self.graph.ids.get(name.as_str()).is_some_and(|id| self.is_newer(*id));
        self.query.field != EdgeField::SkipRange && names.iter().any(newer)
    }

    fn is_newer(&self, id: VersionId) -> bool {
        self.graph.is_newer(id, self.graph.id_of(self.node))
    }

    fn is_stranded(&self, name: &str) -> bool {
        let before: &Stranded<'_> = &self.before;
        Semantics::ALL.iter().any(|semantics| before.binary_search(&(name, *semantics)).is_ok())
    }

    /// The matching names. For `skips`, stranded versions come first, then older versions, newest first; a newer version
    /// is only there if something is typed.
    fn names(&self) -> Vec<String> {
        let Query { entry, field, kept, text } = self.query;
        let own = self.graph.ids.get(entry).and_then(|id| self.graph.version(*id));
        // Names are ASCII. Unicode case folding would add its tables to the wasm.
        let wanted = text.to_ascii_lowercase();
        let kept: HashSet<&str> = kept.iter().map(String::as_str).collect();
        let is_offered = |id: &VersionId| {
            let name = self.graph.name(*id);
            let is_known = field == EdgeField::Skips || self.graph.is_entry(*id);
            let is_new = name != entry && !kept.contains(name);
            let is_wanted = field != EdgeField::Skips || !text.is_empty() || !self.is_newer(*id);
            is_known && is_new && is_wanted && name.to_ascii_lowercase().contains(&wanted)
        };
        let mut ids: Vec<VersionId> = self.graph.names.ids().filter(is_offered).collect();
        order::sort_by_key(&mut ids, |id| {
            let version = self.graph.version(*id);
            let is_stranded = field == EdgeField::Skips && self.is_stranded(self.graph.name(*id));
            let is_older = version.zip(own).is_some_and(|(version, own)| version < own);
            (!is_stranded, !is_older, Reverse(version))
        });
        ids.into_iter().map(|id| self.graph.name(id).to_owned()).collect()
    }

    /// The typed range and the usual ranges: from the entry's minor version, from the one before it, from the oldest
    /// version.
    fn ranges(&self) -> Vec<Vec<String>> {
        let text = self.query.text;
        let written = Some(text).filter(|text| !text.is_empty()).map(str::to_owned);
        let own = self.graph.ids.get(self.query.entry).and_then(|id| self.graph.version(*id));
        let versions = self.graph.names.ids().filter_map(|id| self.graph.version(id));
        let oldest = versions.min();
        let usual = own.into_iter().flat_map(|own| {
            let minor = |minor: u64| format!(">={}.{minor}.0 <{own}", own.major);
            let older = own.minor.checked_sub(1).map(minor);
            let all = oldest.filter(|oldest| *oldest < own).map(|oldest: &Version| format!(">={oldest} <{own}"));
            let same = Some(minor(own.minor)).filter(|_| own.patch > 0); // otherwise the range is empty
            [same, older, all].into_iter().flatten()
        });
        let mut found: Vec<String> = Vec::new();
        for range in written.into_iter().chain(usual) {
            if !found.contains(&range) {
                found.push(range);
            }
        }
        let nothing = text.is_empty().then(Vec::new);
        found.into_iter().map(|range| vec![range]).chain(nothing).collect()
    }

    /// Applies the value to a copy of the channel and describes its effect.
    fn tried(&mut self, values: Vec<String>) -> Candidate {
        let range = match (self.query.field, values.first()) {
            (EdgeField::SkipRange, Some(text)) => match Range::parse(text) {
                Ok(range) => Some(self.matched(&range)),
                Err(_) => {
                    let effect = "is not a valid version range".to_owned();
                    return Candidate { values, verdict: CandidateVerdict::Bad, effect };
                }
            },
            _ => None,
        };
        let mut channel = self.channel.clone();
        let Query { field, kept, .. } = self.query;
        if let Some(node) = channel.nodes.get_mut(self.node.index()) {
            set(node, field, kept, &values);
        }
        let (verdict, effect) = self.effect(&channel);
        let effect = range.into_iter().chain([effect]).collect::<Vec<_>>().join(", ");
        Candidate { values, verdict, effect }
    }

    /// Describes how many other entries a range matches.
    fn matched(&self, range: &Range) -> String {
        let others = self.graph.node_ids().filter(|node| *node != self.node);
        let versions = others.filter_map(|node| self.graph.version(self.graph.id_of(node)));
        let number = versions.filter(|version| range.contains(version) == Ok(true)).count();
        format!("matches {}", counted(number, "entry", "entries"))
    }

    fn effect(&self, channel: &Channel<'_>) -> (CandidateVerdict, String) {
        let graph = Graph::new(channel);
        let after = stranded(&graph);
        let opm = match is_accepted(channel) {
            true => "",
            false if self.was_accepted => ", opm rejects it",
            false => ", opm still rejects it",
        };
        if let Some(problem) = problem(channel).filter(|_| self.was_sound) {
            return (CandidateVerdict::Bad, format!("{problem}{opm}"));
        }
        let lost: Vec<_> = after.iter().filter(|one| self.before.binary_search(one).is_err()).copied().collect();
        if !lost.is_empty() {
            return (CandidateVerdict::Bad, format!("strands {}{}{opm}", listed(&lost), under(&lost)));
        }
        let verdict = match opm {
            "" if after.is_empty() => CandidateVerdict::Good,
            "" => CandidateVerdict::Neutral,
            _ if self.was_accepted => CandidateVerdict::Bad,
            _ => CandidateVerdict::Neutral,
        };
        if after.is_empty() {
            return (verdict, format!("no version is stranded{opm}"));
        }
        let verb = if names_one_version(&after) { "stays" } else { "stay" };
        (verdict, format!("{} {verb} stranded{}{opm}", listed(&after), under(&after)))
    }
}

fn is_accepted(channel: &Channel<'_>) -> bool {
    check(&links(channel)).is_none()
}

/// The reason why opm rejects the channel, apart from stranded entries.
fn problem(channel: &Channel<'_>) -> Option<String> {
    Some(match check(&links(channel))? {
        Problem::Stranded(_) => return None,
        Problem::NoHead => "no channel head".to_owned(),
        Problem::MultipleHeads(heads) => format!("{} channel heads", heads.len()),
        Problem::Cycle(_) => "replaces contains a cycle".to_owned(),
    })
}

fn set<'e>(node: &mut Node<'e>, field: EdgeField, kept: &'e [String], values: &'e [String]) {
    let first = values.first().map(String::as_str);
    match field {
        EdgeField::Replaces => node.replaces = first,
        EdgeField::Skips => node.skips = kept.iter().chain(values).map(String::as_str).collect(),
        EdgeField::SkipRange => node.skip_range = first.map(SkipRange::new),
    }
}

fn names<'n>(found: &[(&'n str, Semantics)]) -> Vec<&'n str> {
    order::unique(found.iter().map(|(name, _)| *name))
}

fn names_one_version(found: &[(&str, Semantics)]) -> bool {
    names(found).len() == 1
}

/// The first names by version, and the number of the others.
fn listed(found: &[(&str, Semantics)]) -> String {
    let mut names = names(found);
    order::sort_by(&mut names, |a, b| natural(a, b));
    olmkit_text::listed(names.into_iter().map(str::to_owned).collect(), NAMED, "and")
}

/// Names the semantics if only one is affected.
fn under(found: &[(&str, Semantics)]) -> String {
    let Some((_, first)) = found.first() else { return String::new() };
    let is_only = found.iter().all(|(_, semantics)| semantics == first);
    if is_only { format!(" under {}", first.name()) } else { String::new() }
}
