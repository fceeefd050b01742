//! Converts byte offsets to lines and columns, and back.

use text_size::TextSize;

use crate::line::{line_starts, shown_end};
use crate::units::{to_u32, utf16_len};

/// A position in the units that editors use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in UTF-16 units.
    pub column: u32,
    /// The offset in bytes from the start of the file, from 0.
    pub offset: u32,
    /// The offset in UTF-16 units from the start of the file, from 0.
    pub utf16: u32,
}

/// The line breaks of a text. Lines end with `\n`, `\r\n` or `\r`. Invalid UTF-8 counts as U+FFFD, one for each sequence that
/// `String::from_utf8_lossy` and browsers replace.
///
/// The index is built in one pass. Lookups are logarithmic; in texts that are not ASCII they also read up to one
/// [`STRIDE`] of text.
#[derive(Debug, Clone)]
pub struct LineIndex {
    /// The start of each line, in bytes.
    lines: Vec<u32>,
    /// Offsets of character starts in bytes and UTF-16 units, about every [`STRIDE`] bytes; empty for ASCII.
    marks: Vec<(u32, u32)>,
}

/// The distance in bytes between two known UTF-16 offsets.
const STRIDE: usize = 512;

impl LineIndex {
    /// Indexes a text in one pass.
    #[must_use]
    pub fn new(text: &[u8]) -> Self {
        let mut lines = vec![0];
        lines.extend(line_starts(text).map(to_u32));
        LineIndex { lines, marks: if text.is_ascii() { Vec::new() } else { marks(text) } }
    }

    /// The number of lines, including an empty last line.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.lines.len()
    }

    /// The position of a byte offset in the indexed text. An offset inside a character is moved to the start of the
    /// character, an offset after the end to the end.
    #[must_use]
    pub fn position(&self, text: &[u8], offset: TextSize) -> Position {
        let (offset, utf16) = self.utf16_at(text, u32::from(offset).min(to_u32(text.len())));
        let line = self.lines.partition_point(|&start| start <= offset).saturating_sub(1);
        let start = self.lines.get(line).copied().unwrap_or_default();
        let (_, line_utf16) = self.utf16_at(text, start);
        Position {
            line: to_u32(line).saturating_add(1),
            column: utf16.saturating_sub(line_utf16).saturating_add(1),
            offset,
            utf16,
        }
    }

    /// The byte offset of an offset in UTF-16 units from the start of the file. An offset inside a surrogate pair is
    /// moved to the start of the character.
    #[must_use]
    pub fn offset_of_utf16(&self, text: &[u8], utf16: u32) -> TextSize {
        let after = self.marks.partition_point(|&(_, units)| units <= utf16);
        let Some(&mark) = after.checked_sub(1).and_then(|at| self.marks.get(at)) else {
            return TextSize::new(utf16.min(to_u32(text.len())));
        };
        TextSize::new(walk(text, mark, |_, units| units <= utf16).0)
    }

    /// The byte offset of a line and a column, both from 1, the column in UTF-16 units. A column after the end of the line
    /// is its end, before the line break; a line after the last one is the end of the text.
    #[must_use]
    pub fn offset_in_line(&self, text: &[u8], line: u32, column: u32) -> TextSize {
        let Some(start) = self.line_start(line.saturating_sub(1)) else { return TextSize::new(to_u32(text.len())) };
        let (_, units) = self.utf16_at(text, start);
        let offset = self.offset_of_utf16(text, units.saturating_add(column.saturating_sub(1)));
        offset.min(TextSize::new(to_u32(shown_end(text, start as usize))))
    }

    /// The byte offset of a line, counted from 0.
    pub(crate) fn line_start(&self, line: u32) -> Option<u32> {
        self.lines.get(line as usize).copied()
    }

    /// The last character start at or before `offset`, in bytes and UTF-16 units.
    fn utf16_at(&self, text: &[u8], offset: u32) -> (u32, u32) {
        let after = self.marks.partition_point(|&(at, _)| at <= offset);
        let Some(&mark) = after.checked_sub(1).and_then(|at| self.marks.get(at)) else { return (offset, offset) };
        walk(text, mark, |at, _| at <= offset)
    }
}

/// The marks of a text: a character start every [`STRIDE`] bytes, or up to a character later.
fn marks(text: &[u8]) -> Vec<(u32, u32)> {
    let mut marks = Marks { found: vec![(0, 0)], at: 0, units: 0, due: STRIDE };
    if let Ok(text) = std::str::from_utf8(text) {
        // Much faster than iterating over chunks, which checks each byte.
        marks.add(text);
        return marks.found;
    }
    for chunk in text.utf8_chunks() {
        marks.add(chunk.valid());
        if !chunk.invalid().is_empty() {
            marks.step(chunk.invalid().len(), 1);
        }
    }
    marks.found
}

struct Marks {
    found: Vec<(u32, u32)>,
    at: usize,
    units: usize,
    /// The byte offset at which the next mark is due.
    due: usize,
}

