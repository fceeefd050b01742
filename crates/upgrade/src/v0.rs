//! OLM v0: a Subscription on the channel.
//!
//! Source: the registry server's order of entries and the resolver of operator-lifecycle-manager
//! (`sortChannel`, `SkipRangeIncludesPredicate`, `ReplacesPredicate`).

use olmkit_diagnostics::order;

use crate::channel::Graph;
use crate::intervals::{Admitted, Cover, depth};
use crate::walk::Steps;

/// Why OLM v0 cannot put a channel in order. Every Subscription of the namespace is blocked then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderError<'e> {
    /// Every entry is replaced or skipped.
    NoHead,
    /// The replaces chain from a head comes back to a name: the head, and the names from the first occurrence to the
    /// second.
    Cycle {
        /// Where the chain begins.
        head: &'e str,
        /// The way round; first and last are the same name.
        path: Vec<&'e str>,
    },
    /// More than one head: first and last listed entry of each one's chain.
    Chains(Vec<(&'e str, &'e str)>),
}

impl OrderError<'_> {
    /// OLM's own text.
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
                let list: Vec<String> = chains
                    .iter()
                    .map(|(first, last)| if first == last { (*first).to_owned() } else { format!("{first}...{last}") })
                    .collect();
                format!(
                    "a unique replacement chain within a channel is required to determine the relative order between channel entries, but {} replacement chains were found in channel \"{channel}\" of package \"{package}\": {}",
                    chains.len(),
                    list.join(", ")
                )
            }
        }
    }
}

/// Everything OLM v0 does with a channel.
#[derive(Debug)]
pub struct Answer<'e> {
    /// Entries from the head to the tail, skipped ones left out (as numbers), or why there is no order.
    pub sorted: Result<Vec<usize>, OrderError<'e>>,
    /// One resolution for each installed name.
    pub steps: Steps,
}

impl Answer<'_> {
    /// What a fresh Subscription without startingCSV installs.
    #[must_use]
    pub fn head(&self) -> Option<usize> {
        self.sorted.as_ref().ok()?.first().copied()
    }
}

/// Asks OLM v0 about every name that may be installed.
#[must_use]
pub fn answer<'e>(graph: &Graph<'_, 'e>) -> Answer<'e> {
    let sorted = sort(graph);
    let steps = match &sorted {
        Ok(sorted) => steps(graph, sorted),
        Err(_) => Steps { next: vec![None; graph.names.len()], panics: vec![false; graph.names.len()] },
    };
    Answer { sorted, steps }
}

fn sort<'e>(graph: &Graph<'_, 'e>) -> Result<Vec<usize>, OrderError<'e>> {
    let mut heads = graph.head_nodes.clone();
    order::sort_by_key(&mut heads, |&node| graph.name(node));
    if heads.is_empty() {
        return Err(OrderError::NoHead);
    }
    let mut chains = Vec::with_capacity(heads.len());
    let mut budget = graph.nodes().len().saturating_mul(64);
    let mut seen_by = vec![usize::MAX; graph.nodes().len()];
    for head in heads {
        chains.push(chain(graph, head, &mut seen_by, &mut budget)?);
    }
    match chains.pop() {
        Some(only) if chains.is_empty() => Ok(only),
        Some(last) => {
            chains.push(last);
            let ends = |chain: &Vec<usize>| Some((graph.name(*chain.first()?), graph.name(*chain.last()?)));
            Err(OrderError::Chains(chains.iter().filter_map(ends).collect()))
        }
        None => Err(OrderError::NoHead),
    }
}

/// Follows `replaces` from a head; skipped entries are walked through and left out.
///
/// Many heads over one long chain would make this quadratic; the budget ends it, and then the ends of the later chains
/// are those of the part walked. `seen_by` keeps for each name which head came by last.
fn chain<'e>(
    graph: &Graph<'_, 'e>,
    head: usize,
    seen_by: &mut [usize],
    budget: &mut usize,
) -> Result<Vec<usize>, OrderError<'e>> {
    let mut listed = Vec::new();
    let mut walked = Vec::new();
    let mut at = Some(head);
    while let Some(node) = at {
        let id = graph.id_of(node);
        if seen_by.get_mut(id).is_some_and(|seen_by| std::mem::replace(seen_by, head) == head) {
            let from = walked.iter().position(|other| *other == id).unwrap_or(0);
            let names = walked.iter().skip(from).chain([&id]);
            return Err(OrderError::Cycle { head: graph.name(head), path: names.map(|id| graph.name(*id)).collect() });
        }
        walked.push(id);
        if !graph.is_skipped(id) {
            listed.push(node);
        }
        *budget = budget.saturating_sub(1);
        if *budget == 0 {
            break;
        }
        at = graph.replaced_by(node).filter(|id| graph.is_entry(*id));
    }
    Ok(listed)
}

fn steps(graph: &Graph<'_, '_>, sorted: &[usize]) -> Steps {
    let ranks = graph.sorted_versions.len();
    let mut cover = Cover::new(ranks);
    let mut panics = Vec::new();
    let mut found = Admitted::default();
    let mut position = vec![usize::MAX; graph.nodes().len()];
    for (place, &node) in sorted.iter().enumerate() {
        if let Some(position) = position.get_mut(node) {
            *position = place;
        }
        let Some(range) = graph.range(node) else { continue };
        found.fill(range, &graph.sorted_versions, graph.rank(node));
        panics.extend(&found.panics);
        for interval in &found.inside {
            cover.claim(*interval, place);
        }
    }
    let panicking = depth(&panics, ranks);
    let mut steps = Steps::default();
    for id in 0..graph.names.len() {
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
