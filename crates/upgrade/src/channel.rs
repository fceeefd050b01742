//! A channel as the resolvers see it, with indices that keep all queries near linear.

use olmkit_api::EdgeKind;
use std::borrow::Cow;

use olmkit_collections::{HashMap, HashSet, Id, List, order};
use olmkit_semver::{Range, Version};

use crate::ids::{Lists, Numbers, VersionId};

/// An entry of a channel.
#[derive(Debug, Clone, Default)]
pub struct Node<'e> {
    /// The name.
    pub name: &'e str,
    /// The replaced entry.
    pub replaces: Option<&'e str>,
    /// The skipped entries.
    pub skips: Vec<&'e str>,
    /// The skipRange.
    pub skip_range: Option<SkipRange<'e>>,
    /// The version of its bundle, as written. `None` without a bundle, or if the version is ambiguous.
    pub version: Option<&'e str>,
    /// Whether an `olm.deprecations` entry names the bundle.
    pub is_deprecated: bool,
    /// Whether the catalog has a bundle with the name of the entry.
    pub has_bundle: bool,
}

/// A skipRange as written, and the versions that it matches.
#[derive(Debug, Clone)]
pub struct SkipRange<'e> {
    /// The text as written.
    pub text: &'e str,
    /// The parsed range; `None` if it is not valid.
    pub range: Option<Cow<'e, Range>>,
}

impl<'e> SkipRange<'e> {
    /// Parses a skipRange.
    #[must_use]
    pub fn new(text: &'e str) -> Self {
        SkipRange { text, range: Range::parse(text).ok().map(Cow::Owned) }
    }
}

/// A version that may be installed on clusters and is not an entry of the channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Installed<'e> {
    /// The name.
    pub name: &'e str,
    /// The version, as written.
    pub version: &'e str,
}

/// A channel.
#[derive(Debug, Clone, Default)]
pub struct Channel<'e> {
    /// The name of the package.
    pub package: &'e str,
    /// The name of the channel.
    pub name: &'e str,
    /// The entries in file order.
    pub nodes: Vec<Node<'e>>,
    /// Other versions that may be installed, if their version is known.
    pub installed: Vec<Installed<'e>>,
}

impl<'e> Channel<'e> {
    /// Adds the versions of an earlier state of the channel that this one does not have: clusters may still run them.
    pub fn keep_installed(&mut self, before: &Graph<'_, 'e>) {
        let own = self.nodes.iter().map(|node| node.name);
        let mut known: HashSet<&str> = own.chain(self.installed.iter().map(|other| other.name)).collect();
        let entries = before.nodes().iter().map(|node| (node.name, node.version.unwrap_or_default()));
        let others = before.channel.installed.iter().map(|other| (other.name, other.version));
        let named = before.names.iter().map(|name| (*name, ""));
        for (name, version) in entries.chain(others).chain(named) {
            if known.insert(name) {
                self.installed.push(Installed { name, version });
            }
        }
    }
}

/// A node that names a version in `replaces`, in `skips`, or in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// The node.
    pub node: VersionId,
    /// Whether the node replaces the version.
    pub replaces: bool,
    /// Whether the node skips the version.
    pub skips: bool,
}

/// A channel with its indices.
///
/// Every version that may be installed has an id: the entries first, in file order, then [`Channel::installed`], then
/// the names that only occur in `replaces` and `skips`. For duplicate entries, the first one owns the name.
#[derive(Debug)]
pub struct Graph<'c, 'e> {
    /// The channel.
    pub channel: &'c Channel<'e>,
    /// All names that may be installed.
    pub names: List<VersionId, &'e str>,
    /// The id of a name.
    pub ids: HashMap<&'e str, VersionId>,
    /// Versions, parsed strictly.
    pub versions: List<VersionId, Option<Version>>,
    /// The names that no entry replaces or skips, sorted.
    pub heads: Vec<&'e str>,
    /// The nodes with these names, in file order.
    pub head_nodes: Vec<VersionId>,
    /// The id that owns the name of each node.
    own: List<VersionId, VersionId>,
    /// The id that each node replaces.
    replaces: List<VersionId, Option<VersionId>>,
    /// The number of nodes that skip each id.
    skippers: List<VersionId, usize>,
    /// The nodes whose `replaces` or `skips` names each id, in file order.
    named_by: Lists<VersionId, Named>,
    /// The nodes with a skipRange.
    ranged: Vec<VersionId>,
    /// The known versions, ascending, without duplicates.
    pub sorted_versions: Vec<Version>,
    /// The index of each version in `sorted_versions`.
    ranks: List<VersionId, Option<usize>>,
    /// The cost of resolving all versions once, in entries.
    pub(crate) size: usize,
}

/// The number of skips that cost as much as an entry.
const SKIPS_OF_ENTRY: usize = 4;

impl<'e> Node<'e> {
    /// The skipRange as written.
    #[must_use]
    pub fn range_text(&self) -> Option<&'e str> {
        self.skip_range.as_ref().map(|range| range.text)
    }

    /// The parsed skipRange, if it is valid.
    #[must_use]
    pub fn range(&self) -> Option<&Range> {
        self.skip_range.as_ref()?.range.as_deref()
    }
}

