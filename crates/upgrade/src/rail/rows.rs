//! The order of the rows.

use std::cmp::Reverse;

use olmkit_collections::order::sort_by_key;
use olmkit_collections::{Id as _, List};

use crate::channel::Graph;
use crate::ids::{Row, VersionId};

/// The rows: nodes first, then names that are not entries.
pub(super) struct Rows {
    ids: List<Row, VersionId>,
    row_of: List<VersionId, Option<Row>>,
}

impl Rows {
    pub(super) fn new(graph: &Graph<'_, '_>) -> Self {
        let mut ids = entries(graph);
        let gone = graph.names.ids().skip(graph.nodes().len()).filter(|id| !graph.named_by(*id).is_empty());
        ids.extend(by_version(graph, gone.collect()));
        Rows::of(ids.into(), graph.names.len())
    }

    fn of(ids: List<Row, VersionId>, names: usize) -> Self {
        let mut row_of = List::repeat(None, names);
        for (row, id) in ids.with_ids() {
            row_of.set(*id, Some(row));
        }
        Rows { ids, row_of }
    }

    /// Moves a row up.
    pub(super) fn move_up(&mut self, from: Row, to: usize) {
        let mut ids = self.ids.to_vec();
        if let Some(moved) = ids.get_mut(to..=from.index()) {
            moved.rotate_right(1);
        }
        *self = Rows::of(ids.into(), self.row_of.len());
    }

    pub(super) fn ids(&self) -> &List<Row, VersionId> {
        &self.ids
    }

    pub(super) fn row(&self, id: VersionId) -> Option<Row> {
        self.row_of.get(id).copied().flatten()
    }
}

/// Sorts by version, descending. Names without a version are last.
fn by_version(graph: &Graph<'_, '_>, mut ids: Vec<VersionId>) -> Vec<VersionId> {
    sort_by_key(&mut ids, |&id| (Reverse(graph.version(id)), Reverse(graph.name(id)), id));
    ids
}

/// The nodes by version, descending, but each one below all nodes that name it. The head is first. A duplicate entry is
/// below the entry that owns its name.
fn entries(graph: &Graph<'_, '_>) -> Vec<VersionId> {
    let preferred = by_version(graph, graph.node_ids().collect());
    let head = preferred.iter().copied().find(|node| graph.named_by(graph.id_of(*node)).is_empty());
    let mut state = List::repeat(State::Waiting, preferred.len());
    let mut sorted = Vec::with_capacity(preferred.len());
    let mut trail = Vec::new();
    for start in head.into_iter().chain(preferred) {
        trail.push(start);
        while let Some(node) = trail.last().copied() {
            let Some(slot) = state.get_mut(node) else { return sorted };
            match std::mem::replace(slot, State::Placed) {
                State::Waiting => {
                    *slot = State::Open;
                    let above = graph.named_by(node).iter().map(|named| named.node).chain([graph.id_of(node)]);
                    // A node that is already open is part of a cycle.
                    trail.extend(above.filter(|above| state.get(*above) == Some(&State::Waiting)));
                    continue;
                }
                State::Open => sorted.push(node),
                State::Placed => {}
            }
            trail.pop();
        }
    }
    sorted
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    /// The nodes above it must be placed first.
    Open,
    Placed,
}
