//! Byte offsets to lines and columns, and back.

use text_size::TextSize;

/// A position as editors show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in UTF-16 units.
    pub column: u32,
    /// Bytes from the start of the file.
    pub offset: u32,
    /// UTF-16 units from the start of the file.
    pub utf16: u32,
}

/// Where the lines of a text start. Lines end with `\n`; bytes that are no UTF-8 count as U+FFFD.
#[derive(Debug, Clone)]
pub struct LineIndex {
    /// Start of each line: bytes and UTF-16 units.
    lines: Vec<(u32, u32)>,
    ascii: bool,
}

impl LineIndex {
    /// Indexes a text in one pass.
    #[must_use]
    pub fn new(text: &[u8]) -> Self {
        let ascii = text.is_ascii();
        let mut lines = vec![(0, 0)];
        let (mut last, mut units) = (0_usize, 0_u32);
        for end in memchr::memchr_iter(b'\n', text) {
            let next = end.saturating_add(1);
            let line = text.get(last..next).unwrap_or_default();
            units = units.saturating_add(if ascii { to_u32(line.len()) } else { utf16_len(line) });
            lines.push((to_u32(next), units));
            last = next;
        }
        LineIndex { lines, ascii }
    }

    /// Number of lines, an empty last one included.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.lines.len()
    }

    /// The position of a byte offset in the text that was indexed.
    #[must_use]
    pub fn position(&self, text: &[u8], offset: TextSize) -> Position {
        let offset = u32::from(offset).min(to_u32(text.len()));
        let line = self.lines.partition_point(|&(start, _)| start <= offset).saturating_sub(1);
        let (start, units) = self.lines.get(line).copied().unwrap_or_default();
        let before = text.get(start as usize..offset as usize).unwrap_or_default();
        let column = if self.ascii { to_u32(before.len()) } else { utf16_len(before) };
        Position {
            line: to_u32(line).saturating_add(1),
            column: column.saturating_add(1),
            offset,
            utf16: units.saturating_add(column),
        }
    }

    /// The byte offset of a UTF-16 offset from the start of the file; inside a surrogate pair the character's start.
    #[must_use]
    pub fn offset_of_utf16(&self, text: &[u8], utf16: u32) -> TextSize {
        if self.ascii {
            return TextSize::new(utf16.min(to_u32(text.len())));
        }
        let line = self.lines.partition_point(|&(_, units)| units <= utf16).saturating_sub(1);
        let (start, mut units) = self.lines.get(line).copied().unwrap_or_default();
        let mut offset = start as usize;
        for chunk in text.get(offset..).unwrap_or_default().utf8_chunks() {
            for character in chunk.valid().chars() {
                units = units.saturating_add(to_u32(character.len_utf16()));
                if units > utf16 {
                    return TextSize::new(to_u32(offset));
                }
                offset = offset.saturating_add(character.len_utf8());
            }
            if units >= utf16 || chunk.invalid().is_empty() {
                break;
            }
            units = units.saturating_add(1);
            offset = offset.saturating_add(chunk.invalid().len());
        }
        TextSize::new(to_u32(offset.min(text.len())))
    }
}

fn utf16_len(text: &[u8]) -> u32 {
    if text.is_ascii() {
        return to_u32(text.len());
    }
    let chunks = text.utf8_chunks().map(|chunk| {
        let valid: usize = chunk.valid().chars().map(char::len_utf16).sum();
        valid.saturating_add(usize::from(!chunk.invalid().is_empty()))
    });
    to_u32(chunks.sum())
}

fn to_u32(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_utf16_units() {
        let text = "a\nä😀b\nc".as_bytes();
        let index = LineIndex::new(text);
        let at = |offset| index.position(text, TextSize::new(offset));
        assert_eq!((at(0).line, at(0).column), (1, 1));
        let b = at(8);
        assert_eq!((b.line, b.column, b.offset, b.utf16), (2, 4, 8, 5));
        assert_eq!(index.offset_of_utf16(text, 5), TextSize::new(8));
        assert_eq!(index.offset_of_utf16(text, 7), TextSize::new(10));
    }
}
