//! One channel as the resolvers look at it, with the indices that keep all questions near linear.

use std::borrow::Cow;

use olmkit_diagnostics::{HashMap, HashSet};

use olmkit_diagnostics::order;
use olmkit_semver::{Range, Version};

use crate::facts::EntryFacts;

/// An entry of a channel.
#[derive(Debug, Clone, Default)]
pub struct Node<'e> {
    /// Its name.
    pub name: &'e str,
    /// What it replaces.
    pub replaces: Option<&'e str>,
    /// What it skips.
    pub skips: Vec<&'e str>,
    /// Its skipRange.
    pub skip_range: Option<SkipRange<'e>>,
    /// The version of its bundle as written; `None` where there is no bundle or no single version.
    pub version: Option<&'e str>,
    /// Whether an `olm.deprecations` entry names its bundle.
    pub is_deprecated: bool,
    /// Whether the catalog has a bundle of that name.
    pub has_bundle: bool,
}

/// A skipRange as it is written, and what it admits.
#[derive(Debug, Clone)]
pub struct SkipRange<'e> {
    /// As written.
    pub text: &'e str,
    /// `None` where it cannot be read.
    pub admits: Option<Cow<'e, Range>>,
}

impl<'e> SkipRange<'e> {
    /// A skipRange that has not been read yet.
    #[must_use]
    pub fn new(text: &'e str) -> Self {
        SkipRange { text, admits: Range::parse(text).ok().map(Cow::Owned) }
    }

    /// That of an entry.
    #[must_use]
    pub fn of(entry: &'e EntryFacts) -> Option<Self> {
        let text = entry.skip_range.as_ref()?.value.as_str();
        Some(SkipRange { text, admits: entry.admits.as_ref().map(Cow::Borrowed) })
    }
}

/// A version that clusters may run and that is no entry of the channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Installed<'e> {
    /// Its name.
    pub name: &'e str,
    /// Its version as written.
    pub version: &'e str,
}

/// One channel.
#[derive(Debug, Clone, Default)]
pub struct Channel<'e> {
    /// Name of its package.
    pub package: &'e str,
    /// Its own name.
    pub name: &'e str,
    /// The entries in file order.
    pub nodes: Vec<Node<'e>>,
    /// What else clusters may run, where its version is known.
    pub installed: Vec<Installed<'e>>,
}

/// How one version follows another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// The newer one replaces it.
    Replaces,
    /// The newer one skips it.
    Skips,
    /// The newer one's skipRange contains its version.
    SkipRange,
    /// OLM v1 only: both have the same version.
    SameVersion,
}

impl Edge {
    /// The key of the catalog, or `sameVersion`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Edge::Replaces => "replaces",
            Edge::Skips => "skips",
            Edge::SkipRange => "skipRange",
            Edge::SameVersion => "sameVersion",
        }
    }
}

/// A node that names a version in `replaces`, in `skips`, or in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// The node.
    pub node: usize,
    /// It replaces the name.
    pub replaces: bool,
    /// It skips the name.
    pub skips: bool,
}

/// A channel with its indices.
///
/// Every version that may be installed has a number: the entries first, in file order, then [`Channel::installed`],
/// then the names that only `replaces` and `skips` know. Of duplicate entries the first owns the name.
#[derive(Debug)]
pub struct Graph<'c, 'e> {
    /// The channel.
    pub channel: &'c Channel<'e>,
    /// All names that may be installed.
    pub names: Vec<&'e str>,
    /// The number of a name.
    pub ids: HashMap<&'e str, usize>,
    /// Versions by number, parsed strictly.
    pub versions: Vec<Option<Version>>,
    /// The nodes whose `replaces` or `skips` name it, by number, in file order.
    pub named_by: Vec<Vec<Named>>,
    /// Names that some entry skips.
    pub skipped: HashSet<&'e str>,
    /// The names that no entry replaces or skips, sorted.
    pub heads: Vec<&'e str>,
    /// The nodes that have a skipRange.
    ranged: Vec<usize>,
    /// Known versions, ascending; equal ones once.
    pub(crate) sorted_versions: Vec<Version>,
    /// Where a name's version stands in `sorted_versions`.
    pub(crate) ranks: Vec<Option<usize>>,
}

