//! The order of the rows.

use std::cmp::Reverse;

use olmkit_collections::order::sort_by_key;

use crate::channel::Graph;

/// Rows and what they show: nodes by their index, then names that are not entries, by their number.
pub(super) struct Rows {
    ids: Vec<usize>,
    row_of: Vec<Option<usize>>,
}

impl Rows {
    pub(super) fn new(graph: &Graph<'_, '_>) -> Self {
        let mut ids = entries(graph);
        let gone = (graph.nodes().len()..graph.names.len()).filter(|id| !graph.named_by(*id).is_empty());
        ids.extend(by_version(graph, gone.collect()));
        Rows::of(ids, graph.names.len())
    }

    fn of(ids: Vec<usize>, names: usize) -> Self {
        let mut row_of = vec![None; names];
        for (row, id) in ids.iter().enumerate() {
            if let Some(slot) = row_of.get_mut(*id) {
                *slot = Some(row);
            }
        }
        Rows { ids, row_of }
    }

    /// Moves a row up.
    pub(super) fn move_up(&mut self, from: usize, to: usize) {
        let mut ids = std::mem::take(&mut self.ids);
        if let Some(moved) = ids.get_mut(to..=from) {
            moved.rotate_right(1);
        }
        *self = Rows::of(ids, self.row_of.len());
    }

    pub(super) fn ids(&self) -> &[usize] {
        &self.ids
    }

    pub(super) fn row(&self, id: usize) -> Option<usize> {
        self.row_of.get(id).copied().flatten()
    }
}

/// Numbers by version, descending; those without a version last.
fn by_version(graph: &Graph<'_, '_>, mut ids: Vec<usize>) -> Vec<usize> {
    sort_by_key(&mut ids, |&id| (Reverse(graph.version(id)), Reverse(graph.name(id)), id));
    ids
}

/// The nodes by version, descending, but each below everything that names it. The head is the first one; a repeated entry
/// is below the first of its name.
fn entries(graph: &Graph<'_, '_>) -> Vec<usize> {
    let preferred = by_version(graph, (0..graph.nodes().len()).collect());
    let head = preferred.iter().copied().find(|node| graph.named_by(graph.id_of(*node)).is_empty());
    let mut state = vec![State::Waiting; preferred.len()];
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
                    // What is on the way already is part of a cycle.
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
    /// What is above it comes first.
    Open,
    Placed,
}
