//! Finds the versions that cannot reach the head, and the causes.

use std::cell::OnceCell;

use olmkit_api::{EdgeKind, Semantics, StrandedCause};
use olmkit_collections::{HashMap, List, order};
use olmkit_semver::{Range, VersionRelease};

use crate::channel::Graph;
use crate::ids::{StopId, VersionId};
use crate::walk::Steps;
use crate::{v0, v1};

/// A successor that is not installed because of the cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Successor<'e> {
    /// The name.
    pub name: &'e str,
    /// The edges to the successor.
    pub edges: Vec<EdgeKind>,
    /// The first [`MAX_NAMED`] entries that skip it.
    pub skipped_by: Vec<&'e str>,
    /// The number of entries that skip it.
    pub skippers: usize,
}

/// The maximum number of successors that are described, and of entries that are named for each. Without a limit, every
/// version could have as many of them as the channel has entries.
pub const MAX_NAMED: usize = 20;

/// An entry at which upgrades end before the head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// The entry. For endless upgrades, each version that leads into the cycle is a stop of its own.
    pub at: VersionId,
    /// The cause.
    pub cause: StrandedCause,
    /// The nodes of the successors. For [`StrandedCause::RangePanic`], the entries whose range crashes.
    pub successors: Vec<VersionId>,
    /// Whether no other node accepts the entry. `false` if not all ranges could be evaluated.
    pub(crate) has_all: bool,
    /// The message and the help text, which are the same for every version that ends here.
    pub(crate) reason: OnceCell<(String, String)>,
}

impl Stop {
    /// The first [`MAX_NAMED`] successors with their edges.
    pub fn described<'e>(&self, graph: &Graph<'_, 'e>) -> impl Iterator<Item = Successor<'e>> {
        self.successors.iter().take(MAX_NAMED).map(|node| successor(graph, &[self], *node))
    }
}

/// A successor of stops, with the edges from all of them.
pub(crate) fn successor<'e>(graph: &Graph<'_, 'e>, stops: &[&Stop], node: VersionId) -> Successor<'e> {
    let id = graph.id_of(node);
    let skippers = graph.named_by(id).iter().filter(|named| named.skips);
    let from: Vec<Vec<EdgeKind>> = stops.iter().map(|stop| graph.edges(stop.at, node)).collect();
    let has = |kind: &EdgeKind| from.iter().any(|edges| edges.contains(kind));
    let mut edges: Vec<EdgeKind> = EdgeKind::ALL.into_iter().filter(has).collect();
    if from.iter().any(Vec::is_empty) {
        edges.push(EdgeKind::SameVersion);
    }
    let skipped_by = skippers.take(MAX_NAMED.min(graph.skippers(id))).map(|named| graph.name(named.node)).collect();
    Successor { name: graph.name(node), edges, skipped_by, skippers: graph.skippers(id) }
}

/// A version that cannot reach the head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stranded {
    /// The version.
    pub id: VersionId,
    /// The stop at which its upgrades end.
    pub stop: StopId,
}

/// All stranded versions of a channel under one semantics.
#[derive(Debug)]
pub struct Findings<'e> {
    /// The resolver.
    pub semantics: Semantics,
    /// The target of all upgrades: under v0 the head of the sorted channel; under v1 the only head, or the newest
    /// version if there are several heads.
    pub target: Option<VersionId>,
    /// The reason why OLM v0 cannot sort the channel.
    pub order_error: Option<v0::OrderError<'e>>,
    /// The result of one resolution for each name.
    pub steps: Steps,
    /// The entries at which upgrades end.
    pub stops: List<StopId, Stop>,
    /// The stranded versions, by id.
    pub stranded: Vec<Stranded>,
    /// The message and the help text of [`StrandedCause::ChannelError`], which are the same for every version.
    pub(crate) channel_error: OnceCell<(String, String)>,
    /// The entries at which upgrades of other versions end.
    pub(crate) passed: OnceCell<Vec<VersionId>>,
}

/// The budget for evaluating ranges in the explanations of one channel.
const RANGES: usize = 4_000_000;

