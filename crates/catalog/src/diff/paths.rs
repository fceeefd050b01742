//! Compares which versions can reach the head before and after a change. Versions that the old channel has or names count
//! as installed.

use olmkit_collections::{Id as _, List, Table};

use super::{Change, ChangeKind, about};
use crate::channel_graph::channel_of;
use crate::model::Package;
use olmkit_upgrade::stranded::{Findings, find};
use olmkit_upgrade::{Graph, Semantics, VersionId};

pub(super) fn compare(old: &Package<'_>, new: &Package<'_>, name: &str, changes: &mut Vec<Change>) {
    let (Some(before), Some(mut after)) = (channel_of(old, name), channel_of(new, name)) else { return };
    let before = Graph::new(&before);
    after.keep_installed(&before);
    let after = Graph::new(&after);
    for semantics in Semantics::ALL {
        let (was, is) = (find(&before, semantics), find(&after, semantics));
        let (reached, reaches) = (reaching(&before, &was), reaching(&after, &is));
        let mut reasons = Reasons { graph: &after, findings: &is, known: Table::default() };
        for (id, entry) in before.names.with_ids() {
            let Some(now) = after.ids.get(entry) else { continue };
            let kind = match (reached.get(id), reaches.get(*now)) {
                (Some(true), Some(false)) => ChangeKind::PathLost,
                (Some(false), Some(true)) => ChangeKind::PathGained,
                _ => continue,
            };
            let text = match kind {
                ChangeKind::PathLost => format!(
                    "`{entry}` can no longer upgrade to the channel head under OLM {}: {}",
                    semantics.name(),
                    reasons.of(*now)
                ),
                _ => gained(entry, semantics, &after, &is),
            };
            changes.push(Change {
                channel: Some(name.to_owned()),
                entry: Some((*entry).to_owned()),
                semantics: Some(semantics),
                place: place(new, name, &after, *now),
                ..about(kind, new.name, text)
            });
        }
    }
}

fn reaching(graph: &Graph<'_, '_>, findings: &Findings<'_>) -> List<VersionId, bool> {
    let mut reaching = List::repeat(findings.target.is_some(), graph.names.len());
    findings.stranded.iter().for_each(|stranded| reaching.set(stranded.id, false));
    reaching
}

fn gained<'e>(entry: &str, semantics: Semantics, graph: &Graph<'_, 'e>, findings: &Findings<'e>) -> String {
    let head = findings.target.map_or("", |head| graph.name(head));
    format!("`{entry}` can now upgrade to the channel head `{head}` under OLM {}", semantics.name())
}

/// Explains why versions do not reach the head. A reason shared by many versions is given once.
struct Reasons<'g, 'e> {
    graph: &'g Graph<'g, 'e>,
    findings: &'g Findings<'e>,
    known: Table<String, &'e str>,
}

impl<'e> Reasons<'_, 'e> {
    fn of(&mut self, id: VersionId) -> String {
        let stranded = &self.findings.stranded;
        let stranded = stranded.binary_search_by_key(&id, |stranded| stranded.id).ok().and_then(|at| stranded.get(at));
        let reason = stranded.map(|stranded| self.findings.explain(self.graph, *stranded).0).unwrap_or_default();
        if let Some(first) = self.known.get(&reason) {
            return format!("for the same reason as `{first}`.");
        }
        self.known.or_insert(reason.clone(), self.graph.name(id));
        reason
    }
}

/// Returns the place of the entry in the new channel; for a removed entry, the place of the channel.
fn place(
    package: &Package<'_>,
    channel: &str,
    graph: &Graph<'_, '_>,
    id: VersionId,
) -> Option<olmkit_diagnostics::Place> {
    let of = package.channels.get(channel)?;
    let range = graph.node_of(id).and_then(|_| of.body.entries.get(id.index())).map(|entry| entry.range);
    Some(range.map_or_else(|| of.doc.name_place(), |range| of.doc.place(range)))
}
