//! Fixes for stranded versions. Each fix is verified on a copy of the channel before it is suggested.

use olmkit_api::{Semantics, StrandedCause};
use olmkit_collections::{HashSet, Id as _, List};

use crate::chain::{self, Link};
use crate::channel::{Channel, Graph, SkipRange};
use crate::ids::VersionId;
use crate::stranded::{Findings, Group, find};
use crate::{v0, v1};

/// An edge of the head that lets stranded versions upgrade to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrandedFix<'e> {
    /// The head.
    pub head: &'e str,
    /// The versions that the head additionally accepts with the fix.
    pub added: Vec<&'e str>,
    /// The changed edge.
    pub edge: NewEdge<'e>,
}

/// The new value of one field of the head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewEdge<'e> {
    /// `skips`: the previous names and the new ones.
    Skips(Vec<&'e str>),
    /// `skipRange`: the previous range and the new versions.
    SkipRange(String),
}

/// A fix for a group, verified on a copy of the channel: every version of the group reaches the head, opm accepts the
/// channel, and every version that reaches the head now still does, under both semantics.
///
/// Tries `skips` first, which always works under OLM v0. A fix for OLM v1 may have to avoid `skips`, because OLM v0
/// does not install skipped entries. Then it tries the `skipRange` of the head.
///
/// `budget` is the number of entries that verifications may still visit.
fn fix<'e>(
    graph: &Graph<'_, 'e>,
    findings: &Findings<'e>,
    group: &Group,
    before: &Reaching,
    budget: &mut usize,
) -> Option<StrandedFix<'e>> {
    let head = graph.head()?;
    let stops = group.stops.iter().filter_map(|stop| findings.stops.get(*stop));
    if stops.clone().any(|stop| UNFIXABLE.contains(&stop.cause)) {
        return None;
    }
    let added: Vec<VersionId> = stops.map(|stop| stop.at).filter(|at| graph.is_entry(*at) && *at != head).collect();
    // An older version that skips a newer one would be a downgrade.
    if added.is_empty() || added.iter().any(|id| graph.is_newer(*id, head)) {
        return None;
    }
    for make in [by_skips, by_skip_range] {
        let left = budget.checked_sub(graph.size)?;
        let Some(edge) = make(graph, head, &added) else { continue };
        *budget = left;
        if helps(graph, findings.semantics, group, head, &edge, before) {
            return Some(StrandedFix {
                head: graph.name(head),
                added: added.iter().map(|id| graph.name(*id)).collect(),
                edge,
            });
        }
    }
    None
}

/// Causes that an edge of the head cannot fix.
const UNFIXABLE: [StrandedCause; 4] = [
    StrandedCause::ChannelError,
    StrandedCause::RangePanic,
    StrandedCause::DowngradeLoop,
    StrandedCause::SuccessorWithoutBundle,
];

/// Whether groups of stranded versions are fixed one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grouping {
    /// Each group has its own fix.
    Separate,
    /// One fix for all groups, assigned to the first group that it fixes. [`Grouping::Separate`] if that fix cannot be
    /// verified.
    Together,
}

/// The fixes of groups, in the order of the groups. If the budget does not suffice to verify each fix, they are fixed
/// together, which keeps the work below the product of groups and entries.
#[must_use]
pub fn fixes<'e>(
    graph: &Graph<'_, 'e>,
    findings: &Findings<'e>,
    groups: &[Group],
    grouping: Grouping,
    budget: &mut usize,
) -> Vec<Option<StrandedFix<'e>>> {
    if groups.is_empty() {
        return Vec::new();
    }
    let before = Semantics::ALL.map(|semantics| reaching(graph, semantics));
    if grouping == Grouping::Together || graph.size.saturating_mul(groups.len()) > *budget {
        let is_fixable = |group: &&Group| is_fixable(graph, findings, group);
        let mut all = Group { stops: Vec::new(), ids: Vec::new() };
        for group in groups.iter().filter(is_fixable) {
            all.stops.extend(&group.stops);
            all.ids.extend(&group.ids);
        }
        if let Some(fix) = fix(graph, findings, &all, &before, budget) {
            let mut fix = Some(fix);
            return groups.iter().map(|group| fix.take_if(|_| is_fixable(&group))).collect();
        }
    }
    groups.iter().map(|group| fix(graph, findings, group, &before, budget)).collect()
}

