//! OLM v0: a Subscription on the channel.
//!
//! Source: the registry server's order of entries and the resolver of operator-lifecycle-manager
//! (`sortChannel`, `SkipRangeIncludesPredicate`, `ReplacesPredicate`).

use olmkit_collections::{List, order};

use crate::channel::Graph;
use crate::ids::VersionId;
use crate::intervals::{Cover, Matching, depth};
use crate::walk::Steps;

/// The maximum number of chains that an error message lists.
const MAX_CHAINS: usize = 100;

/// The reason why OLM v0 cannot sort a channel. It blocks every Subscription of the namespace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderError<'e> {
    /// Every entry is replaced or skipped.
    NoHead,
    /// The replaces chain of a head contains a cycle.
    Cycle {
        /// The head.
        head: &'e str,
        /// The cycle. The first and the last name are the same.
        path: Vec<&'e str>,
    },
    /// More than one head, with the first and the last listed entry of the chain of each.
    Chains(Vec<(&'e str, &'e str)>),
}

impl OrderError<'_> {
    /// OLM's error message.
    #[must_use]
    pub fn upstream(&self, package: &str, channel: &str) -> String {
        match self {
            OrderError::NoHead => format!(
                "no channel heads (entries not replaced by another entry) found in channel \"{channel}\" of package \"{package}\""
            ),
            OrderError::Cycle { head, .. } => format!(
                "a cycle exists in the chain of replacement beginning with \"{head}\" in channel \"{channel}\" of package \"{package}\""
            ),
            OrderError::Chains(chains) => {
                let mut list: Vec<String> = chains
                    .iter()
                    .take(MAX_CHAINS)
                    .map(|(first, last)| if first == last { (*first).to_owned() } else { format!("{first}...{last}") })
                    .collect();
                if chains.len() > MAX_CHAINS {
                    list.push("...".to_owned());
                }
                format!(
                    "a unique replacement chain within a channel is required to determine the relative order between channel entries, but {} replacement chains were found in channel \"{channel}\" of package \"{package}\": {}",
                    chains.len(),
                    list.join(", ")
                )
            }
        }
    }
}

/// The results of OLM v0 for a channel.
#[derive(Debug)]
pub struct Answer<'e> {
    /// The entries from the head to the tail without skipped ones, or the reason why they cannot be sorted.
    pub sorted: Result<Vec<VersionId>, OrderError<'e>>,
    /// One resolution for each installed name.
    pub steps: Steps,
}

impl Answer<'_> {
    /// The version that a new Subscription without startingCSV installs.
    #[must_use]
    pub fn head(&self) -> Option<VersionId> {
        self.sorted.as_ref().ok()?.first().copied()
    }
}

/// Computes the upgrade of every installed name under OLM v0.
#[must_use]
pub fn answer<'e>(graph: &Graph<'_, 'e>) -> Answer<'e> {
    let sorted = sort(graph);
    let steps = match &sorted {
        Ok(sorted) => steps(graph, sorted),
        Err(_) => {
            let count = graph.names.len();
            Steps { next: List::repeat(None, count), panics: List::repeat(false, count) }
        }
    };
    Answer { sorted, steps }
}

/// The entries from the head to the tail, without skipped ones. The time is linear in entries and edges.
///
/// # Errors
/// The reason why OLM v0 cannot sort the channel.
pub fn sort<'e>(graph: &Graph<'_, 'e>) -> Result<Vec<VersionId>, OrderError<'e>> {
    let mut heads = graph.head_nodes.clone();
    // The registry server lists the entries of a channel by name.
    order::sort_by_key(&mut heads, |&node| graph.name(node));
    match heads.as_slice() {
        [] if graph.nodes().is_empty() => Ok(Vec::new()),
        [] => Err(OrderError::NoHead),
        [head] => chain(graph, *head),
        _ => Err(chains(graph, &heads)),
    }
}

