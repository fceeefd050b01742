//! Offsets into a text, ranges of them, and their presentation in editors: lines, columns, UTF-16 units. Numbers and
//! lists in sentences, the order of names, and suggestions for misspelled names.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types, reason = "part of the wasm"))]

mod lines;
mod names;
mod near;
mod sentence;

pub use lines::{LineIndex, Position, utf16_len};
pub use names::natural;
pub use near::{is_other_number, near_miss};
pub use sentence::{capitalized, counted, listed, listed_names, listed_of};
pub use text_size::{TextRange, TextSize};

/// A range of byte positions. Positions beyond 32 bits are clamped to `u32::MAX`.
#[must_use]
pub fn span(start: usize, end: usize) -> TextRange {
    let start = TextSize::new(u32::try_from(start).unwrap_or(u32::MAX));
    let end = TextSize::new(u32::try_from(end).unwrap_or(u32::MAX));
    TextRange::new(start.min(end), end)
}
