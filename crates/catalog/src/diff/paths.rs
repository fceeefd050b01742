//! Which versions could reach the head before and can reach it now. Versions of the old catalog count as installed.

use olmkit_collections::HashSet;

use super::{Change, Kind, about};
use crate::channel_graph::channel_of;
use crate::model::Package;
use olmkit_upgrade::stranded::{Findings, find};
use olmkit_upgrade::{Graph, Installed, Node, Semantics};

pub(super) fn compare(old: &Package<'_>, new: &Package<'_>, name: &str, changes: &mut Vec<Change>) {
    let (Some(before), Some(mut after)) = (channel_of(old, name), channel_of(new, name)) else { return };
    let known: HashSet<&str> =
        after.nodes.iter().map(|node| node.name).chain(after.installed.iter().map(|other| other.name)).collect();
    let removed = before.nodes.iter().filter(|node| !known.contains(node.name));
    let gone: Vec<Installed<'_>> =
        removed.map(|node| Installed { name: node.name, version: node.version.unwrap_or_default() }).collect();
    after.installed.extend(gone);
    let (before, after) = (Graph::new(&before), Graph::new(&after));
    for semantics in Semantics::ALL {
        let (was, is) = (find(&before, semantics), find(&after, semantics));
        let (reached, reaches) = (reaching(&before, &was), reaching(&after, &is));
        for (id, entry) in before.names.iter().enumerate() {
            let Some(now) = after.ids.get(entry) else { continue };
            let kind = match (reached.get(id), reaches.get(*now)) {
                (Some(true), Some(false)) => Kind::PathLost,
                (Some(false), Some(true)) => Kind::PathGained,
                _ => continue,
            };
            let text = message(kind, entry, semantics, &after, &is, *now);
            changes.push(Change {
                channel: Some(name.to_owned()),
                entry: Some((*entry).to_owned()),
                semantics: Some(semantics),
                place: place(new, name, after.nodes(), *now),
                ..about(kind, new.name, text)
            });
        }
    }
}

fn reaching(graph: &Graph<'_, '_>, findings: &Findings<'_>) -> Vec<bool> {
    let mut reaching = vec![findings.target.is_some(); graph.names.len()];
    for stranded in &findings.stranded {
        if let Some(reaches) = reaching.get_mut(stranded.id) {
            *reaches = false;
        }
    }
    reaching
}

fn message<'e>(
    kind: Kind,
    entry: &str,
    semantics: Semantics,
    graph: &Graph<'_, 'e>,
    findings: &Findings<'e>,
    id: usize,
) -> String {
    let head = findings.target.map_or("", |head| graph.name(head));
    if kind == Kind::PathGained {
        return format!("`{entry}` can now upgrade to the channel head `{head}` under OLM {}", semantics.name());
    }
    let stranded = findings.stranded.iter().find(|stranded| stranded.id == id);
    let why = stranded.map(|stranded| findings.explain(graph, *stranded).0).unwrap_or_default();
    format!("`{entry}` can no longer upgrade to the channel head under OLM {}: {why}", semantics.name())
}

/// The entry in the new channel, or the channel for a removed entry.
fn place(package: &Package<'_>, channel: &str, nodes: &[Node<'_>], id: usize) -> Option<olmkit_diagnostics::Place> {
    let of = package.channels.get(channel)?;
    let range = nodes.get(id).and_then(|_| of.body.entries.get(id)).map(|entry| entry.range);
    Some(range.map_or_else(|| of.doc.name_place(), |range| of.doc.place(range)))
}
