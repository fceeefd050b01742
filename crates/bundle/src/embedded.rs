//! Text in a string of another document, and the positions of its bytes in the file.

use std::cell::Cell;

use olmkit_diagnostics::Place;
use olmkit_yaml::{Document, Format, Inside, SyntaxError, SyntaxRule, TextRange, TextSize, read_document};

use crate::view::View;

/// The value of a string, mapped to its source.
pub(crate) struct Embedded<'d> {
    view: View<'d>,
    inside: Cell<Option<Inside<'d>>>,
}

/// A text range from byte offsets.
pub(crate) fn range(start: usize, end: usize) -> TextRange {
    let size = |at: usize| TextSize::try_from(at).unwrap_or_default();
    TextRange::new(size(start.min(end)), size(end))
}

/// Parses a text that is exactly one JSON value, as `json.Unmarshal` requires. `None` if anything follows the value.
pub(crate) fn json(text: &str) -> Option<Document<'_>> {
    let document = read_document(text.as_bytes(), Format::Json);
    (syntax_error(&document).is_none() && after_json(&document, text) == text.len()).then_some(document)
}

/// The syntax error that `json.RawMessage` reports. A number that is too large is not a syntax error.
pub(crate) fn syntax_error<'d>(document: &'d Document<'_>) -> Option<&'d SyntaxError> {
    document.error.as_ref().filter(|error| error.rule != SyntaxRule::JsonNumberOverflow)
}

/// The offset of the first byte after the JSON value and its trailing whitespace. It equals the length of the text if
/// nothing follows.
pub(crate) fn after_json(document: &Document<'_>, text: &str) -> usize {
    let end = document.root().map_or(0, |root| usize::from(root.range().end()));
    let rest = text.get(end..).unwrap_or_default();
    let whitespace = rest.bytes().take_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n')).count();
    end.saturating_add(whitespace)
}

impl<'d> Embedded<'d> {
    /// `text` is the value of the string `view`.
    pub(crate) fn new(view: View<'d>, text: &'d str) -> Self {
        Embedded { view, inside: Cell::new(Inside::new(view.node, text)) }
    }

    /// The place of a range of the value in the file, or the whole string if the mapping is unknown. Queries in
    /// ascending order of their start share a single pass over the string.
    pub(crate) fn place(&self, part: TextRange) -> Place {
        let mut inside = self.inside.take();
        let found = inside.as_mut().and_then(|inside| inside.range(part.into()));
        self.inside.set(inside);
        found.map_or_else(|| self.view.place(), |range| self.view.place_of(range))
    }
}
