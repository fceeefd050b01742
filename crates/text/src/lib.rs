//! Offsets into a text, ranges of them, and what editors show for them: lines, columns, UTF-16 units. Numbers and lists in
//! sentences, the order of names, and suggestions for misspelled names.

mod lines;
mod names;
mod near;
mod sentence;

pub use lines::{LineIndex, Position, utf16_len};
pub use names::natural;
pub use near::{is_other_number, near_miss};
pub use sentence::{capitalized, counted, listed, listed_names, listed_of};
pub use text_size::{TextRange, TextSize};

/// A range from byte positions; what does not fit into 32 bits ends at the last position that does.
#[must_use]
pub fn span(start: usize, end: usize) -> TextRange {
    let start = TextSize::new(u32::try_from(start).unwrap_or(u32::MAX));
    let end = TextSize::new(u32::try_from(end).unwrap_or(u32::MAX));
    TextRange::new(start.min(end), end)
}
