//! Converts byte offsets of a file to lines, columns and UTF-16 offsets.
//!
//! The unit is the segment: the bytes from the start of one document to the start of the next. The measurement of a
//! segment is kept with it, so only changed segments are measured again after an edit.

use std::cell::{Cell, OnceCell};

use olmkit_text::LineIndex;
use olmkit_yaml::TextSize;

use crate::api::Position;

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
pub(crate) struct Segment {
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
    let newlines = to_u32(memchr::memchr_iter(b'\n', text).count());
    let tail = memchr::memrchr(b'\n', text).map_or(text, |at| text.get(at.saturating_add(1)..).unwrap_or_default());
    Measure { newlines, utf16: utf16_len(text), tail: utf16_len(tail) }
}

/// The length in UTF-16 units. A run of bytes that is not valid UTF-8 counts as one unit, because decoders replace it
/// with one.
pub(crate) fn utf16_len(text: &[u8]) -> u32 {
    if let Ok(text) = std::str::from_utf8(text) {
        return to_u32(olmkit_text::utf16_len(text));
    }
    let chunks = text.utf8_chunks().map(|chunk| {
        let valid: usize = chunk.valid().chars().map(char::len_utf16).sum();
        valid.saturating_add(usize::from(!chunk.invalid().is_empty()))
    });
    to_u32(chunks.sum())
}

pub(crate) fn to_u32(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
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

/// Positions in a file. Valid until the text changes.
pub(crate) struct Places<'f> {
    text: &'f [u8],
    segments: Segments<'f>,
    starts: Vec<Start>,
}

/// The segments of a file.
enum Segments<'f> {
    /// Kept with the documents of an open file.
    Kept(Vec<&'f Segment>),
    /// The whole file, measured for one conversion.
    #[cfg(any(feature = "bundle", test))]
    Whole(Box<Segment>),
}

impl<'f> Places<'f> {
    /// The segments cover the text without gaps. Each is given with the offset of its first byte.
    pub(crate) fn new(text: &'f [u8], segments: impl Iterator<Item = (u32, &'f Segment)>) -> Self {
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
        Places { text, segments: Segments::Kept(segments), starts }
    }

    /// Treats the whole text as one segment.
    #[cfg(any(feature = "bundle", test))]
    pub(crate) fn whole(text: &'f [u8]) -> Self {
        Places { text, segments: Segments::Whole(Box::default()), starts: vec![Start::default()] }
    }

    /// Converts a byte offset to a position. An offset beyond the end is the end.
    pub(crate) fn position(&self, offset: u32) -> Position {
        let offset = offset.min(to_u32(self.text.len()));
        let Some((start, text, segment)) = self.segment(|start| start.offset <= offset) else {
            return Position { line: 1, column: 1, offset, utf16: 0 };
        };
        let inside = segment.lines(text).position(text, TextSize::new(offset.saturating_sub(start.offset)));
        let carried = if inside.line == 1 { start.column } else { 0 };
        Position {
            line: start.line.saturating_add(inside.line),
            column: carried.saturating_add(inside.column),
            offset,
            utf16: start.utf16.saturating_add(inside.utf16),
        }
    }

    /// Returns the byte offset of a UTF-16 offset; `None` beyond the end or inside a surrogate pair.
    pub(crate) fn byte_of_utf16(&self, utf16: u32) -> Option<u32> {
        let (start, text, segment) = self.segment(|start| start.utf16 <= utf16)?;
        let wanted = utf16.saturating_sub(start.utf16);
        let lines = segment.lines(text);
        let inside = lines.offset_of_utf16(text, wanted);
        let exact = lines.position(text, inside).utf16 == wanted;
        exact.then(|| start.offset.saturating_add(u32::from(inside)))
    }

    /// Returns the last segment whose start satisfies `wanted`, with its bytes.
    fn segment(&self, wanted: impl Fn(&Start) -> bool) -> Option<(Start, &'f [u8], &Segment)> {
        let index = self.starts.partition_point(wanted).checked_sub(1)?;
        let start = *self.starts.get(index)?;
        let end = self.starts.get(index.saturating_add(1)).map_or(to_u32(self.text.len()), |next| next.offset);
        let segment = match &self.segments {
            Segments::Kept(segments) => *segments.get(index)?,
            #[cfg(any(feature = "bundle", test))]
            Segments::Whole(segment) => segment.as_ref(),
        };
        Some((start, slice(self.text, start.offset, end), segment))
    }
}

fn slice(text: &[u8], start: u32, end: u32) -> &[u8] {
    text.get(start as usize..end as usize).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_one_index_of_the_whole_text() {
        let text = "a: 1\n---\nä😀: \u{FF}b\n---\n{}{ } {\"x\":\n1}\nlast".as_bytes();
        let whole = LineIndex::new(text);
        let cuts = [0_u32, 9, 22, 26, 28, 32];
        let segments = vec![Segment::default(); cuts.len()];
        let places = Places::new(text, cuts.iter().copied().zip(&segments));
        let boundaries = std::str::from_utf8(text).unwrap().char_indices().map(|(at, _)| to_u32(at));
        for offset in boundaries.chain([to_u32(text.len())]) {
            let expected = whole.position(text, TextSize::new(offset));
            let found = places.position(offset);
            assert_eq!(
                (found.line, found.column, found.offset, found.utf16),
                (expected.line, expected.column, expected.offset, expected.utf16),
                "at byte {offset}"
            );
            assert_eq!(places.byte_of_utf16(found.utf16), Some(offset));
        }
        let one = Places::whole(text);
        assert_eq!([0, 7, 20, 41].map(|at| one.position(at)), [0, 7, 20, 41].map(|at| places.position(at)));
        assert_eq!(places.byte_of_utf16(1_000), None);
        assert_eq!(places.byte_of_utf16(11), None, "inside the surrogate pair");
    }
}