impl<'c, 'e> Graph<'c, 'e> {
    /// Builds the indices in O(n log n) for n entries and edges.
    #[must_use]
    pub fn new(channel: &'c Channel<'e>) -> Self {
        let (numbers, edges) = number(channel);
        let Numbers { names, ids, own } = numbers;
        let versions = versions(channel, &names, &ids);
        let (sorted_versions, ranks) = rank(&versions);
        let named_by = Lists::new(names.len(), edges.named);
        let is_head = |id: &VersionId| edges.skippers.get(*id) == Some(&0) && edges.replaced.get(*id) == Some(&false);
        let head_nodes: Vec<VersionId> = own.with_ids().filter(|(_, id)| is_head(id)).map(|(node, _)| node).collect();
        let heads = order::unique(head_nodes.iter().filter_map(|node| names.get(*node).copied()));
        let has_range = |node: &Node<'_>| node.range().is_some();
        let skips = channel.nodes.iter().map(|node| node.skips.len()).fold(0, usize::saturating_add);
        let size = channel.nodes.len().saturating_add(skips / SKIPS_OF_ENTRY);
        let ranged = own.ids().zip(&channel.nodes).filter(|(_, node)| has_range(node)).map(|(at, _)| at).collect();
        Graph {
            channel,
            names,
            ids,
            versions,
            heads,
            head_nodes,
            own,
            replaces: edges.replaces,
            skippers: edges.skippers,
            named_by,
            ranged,
            sorted_versions,
            ranks,
            size,
        }
    }

    /// The nodes in file order.
    #[must_use]
    pub fn nodes(&self) -> &'c [Node<'e>] {
        &self.channel.nodes
    }

    /// The ids of the nodes.
    pub fn node_ids(&self) -> impl DoubleEndedIterator<Item = VersionId> + use<> {
        self.own.ids()
    }

    /// The name of a version, or an empty string for an id of another graph.
    #[must_use]
    pub fn name(&self, id: VersionId) -> &'e str {
        self.names.get(id).copied().unwrap_or_default()
    }

    /// The id that owns the name of a node.
    #[must_use]
    pub fn id_of(&self, node: VersionId) -> VersionId {
        self.own.get(node).copied().unwrap_or(node)
    }

    /// The id that a node replaces.
    #[must_use]
    pub fn replaced_by(&self, node: VersionId) -> Option<VersionId> {
        self.replaces.get(node).copied().flatten()
    }

    /// Whether an entry skips the version.
    #[must_use]
    pub fn is_skipped(&self, id: VersionId) -> bool {
        self.skippers(id) > 0
    }

    /// The number of entries that skip the version.
    #[must_use]
    pub fn skippers(&self, id: VersionId) -> usize {
        self.skippers.get(id).copied().unwrap_or(0)
    }

    /// The node that owns a name.
    #[must_use]
    pub fn node_of(&self, id: VersionId) -> Option<&'c Node<'e>> {
        self.nodes().get(id.index())
    }

    /// Whether the version is an entry of the channel.
    #[must_use]
    pub fn is_entry(&self, id: VersionId) -> bool {
        id.index() < self.nodes().len()
    }

    /// The parsed version of a name.
    #[must_use]
    pub fn version(&self, id: VersionId) -> Option<&Version> {
        self.versions.get(id)?.as_ref()
    }

    /// Whether both versions are known and the first is higher.
    pub(crate) fn is_newer(&self, id: VersionId, than: VersionId) -> bool {
        self.rank(than).is_some_and(|than| self.rank(id) > Some(than))
    }

    /// The rank of the version among all versions, ascending.
    #[must_use]
    pub fn rank(&self, id: VersionId) -> Option<usize> {
        self.ranks.get(id).copied().flatten()
    }

    /// The channel head, if there is exactly one.
    #[must_use]
    pub fn head(&self) -> Option<VersionId> {
        let [head] = self.heads.as_slice() else { return None };
        self.ids.get(head).copied()
    }

    /// The skipRange of the node, if it is valid.
    #[must_use]
    pub fn range(&self, node: VersionId) -> Option<&Range> {
        self.node_of(node)?.range()
    }

    /// Whether the skipRange of the node matches the version of a name. A range whose evaluation panics matches
    /// nothing.
    #[must_use]
    pub(crate) fn range_contains(&self, node: VersionId, id: VersionId) -> bool {
        let Some(range) = self.range(node) else { return false };
        self.version(id).is_some_and(|version| range.contains(version) == Ok(true))
    }

    /// The nodes that name the version.
    #[must_use]
    pub(crate) fn named_by(&self, id: VersionId) -> &[Named] {
        self.named_by.get(id)
    }

    /// The edges from an installed name to a node, strongest first.
    #[must_use]
    pub fn edges(&self, from: VersionId, node: VersionId) -> Vec<EdgeKind> {
        let named_by = self.named_by(from);
        let named = named_by.binary_search_by_key(&node, |named| named.node).ok().and_then(|at| named_by.get(at));
        let mut edges = Vec::new();
        if named.is_some_and(|named| named.replaces) {
            edges.push(EdgeKind::Replaces);
        }
        if named.is_some_and(|named| named.skips) {
            edges.push(EdgeKind::Skips);
        }
        if self.range_contains(node, from) {
            edges.push(EdgeKind::SkipRange);
        }
        edges
    }

    /// The successors of an installed name, in file order, without itself, and whether they are all. `ranges` is the
    /// remaining budget for evaluating ranges. If it is used up, only nodes that refer to the name are found.
    #[must_use]
    pub fn successors(&self, from: VersionId, ranges: &mut usize) -> (Vec<VersionId>, bool) {
        let mut found: Vec<VersionId> = self.named_by(from).iter().map(|named| named.node).collect();
        let ranged = if self.version(from).is_some() { self.ranged.as_slice() } else { &[] };
        let left = ranges.checked_sub(ranged.len());
        if let Some(left) = left {
            *ranges = left;
            found.extend(ranged.iter().copied().filter(|&node| self.range_contains(node, from)));
        }
        order::sort(&mut found);
        found.dedup();
        found.retain(|&node| self.id_of(node) != from);
        (found, left.is_some())
    }
}

