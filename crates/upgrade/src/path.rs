//! The upgrade path from an installed version to another version, or to the channel head.

use olmkit_api::{EdgeKind, Semantics, StrandedCause};
use olmkit_collections::List;

use crate::channel::{Graph, Node};
use crate::explain::list;
use crate::ids::VersionId;
use crate::stranded::{Findings, Stranded};

/// One upgrade.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step<'e> {
    /// The installed version before the upgrade.
    pub from: &'e str,
    /// The installed version after the upgrade.
    pub to: &'e str,
    /// The edge. If several apply, the first of replaces, skips, skipRange.
    pub edge: EdgeKind,
}

/// The upgrade path of one installed version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path<'e> {
    /// The channel of the installation.
    pub channel: &'e str,
    /// The installed version.
    pub from: &'e str,
    /// The requested target, or the channel head. `None` if the channel has no head.
    pub to: Option<&'e str>,
    /// The resolver.
    pub semantics: Semantics,
    /// Whether the path reaches `to`.
    pub reaches: bool,
    /// The upgrades, up to `to` or to the end of the path.
    pub steps: Vec<Step<'e>>,
    /// The reason why the path ends before `to` or continues after it.
    pub stops_because: Option<String>,
    /// The reason as data.
    pub cause: Option<StrandedCause>,
}

/// Follows the upgrades from one version to another, or to the target of the findings.
#[must_use]
pub fn follow<'e>(graph: &Graph<'_, 'e>, findings: &Findings<'e>, from: VersionId, to: Option<VersionId>) -> Path<'e> {
    let target = to.or(findings.target);
    let mut steps = Vec::new();
    let mut seen = List::repeat(false, graph.names.len());
    let mut at = from;
    let mut is_endless = false;
    let mut reaches = Some(at) == target;
    // Without a requested target, upgrades after the head are part of the result.
    while !(reaches && to.is_some()) {
        if seen.get_mut(at).is_none_or(|seen| std::mem::replace(seen, true)) {
            is_endless = true;
            break;
        }
        let Some(next) = findings.steps.after(at) else { break };
        let edge = graph.edges(at, next).first().copied().unwrap_or(EdgeKind::SameVersion);
        steps.push(Step { from: graph.name(at), to: graph.name(next), edge });
        at = next;
        reaches |= Some(at) == target;
    }
    let (cause, stops_because) = match () {
        () if is_endless => (Some(StrandedCause::DowngradeLoop), Some(endless(graph, &steps))),
        () if reaches => (None, None),
        () => why_not(graph, findings, from, at, target),
    };
    Path {
        channel: graph.channel.name,
        from: graph.name(from),
        to: target.map(|id| graph.name(id)),
        semantics: findings.semantics,
        reaches,
        steps,
        stops_because,
        cause,
    }
}

fn endless(graph: &Graph<'_, '_>, steps: &[Step<'_>]) -> String {
    let version = |name: &str| graph.ids.get(name).and_then(|id| graph.version(*id));
    let again = steps.last().map(|step| step.to);
    let cycle = steps.iter().skip_while(|step| Some(step.from) != again);
    // Of the edges in a cycle, only a skipRange can downgrade.
    let back = cycle.filter(|step| step.edge == EdgeKind::SkipRange).min_by_key(|step| version(step.to));
    back.map_or_else(String::new, |step| {
        let node = graph.ids.get(step.to).and_then(|id| graph.node_of(*id));
        let range = node.and_then(Node::range_text).unwrap_or_default();
        format!(
            "The path is endless: the skipRange `{range}` of `{}` matches {}, the version of `{}`. OLM v0 replaces \
                `{}` with `{}` and upgrades again.",
            step.to,
            version(step.from).map_or_else(|| "no known version".to_owned(), ToString::to_string),
            step.from,
            step.from,
            step.to
        )
    })
}

fn why_not<'e>(
    graph: &Graph<'_, 'e>,
    findings: &Findings<'e>,
    from: VersionId,
    last: VersionId,
    target: Option<VersionId>,
) -> (Option<StrandedCause>, Option<String>) {
    if let Some(stranded) = findings.stranded.iter().find(|stranded| stranded.id == from) {
        let cause = findings.stops.get(stranded.stop).map(|stop| stop.cause);
        let text = findings.explain(graph, Stranded { id: from, stop: stranded.stop }).0;
        return (cause, Some(text));
    }
    let to = target.map_or("", |id| graph.name(id));
    let text = format!(
        "The upgrade path of {} ends at {} and does not reach {}.",
        list(&[graph.name(from)]),
        list(&[graph.name(last)]),
        list(&[to])
    );
    (None, Some(text))
}
