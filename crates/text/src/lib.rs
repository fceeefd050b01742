//! Offsets into a text, ranges of them, and their presentation in editors: lines, columns, UTF-16 units. Numbers and
//! lists in sentences, the order of names, and suggestions for misspelled names.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the wasm"))]

mod line;
mod lines;
mod names;
mod near;
mod segments;
mod sentence;
mod units;
mod xml;

pub use line::{byte_column, line_end, line_start, next_line, shown_line};
pub use lines::{LineIndex, Position};
pub use names::{natural, versioned};
pub use near::{MAX_NAMES, did_you_mean, is_other_number, known_names, near_miss, suggestion};
pub use segments::{Segment, Segments};
pub use sentence::{capitalized, counted, listed, listed_names, listed_of, sentence};
pub use text_size::{TextRange, TextSize};
pub use xml::xml;

/// The bytes of a range; `None` if the text does not have it.
#[must_use]
pub fn slice(text: &[u8], range: TextRange) -> Option<&[u8]> {
    text.get(range.start().into()..range.end().into())
}

/// A range of byte positions. Positions beyond 32 bits are clamped to `u32::MAX`.
#[must_use]
pub fn span(start: usize, end: usize) -> TextRange {
    let start = TextSize::new(u32::try_from(start).unwrap_or(u32::MAX));
    let end = TextSize::new(u32::try_from(end).unwrap_or(u32::MAX));
    TextRange::new(start.min(end), end)
}