/// The edges of a channel.
#[derive(Default)]
struct Edges {
    replaces: List<VersionId, Option<VersionId>>,
    replaced: List<VersionId, bool>,
    skippers: List<VersionId, usize>,
    /// The referenced names, with the nodes that refer to them.
    named: Vec<(VersionId, Named)>,
}

fn number<'e>(channel: &Channel<'e>) -> (Numbers<'e>, Edges) {
    let mut numbers = Numbers::new(channel.nodes.iter().map(|node| node.name));
    for installed in &channel.installed {
        numbers.add(installed.name);
    }
    let mut edges = Edges::default();
    // The index of the last edge to each name.
    let mut last: List<VersionId, usize> = List::default();
    for (node, entry) in numbers.own.ids().zip(&channel.nodes) {
        let replaces = entry.replaces.map(|name| numbers.add_replaced(name, node));
        edges.replaces.push(replaces);
        if let Some(id) = replaces {
            edges.add(id, Named { node, replaces: true, skips: false }, &mut last);
        }
        for name in &entry.skips {
            edges.add(numbers.add(name), Named { node, replaces: false, skips: true }, &mut last);
        }
    }
    edges.replaced.resize(numbers.names.len(), false);
    edges.skippers.resize(numbers.names.len(), 0);
    (numbers, edges)
}

impl Edges {
    fn add(&mut self, id: VersionId, new: Named, last: &mut List<VersionId, usize>) {
        mark(&mut self.replaced, id, new.replaces);
        if last.len() <= id.index() {
            last.resize(id.index().saturating_add(1), usize::MAX);
            self.skippers.resize(last.len(), 0);
        }
        let Some((last, skippers)) = last.get_mut(id).zip(self.skippers.get_mut(id)) else { return };
        let known = self.named.get_mut(*last).map(|(_, named)| named).filter(|named| named.node == new.node);
        if new.skips && known.as_ref().is_none_or(|known| !known.skips) {
            *skippers = skippers.saturating_add(1);
        }
        match known {
            Some(known) => known.skips |= new.skips,
            None => {
                *last = self.named.len();
                self.named.push((id, new));
            }
        }
    }
}

fn mark(marks: &mut List<VersionId, bool>, id: VersionId, is_set: bool) {
    if !is_set {
        return;
    }
    if marks.len() <= id.index() {
        marks.resize(id.index().saturating_add(1), false);
    }
    marks.set(id, true);
}

/// Returns the known versions, ascending and without duplicates, and the index of each version among them.
fn rank(versions: &List<VersionId, Option<Version>>) -> (Vec<Version>, List<VersionId, Option<usize>>) {
    let mut known: Vec<(VersionId, &Version)> =
        versions.with_ids().filter_map(|(id, version)| Some((id, version.as_ref()?))).collect();
    if !known.is_sorted_by(|a, b| a.1 <= b.1) {
        order::sort_by(&mut known, |a, b| a.1.cmp(b.1));
    }
    let mut sorted: Vec<Version> = Vec::with_capacity(known.len());
    let mut ranks = List::repeat(None, versions.len());
    for (id, version) in known {
        if sorted.last() != Some(version) {
            sorted.push(version.clone());
        }
        ranks.set(id, sorted.len().checked_sub(1));
    }
    (sorted, ranks)
}

fn versions(
    channel: &Channel<'_>,
    names: &List<VersionId, &str>,
    ids: &HashMap<&str, VersionId>,
) -> List<VersionId, Option<Version>> {
    let parsed = |node: &Node<'_>| node.version.and_then(|text| Version::parse(text).ok());
    let mut versions = List::repeat(None, names.len());
    for (id, node) in names.ids().zip(&channel.nodes) {
        versions.set(id, parsed(node));
    }
    for installed in &channel.installed {
        let slot =
            ids.get(installed.name).filter(|id| id.index() >= channel.nodes.len()).and_then(|id| versions.get_mut(*id));
        if let Some(slot) = slot {
            *slot = Version::parse(installed.version).ok();
        }
    }
    versions
}