/// Finds stranded versions.
#[must_use]
pub fn find<'e>(graph: &Graph<'_, 'e>, semantics: Semantics) -> Findings<'e> {
    match semantics {
        Semantics::V0 => {
            let answer = v0::answer(graph);
            let target = answer.head();
            let (sorted, order_error) = match answer.sorted {
                Ok(sorted) => (sorted, None),
                Err(error) => (Vec::new(), Some(error)),
            };
            let mut is_listed = List::repeat(false, graph.nodes().len());
            for node in sorted {
                is_listed.set(node, true);
            }
            let mut why = Why::new(graph, is_listed);
            let has_order = order_error.is_none();
            let found = collect(&answer.steps, target, |at, last| match last {
                _ if !has_order => Reason::of(StrandedCause::ChannelError),
                None => Reason::of(StrandedCause::DowngradeLoop),
                Some(_) => why.v0(&answer.steps, at),
            });
            let (stops, stranded) = found;
            let (channel_error, passed) = Default::default();
            Findings { semantics, target, order_error, steps: answer.steps, stops, stranded, channel_error, passed }
        }
        Semantics::V1 => {
            let answer = v1::answer(graph);
            let target = graph.head().or_else(|| answer.fresh());
            let mut why = Why::new(graph, List::default());
            let found = collect(&answer.steps, target, |at, _| why.v1(&answer, at));
            let (stops, stranded) = found;
            let (channel_error, passed) = Default::default();
            Findings {
                semantics,
                target,
                order_error: None,
                steps: answer.steps,
                stops,
                stranded,
                channel_error,
                passed,
            }
        }
    }
}

/// The fields of a [`Stop`].
struct Reason {
    cause: StrandedCause,
    successors: Vec<VersionId>,
    has_all: bool,
}

impl Reason {
    fn of(cause: StrandedCause) -> Self {
        Reason { cause, successors: Vec::new(), has_all: true }
    }
}

fn collect(
    steps: &Steps,
    target: Option<VersionId>,
    mut why: impl FnMut(VersionId, Option<VersionId>) -> Reason,
) -> (List<StopId, Stop>, Vec<Stranded>) {
    let walk = steps.walk();
    let reaching = steps.reaching(target);
    let mut stops = List::default();
    let mut stranded = Vec::new();
    let mut known = HashMap::default();
    for ((id, reaches), last) in reaching.with_ids().zip(&walk.last) {
        if *reaches {
            continue;
        }
        let at = last.unwrap_or(id);
        let stop = *known.entry(at).or_insert_with(|| {
            let Reason { cause, successors, has_all } = why(at, *last);
            stops.push(Stop { at, cause, successors, has_all, reason: OnceCell::new() })
        });
        stranded.push(Stranded { id, stop });
    }
    (stops, stranded)
}

/// Finds causes, and caches intermediate results.
struct Why<'g, 'c, 'e> {
    graph: &'g Graph<'c, 'e>,
    /// v0: whether a node can be installed.
    is_listed: List<VersionId, bool>,
    /// The nodes whose range has an empty part, whose evaluation can crash.
    crashing: Vec<VersionId>,
    /// The remaining budget for evaluating ranges.
    ranges: usize,
    /// Nodes by version, for v1. Computed on first use.
    by_version: Option<Vec<(VersionRelease, VersionId)>>,
}

impl<'g, 'c, 'e> Why<'g, 'c, 'e> {
    fn new(graph: &'g Graph<'c, 'e>, is_listed: List<VersionId, bool>) -> Self {
        let can_crash = |node: &VersionId| {
            is_listed.get(*node) != Some(&false) && graph.range(*node).is_some_and(Range::has_empty_part)
        };
        let crashing = graph.node_ids().filter(can_crash).collect();
        Why { graph, is_listed, crashing, ranges: RANGES, by_version: None }
    }

    /// The entries whose range crashes, or none if the budget is used up.
    fn crashing(&mut self, at: VersionId, is_evaluated: impl Fn(VersionId) -> bool) -> Reason {
        let mut nodes = Vec::new();
        if let Some(left) = self.ranges.checked_sub(self.crashing.len()) {
            self.ranges = left;
            let crashes = |node: &VersionId| v1::panics_on(self.graph, *node, at) && is_evaluated(*node);
            nodes.extend(self.crashing.iter().copied().filter(crashes).take(8));
        }
        Reason { successors: nodes, ..Reason::of(StrandedCause::RangePanic) }
    }