impl<'e> Node<'e> {
    /// Its skipRange as written.
    #[must_use]
    pub fn range_text(&self) -> Option<&'e str> {
        self.skip_range.as_ref().map(|range| range.text)
    }

    /// What its skipRange admits, where it can be read.
    #[must_use]
    pub fn admits(&self) -> Option<&Range> {
        self.skip_range.as_ref()?.admits.as_deref()
    }
}

impl<'c, 'e> Graph<'c, 'e> {
    /// Builds the indices. Work grows with entries and edges, times the logarithm of their number.
    #[must_use]
    pub fn new(channel: &'c Channel<'e>) -> Self {
        let (names, ids) = names(channel);
        let versions = versions(channel, &names, &ids);
        let mut sorted_versions: Vec<Version> = versions.iter().flatten().cloned().collect();
        order::sort(&mut sorted_versions);
        sorted_versions.dedup_by(|a, b| a.cmp(&b).is_eq());
        let rank = |version: &Option<Version>| {
            let version = version.as_ref()?;
            Some(sorted_versions.partition_point(|other| other < version))
        };
        let ranks = versions.iter().map(rank).collect();
        let skipped: HashSet<&str> = channel.nodes.iter().flat_map(|node| node.skips.iter().copied()).collect();
        let replaced: HashSet<&str> = channel.nodes.iter().filter_map(|node| node.replaces).collect();
        let mut heads: Vec<&str> = channel.nodes.iter().map(|node| node.name).collect();
        heads.retain(|name| !skipped.contains(name) && !replaced.contains(name));
        order::sort(&mut heads);
        heads.dedup();
        Graph {
            channel,
            ranged: (0_usize..)
                .zip(&channel.nodes)
                .filter(|(_, node)| node.admits().is_some())
                .map(|(at, _)| at)
                .collect(),
            named_by: named_by(channel, &names, &ids),
            names,
            ids,
            versions,
            skipped,
            heads,
            sorted_versions,
            ranks,
        }
    }

