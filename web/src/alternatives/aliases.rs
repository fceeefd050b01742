//! Changes that an alias prevents.

use crate::prelude::*;
use olmkit_api::Intention;

use crate::bridge::types::Alias;
use crate::state::{Alternative, Alternatives, AppState, Position};

impl AppState {
    /// Offers to change a shared value in one place only, or to go to the anchor.
    pub fn offer_copy(self, intention: &Intention, Alias { path, range, value }: Alias) {
        let (alias, line) = (range.start.line, value.start.line);
        let copy = Alternative {
            step: Some("Change a shared value in one place".to_owned()),
            copies: true,
            ..Alternative::new(
                "Replace the alias with a copy of the value, and change only this place",
                vec![intention.clone()],
            )
        };
        self.dialogs.alternatives.set(Some(Alternatives {
            title: "Change a shared value".to_owned(),
            hint: format!(
                "The alias in line {alias} repeats the value in line {line}. To change both places, edit line {line} in the text."
            ),
            options: vec![copy],
            instead: Some(Position { path, range: value }),
            ..Alternatives::default()
        }));
    }
}