    fn v0(&mut self, steps: &Steps, at: VersionId) -> Reason {
        let listed = |node: VersionId| self.is_listed.get(node).copied().unwrap_or(false);
        if steps.panics_at(at) {
            return self.crashing(at, |_| true);
        }
        if listed(at) && self.graph.range_contains(at, at) {
            return Reason::of(StrandedCause::OwnRange);
        }
        let (mut successors, is_complete) = self.graph.successors(at, &mut self.ranges);
        let is_skipped = |node: &VersionId| self.graph.is_skipped(self.graph.id_of(*node));
        let cause = match successors.iter().any(is_skipped) {
            _ if successors.is_empty() => StrandedCause::NoSuccessor,
            true => StrandedCause::SuccessorSkipped,
            false => StrandedCause::SuccessorOffChain,
        };
        let found = successors.len();
        if cause == StrandedCause::SuccessorSkipped {
            successors.retain(is_skipped);
        }
        let has_all = is_complete && successors.len() == found;
        Reason { cause, successors, has_all }
    }

    fn v1(&mut self, answer: &v1::Answer, at: VersionId) -> Reason {
        let graph = self.graph;
        if answer.steps.panics_at(at) {
            return self.crashing(at, |node| graph.edges(at, node).is_empty());
        }
        let own = graph.version(at).map(VersionRelease::new);
        let (mut nodes, has_all) = graph.successors(at, &mut self.ranges);
        if let Some(own) = &own {
            let by_version = self.by_version.get_or_insert_with(|| v1::nodes_by_version(graph));
            let from = by_version.partition_point(|(version, _)| version < own);
            let equal = by_version.iter().skip(from).take_while(|(version, _)| version == own);
            nodes.extend(equal.map(|(_, node)| *node).filter(|node| *node != at));
        }
        order::sort(&mut nodes);
        nodes.dedup();
        let has_bundle = |node: &VersionId| graph.node_of(*node).is_some_and(|node| node.has_bundle);
        let is_deprecated = |node: VersionId| graph.node_of(node).is_some_and(|node| node.is_deprecated);
        let version = |node: VersionId| graph.version(node).map(VersionRelease::new);
        if !nodes.iter().any(has_bundle) {
            let cause =
                if nodes.is_empty() { StrandedCause::NoSuccessor } else { StrandedCause::SuccessorWithoutBundle };
            return Reason { cause, successors: nodes, has_all };
        }
        nodes.retain(has_bundle);
        let wall = |node: &VersionId| is_deprecated(*node) && !is_deprecated(at) && version(*node) > own;
        let equal = |node: &VersionId| own.is_some() && version(*node) == own;
        let cause = if nodes.iter().any(wall) {
            nodes.retain(wall);
            StrandedCause::SuccessorDeprecated
        } else if nodes.iter().any(equal) {
            nodes.retain(equal);
            StrandedCause::SuccessorEqual
        } else {
            StrandedCause::SuccessorLower
        };
        Reason { cause, successors: nodes, has_all }
    }
}

/// Stops with the same cause and the same successors, which have one common fix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The stops at which upgrades end.
    pub stops: Vec<StopId>,
    /// The stranded versions.
    pub ids: Vec<VersionId>,
}

impl<'e> Findings<'e> {
    /// The maximum number of upgrades from a version to the target. Counts installed versions that only edges name too.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.steps.distances(self.target).iter().copied().flatten().max().unwrap_or_default()
    }

    /// Groups the stranded versions by cause, in the order of the first version of each group.
    #[must_use]
    pub fn groups(&self, graph: &Graph<'_, 'e>, is_asked: impl Fn(VersionId) -> bool) -> Vec<Group> {
        let mut at: HashMap<(StrandedCause, Vec<VersionId>), usize> = HashMap::default();
        let mut groups: Vec<Group> = Vec::new();
        let mut group_of: List<StopId, Option<usize>> = List::repeat(None, self.stops.len());
        for stranded in self.stranded.iter().filter(|stranded| is_asked(stranded.id)) {
            let (Some(stop), Some(known)) = (self.stops.get(stranded.stop), group_of.get_mut(stranded.stop)) else {
                continue;
            };
            let is_new = known.is_none();
            let index = *known.get_or_insert_with(|| {
                let names = stop.successors.iter().map(|node| graph.id_of(*node)).collect();
                *at.entry((stop.cause, names)).or_insert_with(|| {
                    groups.push(Group { stops: Vec::new(), ids: Vec::new() });
                    groups.len().saturating_sub(1)
                })
            });
            let Some(group) = groups.get_mut(index) else { continue };
            group.ids.push(stranded.id);
            if is_new {
                group.stops.push(stranded.stop);
            }
        }
        groups
    }
}