    /// The nodes in file order.
    #[must_use]
    pub fn nodes(&self) -> &'c [Node<'e>] {
        &self.channel.nodes
    }

    /// A name by its number; empty for a number there is not.
    #[must_use]
    pub fn name(&self, id: usize) -> &'e str {
        self.names.get(id).copied().unwrap_or_default()
    }

    /// The number of a node's name.
    #[must_use]
    pub fn id_of(&self, node: usize) -> usize {
        let name = self.nodes().get(node).map_or("", |node| node.name);
        self.ids.get(name).copied().unwrap_or(node)
    }

    /// The node that owns a name.
    #[must_use]
    pub fn node_of(&self, id: usize) -> Option<&'c Node<'e>> {
        self.nodes().get(id)
    }

    /// Whether the number belongs to an entry of the channel.
    #[must_use]
    pub fn is_entry(&self, id: usize) -> bool {
        id < self.nodes().len()
    }

    /// The version of a name.
    #[must_use]
    pub fn version(&self, id: usize) -> Option<&Version> {
        self.versions.get(id)?.as_ref()
    }

    /// The only head, as a number.
    #[must_use]
    pub fn head(&self) -> Option<usize> {
        let [head] = self.heads.as_slice() else { return None };
        self.ids.get(head).copied()
    }

    /// The node's skipRange, where it can be read.
    #[must_use]
    pub fn range(&self, node: usize) -> Option<&Range> {
        self.nodes().get(node)?.admits()
    }

    /// Whether the node's skipRange contains the version of a name. A range that panics contains nothing.
    #[must_use]
    pub fn range_contains(&self, node: usize, id: usize) -> bool {
        let Some(range) = self.range(node) else { return false };
        self.version(id).is_some_and(|version| range.contains(version) == Ok(true))
    }

    /// The nodes that name it.
    #[must_use]
    pub fn named_by(&self, id: usize) -> &[Named] {
        self.named_by.get(id).map_or(&[], Vec::as_slice)
    }

    /// How a node takes over from an installed name, the strongest way first.
    #[must_use]
    pub fn edges(&self, from: usize, node: usize) -> Vec<Edge> {
        let named_by = self.named_by(from);
        let named = named_by.binary_search_by_key(&node, |named| named.node).ok().and_then(|at| named_by.get(at));
        let mut edges = Vec::new();
        if named.is_some_and(|named| named.replaces) {
            edges.push(Edge::Replaces);
        }
        if named.is_some_and(|named| named.skips) {
            edges.push(Edge::Skips);
        }
        if self.range_contains(node, from) {
            edges.push(Edge::SkipRange);
        }
        edges
    }

    /// The nodes other than itself that take over from an installed name, in file order. `ranges` is what may still be
    /// spent on looking at ranges one by one; when it is used up, only the nodes that name it are found.
    #[must_use]
    pub fn successors(&self, from: usize, ranges: &mut usize) -> Vec<usize> {
        let mut found: Vec<usize> = self.named_by(from).iter().map(|named| named.node).collect();
        if let Some(left) = ranges.checked_sub(self.ranged.len()).filter(|_| self.version(from).is_some()) {
            *ranges = left;
            found.extend(self.ranged.iter().copied().filter(|&node| self.range_contains(node, from)));
        }
        order::sort(&mut found);
        found.dedup();
        found.retain(|&node| self.id_of(node) != from);
        found
    }
}

fn names<'e>(channel: &Channel<'e>) -> (Vec<&'e str>, HashMap<&'e str, usize>) {
    let mut names: Vec<&str> = channel.nodes.iter().map(|node| node.name).collect();
    let mut ids = HashMap::with_capacity_and_hasher(names.len(), Default::default());
    for (at, name) in names.iter().enumerate() {
        ids.entry(*name).or_insert(at);
    }
    let others = channel.installed.iter().map(|installed| installed.name);
    let gone = channel.nodes.iter().flat_map(|node| node.replaces.iter().chain(&node.skips).copied());
    for name in others.chain(gone) {
        ids.entry(name).or_insert_with(|| {
            names.push(name);
            names.len().saturating_sub(1)
        });
    }
    (names, ids)
}

fn versions(channel: &Channel<'_>, names: &[&str], ids: &HashMap<&str, usize>) -> Vec<Option<Version>> {
    let mut versions: Vec<Option<Version>> = vec![None; names.len()];
    for (version, node) in versions.iter_mut().zip(&channel.nodes) {
        *version = node.version.and_then(|text| Version::parse(text).ok());
    }
    for installed in &channel.installed {
        let slot =
            ids.get(installed.name).filter(|id| **id >= channel.nodes.len()).and_then(|id| versions.get_mut(*id));
        if let Some(slot) = slot {
            *slot = Version::parse(installed.version).ok();
        }
    }
    versions
}

fn named_by(channel: &Channel<'_>, names: &[&str], ids: &HashMap<&str, usize>) -> Vec<Vec<Named>> {
    let mut named_by: Vec<Vec<Named>> = vec![Vec::new(); names.len()];
    let mut add = |name: &str, new: Named| {
        let Some(list) = ids.get(name).and_then(|id| named_by.get_mut(*id)) else { return };
        match list.last_mut().filter(|last| last.node == new.node) {
            Some(last) => last.skips |= new.skips,
            None => list.push(new),
        }
    };
    for (node, entry) in channel.nodes.iter().enumerate() {
        if let Some(name) = entry.replaces {
            add(name, Named { node, replaces: true, skips: false });
        }
        for name in &entry.skips {
            add(name, Named { node, replaces: false, skips: true });
        }
    }
    named_by
}
