//! OLM v1: a ClusterExtension that names the channel.
//!
//! Source: the catalog resolver of operator-controller, with its feature gates at their defaults.

use olmkit_collections::{List, order};
use olmkit_semver::{Identifier, Version, VersionRelease};

use crate::channel::{Graph, Named};
use crate::ids::VersionId;
use crate::intervals::{Cover, Matching, depth};
use crate::walk::Steps;

/// The nodes with a known version, by version and release.
#[must_use]
pub fn nodes_by_version(graph: &Graph<'_, '_>) -> Vec<(VersionRelease, VersionId)> {
    let known = graph.node_ids().filter_map(|node| Some((VersionRelease::new(graph.version(node)?), node)));
    order::unique(known)
}

/// The results of OLM v1 for a channel.
#[derive(Debug)]
pub struct Answer {
    /// The nodes in order of preference: not deprecated first, then the highest version.
    pub preferred: Vec<VersionId>,
    /// One resolution for each installed name.
    pub steps: Steps,
}

impl Answer {
    /// The version that a new ClusterExtension installs.
    #[must_use]
    pub fn fresh(&self) -> Option<VersionId> {
        self.preferred.first().copied()
    }
}

/// The sort key of candidates: deprecation, rank of the version, release. The file name breaks ties.
type Key = (bool, std::cmp::Reverse<Option<(usize, Option<Vec<Identifier>>)>>);

/// Computes the upgrade of every installed name under OLM v1.
#[must_use]
pub fn answer(graph: &Graph<'_, '_>) -> Answer {
    let key = |node: VersionId| -> Key {
        let deprecated = graph.node_of(node).is_some_and(|node| node.is_deprecated);
        (deprecated, std::cmp::Reverse(graph.rank(node).zip(graph.version(node).map(Version::release))))
    };
    let with_bundle = graph.node_ids().zip(graph.nodes()).filter(|(_, node)| node.has_bundle);
    let mut keyed: Vec<(Key, &str, VersionId)> = with_bundle.map(|(at, node)| (key(at), node.name, at)).collect();
    order::sort_by(&mut keyed, |a, b| {
        let by_file = || file_name(a.1).cmp(file_name(b.1)).then(a.2.cmp(&b.2));
        a.0.cmp(&b.0).then_with(by_file)
    });
    let preferred: Vec<VersionId> = keyed.iter().map(|(_, _, node)| *node).collect();
    let mut place = List::repeat(usize::MAX, graph.nodes().len());
    for (at, node) in preferred.iter().enumerate() {
        place.set(*node, at);
    }
    let steps = steps(graph, &preferred, &place);
    Answer { preferred, steps }
}

/// The file name of an entry's bundle in operator-controller's cache.
fn file_name(entry: &str) -> impl Iterator<Item = u8> + '_ {
    entry.bytes().chain(*b".json")
}

fn steps(graph: &Graph<'_, '_>, preferred: &[VersionId], place: &List<VersionId, usize>) -> Steps {
    let ranks = graph.sorted_versions.len();
    let mut cover = Cover::new(ranks);
    let mut panics = Vec::new();
    let mut found = Matching::default();
    let mut has_panic = List::repeat(false, graph.nodes().len());
    for (at, &node) in preferred.iter().enumerate() {
        let Some(range) = graph.range(node) else { continue };
        found.fill(range, &graph.sorted_versions, graph.rank(node));
        for interval in &found.inside {
            cover.claim(*interval, at);
        }
        has_panic.set(node, !found.panics.is_empty());
        panics.extend(&found.panics);
    }
    let panicking = depth(&panics, ranks);
    let same = Same::new(graph, preferred);
    let mut steps = Steps::default();
    for id in graph.names.ids() {
        let rank = graph.rank(id);
        let named_by = graph.named_by(id);
        let by_name = named_by.iter().filter_map(|named| place.get(named.node)).min().copied();
        let by_range = rank.and_then(|rank| cover.owner(rank));
        let by_version = same.place(graph, id);
        let first = by_name.into_iter().chain(by_range).chain(by_version).min();
        let all = rank.and_then(|rank| panicking.get(rank)).copied().unwrap_or(0);
        // An entry that refers to the installed version is selected before ranges are evaluated.
        let spared = |named: &&Named| has_panic.get(named.node) == Some(&true) && panics_on(graph, named.node, id);
        let does_panic = all > named_by.iter().filter(spared).count();
        let next = first.and_then(|at| preferred.get(at)).copied();
        let next = next.filter(|next| *next != id && !does_panic && graph.version(*next).is_some());
        steps.next.push(next);
        steps.panics.push(does_panic);
    }
    steps
}

/// Whether evaluating the skipRange of a node for the version of a name panics.
pub(crate) fn panics_on(graph: &Graph<'_, '_>, node: VersionId, id: VersionId) -> bool {
    let Some(range) = graph.range(node) else { return false };
    graph.version(id).is_some_and(|version| range.contains(version).is_err())
}

/// The most preferred node of each version: by rank for versions without a release, by rank and release for others.
struct Same {
    plain: Vec<Option<usize>>,
    /// Rank, release and place, sorted.
    released: Vec<(usize, Vec<Identifier>, usize)>,
}

impl Same {
    fn new(graph: &Graph<'_, '_>, preferred: &[VersionId]) -> Self {
        let mut same = Same { plain: vec![None; graph.sorted_versions.len()], released: Vec::new() };
        for (at, &node) in preferred.iter().enumerate() {
            let Some(rank) = graph.rank(node) else { continue };
            if let Some(release) = graph.version(node).and_then(Version::release) {
                same.released.push((rank, release, at));
            } else if let Some(place) = same.plain.get_mut(rank) {
                place.get_or_insert(at);
            }
        }
        order::sort(&mut same.released);
        same
    }

    fn place(&self, graph: &Graph<'_, '_>, id: VersionId) -> Option<usize> {
        let rank = graph.rank(id)?;
        match graph.version(id).and_then(Version::release) {
            Some(release) => {
                let from = self.released.partition_point(|(at, own, _)| (*at, own) < (rank, &release));
                self.released.get(from).filter(|(at, own, _)| (*at, own) == (rank, &release)).map(|(.., place)| *place)
            }
            None => self.plain.get(rank).copied().flatten(),
        }
    }
}
