//! Positions in a text that changes in parts.
//!
//! The unit is the segment, for example the bytes from the start of one document to the start of the next. The
//! measurement of a segment is kept with it, so only changed segments are measured again after an edit.

use std::cell::{Cell, OnceCell};

use text_size::TextSize;

use crate::line::{line_starts, shown_end};
use crate::lines::{LineIndex, Position};
use crate::units::{to_u32, utf16_len_lossy};

/// The distance from the start of a segment to the start of the next one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Measure {
    newlines: u32,
    utf16: u32,
    /// UTF-16 units after the last line break; of the whole segment if it has no line break.
    tail: u32,
}

/// The measurement of a segment, made on first use.
#[derive(Debug, Clone, Default)]
pub struct Segment {
    measure: Cell<Option<Measure>>,
    lines: OnceCell<LineIndex>,
}

impl Segment {
    fn lines(&self, text: &[u8]) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(text))
    }

    fn measure(&self, text: &[u8]) -> Measure {
        if let Some(known) = self.measure.get() {
            return known;
        }
        let measured = measure(text);
        self.measure.set(Some(measured));
        measured
    }
}

fn measure(text: &[u8]) -> Measure {
    let (mut newlines, mut tail) = (0_u32, 0);
    for start in line_starts(text) {
        (newlines, tail) = (newlines.saturating_add(1), start);
    }
    let tail = text.get(tail..).unwrap_or_default();
    Measure { newlines, utf16: to_u32(utf16_len_lossy(text)), tail: to_u32(utf16_len_lossy(tail)) }
}

/// The position where a segment starts.
#[derive(Debug, Clone, Copy, Default)]
struct Start {
    offset: u32,
    utf16: u32,
    /// The number of lines before the segment.
    line: u32,
    /// UTF-16 units before the segment on its first line.
    column: u32,
}

/// The segments of a text, for the same conversions as with a [`LineIndex`]. Valid until the text changes.
#[derive(Debug)]
pub struct Segments<'t> {
    text: &'t [u8],
    segments: Vec<&'t Segment>,
    starts: Vec<Start>,
}

impl<'t> Segments<'t> {
    /// The segments cover the text without gaps. Each is given with the offset of its first byte. No segment starts between
    /// `\r` and `\n`.
    pub fn new(text: &'t [u8], segments: impl Iterator<Item = (u32, &'t Segment)>) -> Self {
        let (offsets, segments): (Vec<u32>, Vec<&Segment>) = segments.unzip();
        let ends = offsets.iter().skip(1).copied().chain([to_u32(text.len())]);
        let mut at = Start::default();
        let mut starts = Vec::with_capacity(offsets.len());
        for ((&offset, end), segment) in offsets.iter().zip(ends).zip(&segments) {
            starts.push(Start { offset, ..at });
            let measure = segment.measure(slice(text, offset, end));
            at.utf16 = at.utf16.saturating_add(measure.utf16);
            at.line = at.line.saturating_add(measure.newlines);
            at.column = if measure.newlines > 0 { measure.tail } else { at.column.saturating_add(measure.tail) };
        }
        Segments { text, segments, starts }
    }

    /// The position of a byte offset, as [`LineIndex::position`] returns it.
    #[must_use]
    pub fn position(&self, offset: TextSize) -> Position {
        let offset = u32::from(offset).min(to_u32(self.text.len()));
        let Some((start, text, segment)) = self.segment(|start| start.offset <= offset) else {
            return Position { line: 1, column: 1, offset, utf16: 0 };
        };
        let inside = segment.lines(text).position(text, TextSize::new(offset.saturating_sub(start.offset)));
        let carried = if inside.line == 1 { start.column } else { 0 };
        Position {
            line: start.line.saturating_add(inside.line),
            column: carried.saturating_add(inside.column),
            offset: start.offset.saturating_add(inside.offset),
            utf16: start.utf16.saturating_add(inside.utf16),
        }
    }

    /// The byte offset of an offset in UTF-16 units; `None` beyond the end or inside a surrogate pair.
    #[must_use]
    pub fn offset_of_utf16(&self, utf16: u32) -> Option<TextSize> {
        let (offset, is_exact) = self.offset_near(utf16)?;
        is_exact.then_some(offset)
    }

    /// The byte offset of a line and a column, as [`LineIndex::offset_in_line`] returns it.
    #[must_use]
    pub fn offset_in_line(&self, line: u32, column: u32) -> TextSize {
        let end = TextSize::new(to_u32(self.text.len()));
        let Some(start) = self.line_start(line.saturating_sub(1)) else { return end };
        let utf16 = self.position(TextSize::new(start)).utf16.saturating_add(column.saturating_sub(1));
        let offset = self.offset_near(utf16).map_or(end, |(offset, _)| offset);
        offset.min(TextSize::new(to_u32(shown_end(self.text, start as usize))))
    }

    /// The byte offset of a line, counted from 0.
    fn line_start(&self, line: u32) -> Option<u32> {
        let Some((start, text, segment)) = self.segment(|start| start.line < line) else { return Some(0) };
        let inside = segment.lines(text).line_start(line.saturating_sub(start.line))?;
        Some(start.offset.saturating_add(inside))
    }

    /// The last character start at or before an offset in UTF-16 units, and whether it is at the offset.
    fn offset_near(&self, utf16: u32) -> Option<(TextSize, bool)> {
        let (start, text, segment) = self.segment(|start| start.utf16 <= utf16)?;
        let wanted = utf16.saturating_sub(start.utf16);
        let lines = segment.lines(text);
        let inside = lines.offset_of_utf16(text, wanted);
        let is_exact = lines.position(text, inside).utf16 == wanted;
        Some((TextSize::new(start.offset.saturating_add(u32::from(inside))), is_exact))
    }

    /// Returns the last segment whose start satisfies `wanted`, with its bytes.
    fn segment(&self, wanted: impl Fn(&Start) -> bool) -> Option<(Start, &'t [u8], &'t Segment)> {
        let index = self.starts.partition_point(wanted).checked_sub(1)?;
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index.saturating_add(1)).map_or(to_u32(self.text.len()), |next| next.offset);
        Some((start, slice(self.text, start.offset, end), self.segments.get(index)?))
    }
}

fn slice(text: &[u8], start: u32, end: u32) -> &[u8] {
    text.get(start as usize..end as usize).unwrap_or_default()
}