/// Whether an edge of the head can fix all versions of a group.
fn is_fixable(graph: &Graph<'_, '_>, findings: &Findings<'_>, group: &Group) -> bool {
    let Some(head) = graph.head() else { return false };
    let mut stops = group.stops.iter().filter_map(|stop| findings.stops.get(*stop));
    let is_below = |id| graph.is_entry(id) && id != head && !graph.is_newer(id, head);
    stops.all(|stop| !UNFIXABLE.contains(&stop.cause) && is_below(stop.at))
}

fn by_skips<'e>(graph: &Graph<'_, 'e>, head: VersionId, added: &[VersionId]) -> Option<NewEdge<'e>> {
    let mut skips = graph.node_of(head)?.skips.clone();
    let own: HashSet<&str> = skips.iter().copied().collect();
    skips.extend(added.iter().map(|id| graph.name(*id)).filter(|name| !own.contains(name)));
    Some(NewEdge::Skips(skips))
}

/// Returns `None` if the head replaces nothing: a skipRange alone would remove the older versions from the replaces
/// chain.
fn by_skip_range<'e>(graph: &Graph<'_, 'e>, head: VersionId, added: &[VersionId]) -> Option<NewEdge<'e>> {
    let node = graph.node_of(head)?;
    node.replaces?;
    let mut parts = Vec::new();
    if let Some(text) = node.range_text().filter(|text| !text.is_empty()) {
        graph.range(head)?;
        parts.push(text.to_owned());
    }
    for id in added {
        parts.push(format!("={}", graph.version(*id)?));
    }
    Some(NewEdge::SkipRange(parts.join(" || ")))
}

fn helps(
    graph: &Graph<'_, '_>,
    semantics: Semantics,
    group: &Group,
    head: VersionId,
    edge: &NewEdge<'_>,
    before: &Reaching,
) -> bool {
    let mut fixed: Channel<'_> = graph.channel.clone();
    let Some(node) = fixed.nodes.get_mut(head.index()) else { return false };
    match edge {
        NewEdge::Skips(skips) => node.skips.clone_from(skips),
        NewEdge::SkipRange(range) => node.skip_range = Some(SkipRange::new(range)),
    }
    is_sound(&fixed) && proves(graph, &fixed, semantics, &group.ids, before)
}

/// Whether opm accepts the channel.
#[must_use]
pub fn is_sound(channel: &Channel<'_>) -> bool {
    chain::check(&links(channel)).is_none()
}

/// The edges that opm's check uses.
pub(crate) fn links<'e>(channel: &Channel<'e>) -> Vec<Link<'e>> {
    let nodes = channel.nodes.iter();
    nodes
        .map(|node| Link { name: node.name, replaces: node.replaces.unwrap_or_default(), skips: node.skips.clone() })
        .collect()
}

fn proves(
    graph: &Graph<'_, '_>,
    fixed: &Channel<'_>,
    semantics: Semantics,
    ids: &[VersionId],
    before: &Reaching,
) -> bool {
    let after = Graph::new(fixed);
    Semantics::ALL.into_iter().zip(before).all(|(each, old)| {
        let new = reaching(&after, each);
        let reached = old.with_ids().filter(|(_, reaches)| **reaches).map(|(id, _)| id);
        let fixed = ids.iter().copied().filter(|_| each == semantics);
        reached.chain(fixed).all(|id| after.ids.get(graph.name(id)).is_some_and(|id| new.get(*id) == Some(&true)))
    })
}

/// Whether each version reaches the head, under each semantics.
type Reaching = [List<VersionId, bool>; Semantics::ALL.len()];

fn reaching(graph: &Graph<'_, '_>, semantics: Semantics) -> List<VersionId, bool> {
    match semantics {
        Semantics::V0 => {
            let answer = v0::answer(graph);
            answer.steps.reaching(answer.head())
        }
        Semantics::V1 => v1::answer(graph).steps.reaching(graph.head()),
    }
}

/// All stranded versions of a channel, and its stranded entries in groups, each with its fix if there is one.
#[must_use]
pub fn find_with_fixes<'e>(
    graph: &Graph<'_, 'e>,
    semantics: Semantics,
    grouping: Grouping,
    budget: &mut usize,
) -> (Findings<'e>, Vec<(Group, Option<StrandedFix<'e>>)>) {
    let findings = find(graph, semantics);
    let groups = findings.groups(graph, |id| graph.is_entry(id));
    let fixes = fixes(graph, &findings, &groups, grouping, budget);
    let with_fixes = groups.into_iter().zip(fixes).collect();
    (findings, with_fixes)
}
