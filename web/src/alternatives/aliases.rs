//! Changes that an alias prevents.

use crate::prelude::*;
use olmkit_api::Intention;

use crate::bridge::types::Alias;
use crate::state::{Alternative, Alternatives, AppState, Position};

impl AppState {
    /// Offers to change only a copy of the value that an alias shares, or to go to the shared value.
    pub fn offer_copy(self, intention: &Intention, Alias { path, range, value }: Alias) {
        let (alias, line) = (range.start.line, value.start.line);
        let copy = Alternative {
            step: Some("Change a copy of the shared value".to_owned()),
            copies: true,
            ..Alternative::new("Copy the value, and change only this copy", vec![intention.clone()])
        };
        self.dialogs.alternatives.set(Some(Alternatives {
            title: "Change a shared value".to_owned(),
            hint: format!(
                "The alias in line {alias} repeats the value in line {line}. To change both, edit line {line} in the text."
            ),
            options: vec![copy],
            instead: Some(Position { path, range: value }),
            ..Alternatives::default()
        }));
    }
}