impl Marks {
    fn add(&mut self, mut text: &str) {
        while !text.is_empty() {
            let (piece, rest) = text.split_at(ceil_boundary(text, self.due.saturating_sub(self.at)));
            self.step(piece.len(), utf16_len(piece));
            text = rest;
        }
    }

    fn step(&mut self, bytes: usize, units: usize) {
        self.at = self.at.saturating_add(bytes);
        self.units = self.units.saturating_add(units);
        if self.at >= self.due {
            self.found.push((to_u32(self.at), to_u32(self.units)));
            self.due = self.at.saturating_add(STRIDE);
        }
    }
}

/// Walks from a known position to the last character start for which `within` returns true.
fn walk(text: &[u8], (mut at, mut units): (u32, u32), within: impl Fn(u32, u32) -> bool) -> (u32, u32) {
    let start = (at as usize).min(text.len());
    // The end is limited, because the whole slice is validated before the first chunk is returned.
    let end = start.saturating_add(STRIDE.saturating_mul(2)).min(text.len());
    for chunk in text.get(start..end).unwrap_or_default().utf8_chunks() {
        let invalid = chunk.invalid().len();
        let bad = (invalid > 0).then_some((invalid, 1));
        for (bytes, wide) in chunk.valid().chars().map(|c| (c.len_utf8(), c.len_utf16())).chain(bad) {
            let next = (at.saturating_add(to_u32(bytes)), units.saturating_add(to_u32(wide)));
            if !within(next.0, next.1) {
                return (at, units);
            }
            (at, units) = next;
        }
    }
    (at, units)
}

/// The first character boundary at or after `at` that is at least one character from the start.
fn ceil_boundary(text: &str, at: usize) -> usize {
    (at.max(1)..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_utf16_units() {
        let text = "a\nä😀b\nc".as_bytes();
        let index = LineIndex::new(text);
        let at = |offset| index.position(text, TextSize::new(offset));
        assert_eq!((at(0).line, at(0).column, index.lines()), (1, 1, 3));
        let b = at(8);
        assert_eq!((b.line, b.column, b.offset, b.utf16), (2, 4, 8, 5));
        // Inside 😀: its start, from either side.
        assert_eq!((at(6).offset, at(6).column), (4, 2));
        assert_eq!(index.offset_of_utf16(text, 4), TextSize::new(4));
        assert_eq!(index.offset_of_utf16(text, 5), TextSize::new(8));
        assert_eq!(index.offset_of_utf16(text, 7), TextSize::new(10));
        assert_eq!(index.offset_of_utf16(text, 99), TextSize::new(11));
    }

    #[test]
    fn agrees_with_counting_from_the_start() {
        for piece in ["plain ascii line\n", "ä\n", "\u{1F600}\u{80}", "😀", "x\u{2028}y\r\n", "日本語", "a\rb\r\rc"]
        {
            let mut text = piece.repeat(400).into_bytes();
            for at in (0..text.len()).step_by(97) {
                text[at] = [b'z', 0xFF, 0xE2, b'\n'][at % 4];
            }
            let index = LineIndex::new(&text);
            let (mut offset, mut utf16, mut line) = (0, 0, 1);
            for character in chars_lossy(&text) {
                let found = index.position(&text, TextSize::new(offset));
                assert_eq!((found.offset, found.utf16, found.line), (offset, utf16, line));
                assert_eq!(index.offset_of_utf16(&text, utf16), TextSize::new(offset));
                let next = text.get(offset as usize + 1);
                line += u32::from(character.0 == '\n' || character.0 == '\r' && next != Some(&b'\n'));
                offset += character.1;
                utf16 += to_u32(character.0.len_utf16());
            }
        }
    }

    #[test]
    fn lines_end_as_in_editors() {
        let text = b"a\rb\r\nc\nd\n\re\r";
        let index = LineIndex::new(text);
        let lines: Vec<u32> = (0..text.len() as u32).map(|at| index.position(text, TextSize::new(at)).line).collect();
        assert_eq!(lines, [1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 6]);
        assert_eq!(index.lines(), 7);
        for (line, end) in [(1, 1), (2, 3), (3, 6), (4, 8), (5, 9), (6, 11), (7, 12), (8, 12)] {
            assert_eq!(index.offset_in_line(text, line, 99), TextSize::new(end), "{line}");
        }
    }

    #[test]
    fn bytes_that_are_not_text_count_one_each() {
        let text = vec![0xFF; 5000];
        let index = LineIndex::new(&text);
        assert_eq!(index.position(&text, TextSize::new(4001)).utf16, 4001);
        assert!(index.marks.len() > 9);
    }

    fn chars_lossy(text: &[u8]) -> Vec<(char, u32)> {
        let mut found = Vec::new();
        for chunk in text.utf8_chunks() {
            found.extend(chunk.valid().chars().map(|c| (c, to_u32(c.len_utf8()))));
            if !chunk.invalid().is_empty() {
                found.push((char::REPLACEMENT_CHARACTER, to_u32(chunk.invalid().len())));
            }
        }
        found
    }
}
