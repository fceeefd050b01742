//! Installed versions, grouped by the effect of a change of their channel on their upgrades.

use olmkit_api::EdgeKind;
use std::cmp::Reverse;

use olmkit_collections::List;
use olmkit_collections::order::sort_by_key;

use crate::channel::Graph;
use crate::ids::VersionId;
use crate::stranded::Findings;

/// Versions whose first and last upgrade on the path to the channel head use the same edges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The oldest and the newest version of each run of adjacent versions, the newest run first.
    pub installed: Vec<[String; 2]>,
    /// The number of versions.
    pub versions: usize,
    /// The minimum and maximum number of upgrades before the change. `None` if the head was not reachable.
    pub before: Option<[usize; 2]>,
    /// The minimum and maximum number of upgrades after the change. `None` if the head is not reachable.
    pub after: Option<[usize; 2]>,
    /// The edge of the first upgrade after the change, and that of the last upgrade if it differs.
    pub edges: Vec<EdgeKind>,
}

/// A channel and its upgrades.
#[derive(Clone, Copy)]
pub struct Side<'s, 'c, 'e> {
    /// The channel.
    pub graph: &'s Graph<'c, 'e>,
    /// The upgrades of the channel under one resolver.
    pub found: &'s Findings<'e>,
}

/// Groups all versions that may be installed after a change, except those that the change adds. Groups that lose their
/// upgrade path come first, then those with the fewest upgrades. Groups that never reach the head are last.
#[must_use]
pub fn groups(before: Side<'_, '_, '_>, after: Side<'_, '_, '_>) -> Vec<Group> {
    let old = before.found.steps.distances(before.found.target);
    let new = after.found.steps.distances(after.found.target);
    let last = last_edges(after, &new);
    let mut order: Vec<VersionId> = after.graph.names.ids().collect();
    sort_by_key(&mut order, |id| Reverse(after.graph.version(*id)));
    let mut groups = Vec::<Group>::new();
    // The key of each group and the position of its last version in the order. There are few groups, so a list
    // suffices.
    let mut known = Vec::<((Option<EdgeKind>, Option<EdgeKind>, bool, bool), Option<usize>)>::new();
    for (place, id) in order.into_iter().enumerate() {
        let name = after.graph.name(id);
        let was = match before.graph.ids.get(name) {
            Some(id) => old.get(*id).copied().flatten(),
            None if after.graph.is_entry(id) => continue,
            None => None,
        };
        let is = new.get(id).copied().flatten();
        let first = after.found.steps.after(id).filter(|_| is != Some(0)).map(|next| edge(after.graph, id, next));
        let end = last.get(id).copied().flatten();
        let key = (first.filter(|_| is.is_some()), end, was.is_some(), is.is_some());
        let at = known.iter().position(|(other, _)| *other == key).unwrap_or_else(|| {
            let edges = [key.0, key.1.filter(|end| Some(*end) != key.0)].into_iter().flatten().collect();
            groups.push(Group { installed: Vec::new(), versions: 0, before: None, after: None, edges });
            known.push((key, None));
            groups.len().saturating_sub(1)
        });
        let (Some(group), Some((_, end))) = (groups.get_mut(at), known.get_mut(at)) else { continue };
        let goes_on = place > 0 && *end == place.checked_sub(1);
        *end = Some(place);
        group.add(name, goes_on, was, is);
    }
    sort_by_key(&mut groups, |group| {
        let rank = match (group.before, group.after) {
            (Some(_), None) => 0_u8,
            (_, Some(_)) => 1,
            (None, None) => 2,
        };
        (rank, group.after)
    });
    groups
}

impl Group {
    fn add(&mut self, name: &str, goes_on: bool, before: Option<usize>, after: Option<usize>) {
        match self.installed.last_mut().filter(|_| goes_on) {
            Some([oldest, _]) => name.clone_into(oldest),
            None => self.installed.push([name.to_owned(), name.to_owned()]),
        }
        self.versions = self.versions.saturating_add(1);
        widen(&mut self.before, before);
        widen(&mut self.after, after);
    }
}

fn widen(range: &mut Option<[usize; 2]>, number: Option<usize>) {
    let Some(number) = number else { return };
    *range = Some(range.map_or([number, number], |[least, most]| [least.min(number), most.max(number)]));
}

fn edge(graph: &Graph<'_, '_>, from: VersionId, to: VersionId) -> EdgeKind {
    graph.edges(from, to).first().copied().unwrap_or(EdgeKind::SameVersion)
}

/// The edge of the last upgrade of each version that reaches the head.
fn last_edges(side: Side<'_, '_, '_>, distances: &List<VersionId, Option<usize>>) -> List<VersionId, Option<EdgeKind>> {
    let mut last = List::repeat(None, distances.len());
    let mut order: Vec<(usize, VersionId)> = distances
        .with_ids()
        .filter_map(|(id, distance)| Some((distance.filter(|distance| *distance > 0)?, id)))
        .collect();
    sort_by_key(&mut order, |(distance, _)| *distance);
    for (distance, id) in order {
        let Some(next) = side.found.steps.after(id) else { continue };
        let edge = if distance == 1 { Some(edge(side.graph, id, next)) } else { last.get(next).copied().flatten() };
        last.set(id, edge);
    }
    last
}

#[cfg(test)]
mod tests;
