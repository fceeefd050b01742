//! Mends of stranded versions, proved before they are offered.

use super::chain::{self, Link};
use super::channel::{Channel, Graph};
use super::stranded::{Cause, Findings, Group, find};
use super::{Semantics, v0, v1};

/// Lets the head skip what is stranded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mend<'e> {
    /// The head.
    pub head: &'e str,
    /// What it skips from then on: what it skipped before, and the new ones.
    pub skips: Vec<&'e str>,
    /// The new ones.
    pub added: Vec<&'e str>,
}

/// A mend of a group, proved on the channel as it would be: everyone of the group reaches the head, opm's check of the
/// channel finds nothing, and nobody who reaches the head now, under either semantics, loses it.
///
/// `budget` is the number of entries that proofs may still look at.
#[must_use]
pub fn mend<'e>(graph: &Graph<'_, 'e>, findings: &Findings<'e>, group: &Group, budget: &mut usize) -> Option<Mend<'e>> {
    let head = graph.head()?;
    let stops = group.stops.iter().filter_map(|stop| findings.stops.get(*stop));
    let hopeless = [Cause::ChannelError, Cause::RangePanic, Cause::DowngradeLoop, Cause::SuccessorWithoutBundle];
    if stops.clone().any(|stop| hopeless.contains(&stop.cause)) {
        return None;
    }
    *budget = budget.checked_sub(graph.nodes().len())?;
    let node = graph.node_of(head)?;
    let added: Vec<&str> =
        stops.filter(|stop| graph.is_entry(stop.at) && stop.at != head).map(|stop| graph.name(stop.at)).collect();
    let mut skips = node.skips.clone();
    skips.extend(added.iter().filter(|name| !node.skips.contains(name)));
    let mut mended: Channel<'e> = graph.channel.clone();
    mended.nodes.get_mut(head)?.skips.clone_from(&skips);
    let helps = is_sound(&mended) && proves(graph, &mended, findings.semantics, &group.ids);
    (helps && !added.is_empty()).then_some(Mend { head: node.name, skips, added })
}

/// Whether opm's check of the channel finds nothing.
#[must_use]
pub fn is_sound(channel: &Channel<'_>) -> bool {
    let links: Vec<Link<'_>> = channel
        .nodes
        .iter()
        .map(|node| Link { name: node.name, replaces: node.replaces.unwrap_or_default(), skips: node.skips.clone() })
        .collect();
    chain::check(&links).is_none()
}

fn proves<'e>(before: &Graph<'_, 'e>, mended: &Channel<'e>, semantics: Semantics, ids: &[usize]) -> bool {
    let after = Graph::new(mended);
    let number = |id: usize| after.ids.get(before.name(id)).copied();
    let is_kept = Semantics::ALL.into_iter().all(|semantics| {
        let (old, new) = (reaching(before, semantics), reaching(&after, semantics));
        let mut reached = old.iter().enumerate().filter(|(_, reaches)| **reaches);
        reached.all(|(id, _)| number(id).is_some_and(|id| new.get(id) == Some(&true)))
    });
    let new = reaching(&after, semantics);
    is_kept && ids.iter().all(|id| number(*id).is_some_and(|id| new.get(id) == Some(&true)))
}

fn reaching(graph: &Graph<'_, '_>, semantics: Semantics) -> Vec<bool> {
    match semantics {
        Semantics::V0 => {
            let answer = v0::answer(graph);
            answer.steps.reaching(answer.head())
        }
        Semantics::V1 => v1::answer(graph).steps.reaching(graph.head()),
    }
}

/// Everything stranded in a channel, and its entries in groups with the mend of each where there is one.
#[must_use]
pub fn find_with_mends<'e>(
    graph: &Graph<'_, 'e>,
    semantics: Semantics,
    budget: &mut usize,
) -> (Findings<'e>, Vec<(Group, Option<Mend<'e>>)>) {
    let findings = find(graph, semantics);
    let groups = findings.groups(|id| graph.is_entry(id));
    let with_mends = groups.into_iter().map(|group| {
        let mend = mend(graph, &findings, &group, budget);
        (group, mend)
    });
    let with_mends = with_mends.collect();
    (findings, with_mends)
}
