//! Text inside a string of another document, and the positions of its bytes in the file.

use olmkit_diagnostics::Place;
use olmkit_yaml::{TextRange, TextSize, inside};

use crate::view::View;

/// The value of a string and its source.
pub(crate) struct Embedded<'d> {
    view: View<'d>,
    text: &'d str,
}

/// A range of bytes.
pub(crate) fn range(start: usize, end: usize) -> TextRange {
    let size = |at: usize| TextSize::try_from(at).unwrap_or_default();
    TextRange::new(size(start.min(end)), size(end))
}

impl<'d> Embedded<'d> {
    /// `text` is the string's value.
    pub(crate) fn new(view: View<'d>, text: &'d str) -> Self {
        Embedded { view, text }
    }

    /// Where a range of the value is in the file; the whole string when that cannot be told.
    pub(crate) fn place(&self, part: TextRange) -> Place {
        let found = inside(self.view.node, self.text, part.into());
        found.map_or_else(|| self.view.place(), |range| self.view.place_of(range))
    }
}
