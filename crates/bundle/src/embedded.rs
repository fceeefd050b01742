//! Text inside a string of another document, and where its bytes stand in the file.

use olmkit_diagnostics::Place;
use olmkit_syntax::{Style, TextRange, TextSize};

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

    /// Where a range of the value stands in the file; the whole string when that cannot be told.
    pub(crate) fn place(&self, inside: TextRange) -> Place {
        let node = self.view.node.resolved();
        let source = node.source();
        let starts = self.source_offset(usize::from(inside.start()));
        let ends = self.source_offset(usize::from(inside.end()));
        let (Some(start), Some(end)) = (starts, ends) else { return self.view.place() };
        let base = usize::from(node.range().start());
        let end = end.clamp(start, source.len());
        self.view.place_of(range(base.saturating_add(start), base.saturating_add(end)))
    }

    /// The byte of the source that a byte of the value comes from. Source and value are walked side by side: what is
    /// equal is the same, white space may be folded or indented, and an escape is one character.
    fn source_offset(&self, wanted: usize) -> Option<usize> {
        let node = self.view.node.resolved();
        let source = node.source();
        let value = self.text.as_bytes();
        let mut at = match node.style() {
            Style::Single | Style::Double => 1,
            Style::Literal | Style::Folded => source.iter().position(|&b| b == b'\n')?.saturating_add(1),
            _ => 0,
        };
        let blank = |b: Option<&u8>| b.is_some_and(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r'));
        let mut done = 0;
        while done < wanted.min(value.len()) {
            if blank(value.get(done)) && blank(source.get(at)) {
                done = done.saturating_add(value.get(done..)?.iter().take_while(|b| blank(Some(b))).count());
                at = at.saturating_add(source.get(at..)?.iter().take_while(|b| blank(Some(b))).count());
                continue;
            }
            if blank(source.get(at)) {
                at = at.saturating_add(1);
                continue;
            }
            let width = match (node.style(), source.get(at)?) {
                (Style::Single, b'\'') => 2,
                (Style::Double, b'\\') => escape_width(source.get(at.saturating_add(1))?),
                _ if source.get(at) == value.get(done) => 1,
                _ => return None,
            };
            at = at.saturating_add(width);
            done = done.saturating_add(if width > 2 { char_width(value.get(done)?) } else { 1 });
        }
        // The indent before the wanted byte is not part of it.
        if !blank(value.get(wanted)) {
            at = at.saturating_add(source.get(at..)?.iter().take_while(|b| blank(Some(b))).count());
        }
        Some(at)
    }
}

/// Bytes of an escape, its backslash included.
fn escape_width(letter: &u8) -> usize {
    match letter {
        b'x' => 4,
        b'u' => 6,
        b'U' => 10,
        _ => 2,
    }
}

/// Bytes of the character that starts with this byte.
fn char_width(first: &u8) -> usize {
    match first {
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xFF => 4,
        _ => 1,
    }
}
