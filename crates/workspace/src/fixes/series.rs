//! Consecutive edits, expressed as edits of the original texts.

use olmkit_diagnostics::TextEdit;

use super::batch::{self, Composed};
use crate::api::Edit;
use crate::file::State;

/// The texts before a series of edits, and the combined edits.
#[derive(Default)]
pub(crate) struct Series {
    pub(crate) originals: Vec<(usize, State)>,
    /// By file.
    composed: Vec<(usize, Composed)>,
}

impl Series {
    /// Saves the state of a file before its first edit.
    pub(crate) fn save_state(&mut self, file: usize, state: impl FnOnce() -> Option<State>) {
        if !self.originals.iter().any(|(known, _)| *known == file) {
            self.originals.extend(state().map(|state| (file, state)));
        }
    }

    /// Records edits of the current text of a file, ordered by position.
    pub(crate) fn add(&mut self, file: usize, edits: &[&Edit]) {
        let at = self.composed.partition_point(|(known, _)| *known < file);
        if self.composed.get(at).is_none_or(|(known, _)| *known != file) {
            self.composed.insert(at, (file, Composed::default()));
        }
        if let Some((_, composed)) = self.composed.get_mut(at) {
            composed.add(&batch::splices(edits));
        }
    }

    /// Returns all edits, as edits of the original texts.
    pub(crate) fn edits(&self) -> impl Iterator<Item = TextEdit> {
        self.composed.iter().flat_map(|(file, composed)| composed.edits(*file))
    }
}
