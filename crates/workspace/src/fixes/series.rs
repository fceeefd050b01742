//! Edits that are made one after the other, and given as edits of the first texts.

use std::collections::BTreeMap;

use olmkit_diagnostics::TextEdit;

use super::batch::{self, Composed};
use crate::api::Edit;
use crate::file::State;

/// The texts before a series of edits, and what the edits make of them.
#[derive(Default)]
pub(crate) struct Series {
    pub(crate) originals: BTreeMap<usize, State>,
    composed: BTreeMap<usize, Composed>,
}

impl Series {
    /// Remembers a file before its first edit.
    pub(crate) fn remember(&mut self, file: usize, state: impl FnOnce() -> Option<State>) {
        if self.originals.contains_key(&file) {
            return;
        }
        if let Some(state) = state() {
            self.originals.insert(file, state);
        }
    }

    /// Takes note of edits of the text of a file as it is, ordered by position.
    pub(crate) fn add(&mut self, file: usize, edits: &[&Edit]) {
        self.composed.entry(file).or_default().add(&batch::splices(edits));
    }

    /// All edits, as edits of the first texts.
    pub(crate) fn edits(&self) -> impl Iterator<Item = TextEdit> {
        self.composed.iter().flat_map(|(file, composed)| composed.edits(*file))
    }
}