/// Follows `replaces` from a head, and omits skipped entries.
fn chain<'e>(graph: &Graph<'_, 'e>, head: VersionId) -> Result<Vec<VersionId>, OrderError<'e>> {
    let (mut listed, mut walked) = (Vec::new(), Vec::new());
    let mut is_walked = List::repeat(false, graph.nodes().len());
    let mut at = Some(head);
    while let Some(node) = at {
        let id = graph.id_of(node);
        if is_walked.get_mut(id).is_some_and(|is_walked| std::mem::replace(is_walked, true)) {
            let from = walked.iter().position(|other| *other == id).unwrap_or(0);
            let names = walked.iter().skip(from).chain([&id]);
            return Err(OrderError::Cycle { head: graph.name(head), path: names.map(|id| graph.name(*id)).collect() });
        }
        walked.push(id);
        if !graph.is_skipped(id) {
            listed.push(node);
        }
        at = replaced_entry(graph, node);
    }
    Ok(listed)
}

/// The entry that a node replaces.
fn replaced_entry(graph: &Graph<'_, '_>, node: VersionId) -> Option<VersionId> {
    graph.replaced_by(node).filter(|id| graph.is_entry(*id))
}

/// The known end of the chain below a name, during the search for the ends of several chains.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Below {
    /// Not walked yet.
    Unknown,
    /// On the chain that is being walked.
    Open,
    /// The chain contains a cycle.
    Cycle,
    /// The chain ends. The value is its last entry that is not skipped, if there is one.
    Ends(Option<VersionId>),
}

/// The error for a channel with several heads: the first chain with a cycle, or the ends of all chains. Common parts of
/// chains are walked once.
fn chains<'e>(graph: &Graph<'_, 'e>, heads: &[VersionId]) -> OrderError<'e> {
    let mut below = List::repeat(Below::Unknown, graph.nodes().len());
    let mut ends = Vec::with_capacity(heads.len());
    for &head in heads {
        match walk_to_known(graph, head, &mut below) {
            Below::Ends(last) => ends.push((graph.name(head), graph.name(last.unwrap_or(head)))),
            _ => match chain(graph, head) {
                Err(cycle) => return cycle,
                Ok(_) => ends.push((graph.name(head), graph.name(head))),
            },
        }
    }
    OrderError::Chains(ends)
}

/// Walks from a node to the first node whose end is known, and records that end for all nodes of the walk.
fn walk_to_known(graph: &Graph<'_, '_>, from: VersionId, below: &mut List<VersionId, Below>) -> Below {
    let mut trail = Vec::new();
    let mut at = Some(from);
    let mut found = loop {
        let Some(node) = at else { break Below::Ends(None) };
        let id = graph.id_of(node);
        match below.get(id).copied() {
            Some(Below::Unknown) => {}
            Some(Below::Open) | None => break Below::Cycle,
            Some(known) => break known,
        }
        below.set(id, Below::Open);
        trail.push(id);
        at = replaced_entry(graph, node);
    };
    for id in trail.into_iter().rev() {
        if found == Below::Ends(None) && !graph.is_skipped(id) {
            found = Below::Ends(Some(id));
        }
        below.set(id, found);
    }
    found
}

fn steps(graph: &Graph<'_, '_>, sorted: &[VersionId]) -> Steps {
    let ranks = graph.sorted_versions.len();
    let mut cover = Cover::new(ranks);
    let mut panics = Vec::new();
    let mut found = Matching::default();
    let mut position = List::repeat(usize::MAX, graph.nodes().len());
    for (place, &node) in sorted.iter().enumerate() {
        position.set(node, place);
        let Some(range) = graph.range(node) else { continue };
        found.fill(range, &graph.sorted_versions, graph.rank(node));
        panics.extend(&found.panics);
        for interval in &found.inside {
            cover.claim(*interval, place);
        }
    }
    let panicking = depth(&panics, ranks);
    let mut steps = Steps::default();
    for id in graph.names.ids() {
        let rank = graph.rank(id);
        let does_panic = rank.is_some_and(|rank| panicking.get(rank).is_some_and(|depth| *depth > 0));
        let by_name = graph.named_by(id).iter().filter_map(|named| position.get(named.node)).min();
        let by_range = rank.and_then(|rank| cover.owner(rank));
        let first = by_name.copied().into_iter().chain(by_range).min();
        let next = first.and_then(|place| sorted.get(place)).copied().filter(|next| *next != id && !does_panic);
        steps.next.push(next);
        steps.panics.push(does_panic);
    }
    steps
}
