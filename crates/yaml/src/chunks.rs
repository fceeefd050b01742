//! Splits a YAML file into chunks: finds where its documents start and end without parsing them.
#![allow(
    clippy::arithmetic_side_effects,
    reason = "positions are bounded by the file length, which stays below isize::MAX"
)]

use std::ops::Range;

use olmkit_scan::lines::separator;

/// A chunk of a YAML file: the text between two separators. Offsets are in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunk {
    /// The start. A separator that directly follows another one, or the start of the file, is the first line of the
    /// chunk.
    pub start: usize,
    /// The end (exclusive): the start of the separator that ends the chunk, or the end of the file.
    pub end: usize,
    /// The range, without the line break, of a separator line with text other than a comment after the dashes.
    /// operator-registry rejects it together with the chunk that it ends.
    pub bad_separator: Option<(usize, usize)>,
}

/// An iterator over the chunks of a YAML file, at the speed of a byte search: see [`chunks`].
#[derive(Debug, Clone)]
pub struct Chunks<'s> {
    bytes: &'s [u8],
    /// The start of the next line.
    at: usize,
}

/// The chunks of a YAML file, for incremental work: a chunk whose bytes did not change has the same content as before.
///
/// A line that starts with `---` ends a chunk that has lines, and is dropped; otherwise it becomes the first line of
/// the chunk, as in apimachinery's `YAMLReader`. Only whitespace and a comment may follow the dashes. With a bad
/// separator at its start a chunk may be empty (`start == end`). A file in JSON mode has no chunks: see [`is_json`].
#[must_use]
pub fn chunks(bytes: &[u8]) -> Chunks<'_> {
    Chunks::new(bytes, 0)
}

/// Whether a file is read as JSON: its first character after whitespace is `{`, within the first 4096 bytes.
#[must_use]
pub fn is_json(bytes: &[u8]) -> bool {
    const GUESS: usize = 4096;
    let mut rest = bytes.get(..GUESS).unwrap_or(bytes).trim_ascii_start();
    // Whitespace beyond ASCII, and the vertical tab.
    while let Some((character, after)) = first_char(rest)
        && character.is_whitespace()
    {
        rest = after;
    }
    rest.first() == Some(&b'{')
}

/// Whether a file is a stream of YAML chunks that can be read independently.
#[must_use]
pub fn is_chunked(bytes: &[u8]) -> bool {
    !is_json(bytes) && !bytes.starts_with(b"\xFE\xFF") && !bytes.starts_with(b"\xFF\xFE")
}

/// Splits a file into ranges of at least about `size` bytes, in order, that contain whole chunks. Reading the ranges
/// one by one ([`Reader::part`]) gives the same documents as reading the file. Offsets are in bytes. A file without
/// chunks is one range.
///
/// [`Reader::part`]: crate::Reader::part
#[must_use]
pub fn parts(bytes: &[u8], size: usize) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0_usize;
    if is_chunked(bytes) {
        while let Some(end) = cut(bytes, start.saturating_add(size.max(1))) {
            parts.push(start..end);
            start = end;
        }
    }
    parts.push(start..bytes.len());
    parts
}

/// The end of the first separator line after `near` that certainly ends a chunk, because the line before it is not a
/// separator.
fn cut(bytes: &[u8], near: usize) -> Option<usize> {
    let mut at = near;
    loop {
        at = separator(bytes, at)?;
        let before = bytes.get(..at.saturating_sub(1))?;
        let start = memchr::memrchr(b'\n', before).map_or(0, |found| found + 1);
        if !before.get(start..)?.starts_with(b"---") {
            return Some(Chunks::new(bytes, at).line_end(at));
        }
    }
}

/// The end of the last separator line that certainly ends a chunk, however the text continues. `None` if there is none
/// after the first two lines.
#[must_use]
pub fn last_cut(bytes: &[u8]) -> Option<usize> {
    // Documents are long, so the search goes backward in windows.
    const WINDOW: usize = 1 << 12;
    let mut end = memchr::memrchr(b'\n', bytes)?;
    while end > 0 {
        let start = end.saturating_sub(WINDOW);
        if let Some(found) = last_cut_between(bytes, start, end) {
            return Some(found);
        }
        end = start;
    }
    None
}

/// Like [`last_cut`], for separator lines after line breaks in `start..end`.
fn last_cut_between(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    let (mut at, mut found) = (start, None);
    while let Some(line) = separator(bytes, at).filter(|line| *line <= end) {
        let before = bytes.get(..line - 1)?;
        let own_start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        if line > 1 && !before.get(own_start..)?.starts_with(b"---") {
            found = Some(Chunks::new(bytes, line).line_end(line));
        }
        at = line;
    }
    found.filter(|found| bytes.get(found - 1) == Some(&b'\n'))
}

/// The first character and the remaining text. `None` at the end and before bytes that are not UTF-8.
pub(crate) fn first_char(text: &[u8]) -> Option<(char, &[u8])> {
    let head = text.get(..4).unwrap_or(text);
    let character = head.utf8_chunks().next()?.valid().chars().next()?;
    Some((character, text.get(character.len_utf8()..).unwrap_or_default()))
}

impl<'s> Chunks<'s> {
    /// The chunks from `at` on, which must be the start of a line or of the text that is read.
    pub(crate) fn new(bytes: &'s [u8], at: usize) -> Self {
        Chunks { bytes: bytes.get(..read_end(bytes, at)).unwrap_or(bytes), at }
    }

    /// The end of the line at `at`, including its line break.
    fn line_end(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        memchr::memchr(b'\n', rest).map_or(self.bytes.len(), |length| at + length + 1)
    }

    /// The next line after the one at `at` that starts with `---`.
    fn next_separator(&self, at: usize) -> Option<usize> {
        separator(self.bytes, at)
    }
}

impl Iterator for Chunks<'_> {
    type Item = Chunk;

    fn next(&mut self) -> Option<Chunk> {
        let (start, mut at) = (self.at, self.at);
        if start >= self.bytes.len() {
            return None;
        }
        if !self.bytes.get(at..).unwrap_or_default().starts_with(b"---") {
            match self.next_separator(at) {
                Some(found) => at = found,
                None => at = self.bytes.len(),
            }
        }
        while at < self.bytes.len() {
            let line_end = self.line_end(at);
            let bad_separator = bad_separator(self.bytes, at, line_end);
            if at > start || bad_separator.is_some() {
                self.at = line_end;
                return Some(Chunk { start, end: at, bad_separator });
            }
            at = self.next_separator(line_end.saturating_sub(1)).unwrap_or(self.bytes.len());
        }
        self.at = self.bytes.len();
        Some(Chunk { start, end: at, bad_separator: None })
    }
}

/// The end of what operator-registry reads. Its reader reads a line in pieces of 4096 bytes, and loses a last line without
/// a line break that ends with such a piece. A bad separator is reported before that.
fn read_end(bytes: &[u8], at: usize) -> usize {
    const PIECE: usize = 4096;
    let line = memchr::memrchr(b'\n', bytes).map_or(0, |found| found + 1).max(at);
    let mut rest = bytes.get(line..).unwrap_or_default();
    let is_bad_separator = || rest.starts_with(b"---") && bad_separator(bytes, line, bytes.len()).is_some();
    if rest.len() < PIECE || is_bad_separator() {
        return bytes.len();
    }
    while let Some((piece, after)) = rest.split_at_checked(PIECE) {
        // It returns a carriage return at the end of a piece, because a line feed could follow.
        rest = if piece.ends_with(b"\r") { rest.get(PIECE - 1..).unwrap_or_default() } else { after };
    }
    if rest.is_empty() { line } else { bytes.len() }
}

/// The range of the separator line at `at`, if text other than a comment follows the dashes.
fn bad_separator(bytes: &[u8], at: usize, line_end: usize) -> Option<(usize, usize)> {
    let after = bytes.get(at + 3..line_end).unwrap_or_default();
    if after.trim_ascii().is_empty() {
        return None;
    }
    let text = String::from_utf8_lossy(after);
    let text = text.trim();
    if text.is_empty() || text.starts_with('#') {
        return None;
    }
    let line = bytes.get(at..line_end).unwrap_or_default().trim_ascii_end();
    Some((at, at + line.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(file: &str) -> Vec<String> {
        let show = |chunk: Chunk| {
            let text = &file[chunk.start..chunk.end];
            chunk.bad_separator.map_or(text.to_owned(), |(start, end)| format!("{text}!{}", &file[start..end]))
        };
        chunks(file.as_bytes()).map(show).collect()
    }

    #[test]
    fn parts_have_the_chunks_of_the_whole() {
        let lines = ["a\n", "---\n", "--- # c\r\n", "--- x\n", "----\n", " ---\n", "\n", "{b: c}\n", "---"];
        let count = lines.len();
        for seed in 0..count.pow(5) {
            let file: String = (0..5_u32).map(|at| lines[seed / count.pow(at) % count]).collect();
            let bytes = file.as_bytes();
            let whole: Vec<Chunk> = chunks(bytes).collect();
            for size in [1, 4, 9] {
                let parts = parts(bytes, size);
                assert_eq!((parts[0].start, parts[parts.len() - 1].end), (0, bytes.len()));
                assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
                let read: Vec<Chunk> =
                    parts.into_iter().flat_map(|part| Chunks::new(&bytes[..part.end], part.start)).collect();
                assert!(!is_chunked(bytes) || read == whole, "{file:?} in parts of {size}: {read:?}, not {whole:?}");
            }
        }
    }

    /// Reference implementation of [`last_cut`], line by line from the end.
    fn last_cut_by_lines(bytes: &[u8]) -> Option<usize> {
        let mut end = memchr::memrchr(b'\n', bytes)?;
        loop {
            let before = memchr::memrchr(b'\n', &bytes[..end]).filter(|before| *before > 0)?;
            let line_before = memchr::memrchr(b'\n', &bytes[..before]).map_or(0, |found| found + 1);
            if bytes[before + 1..end].starts_with(b"---") && !bytes[line_before..before].starts_with(b"---") {
                return Some(end + 1);
            }
            end = before;
        }
    }

    #[test]
    fn the_last_cut_is_found_at_every_position() {
        let lines = ["a\n", "---\n", "--- # c\n", "\n", " ---\n", "---"];
        for seed in 0..lines.len().pow(5) {
            let file: String = (0..5_u32).map(|at| lines[seed / lines.len().pow(at) % lines.len()]).collect();
            assert_eq!(last_cut(file.as_bytes()), last_cut_by_lines(file.as_bytes()), "{file:?}");
        }
        for length in (4080..4110).chain(8180..8200) {
            for filler in ["x", "\n", "y: z\n", "---\n"] {
                let file = format!("a\n---\n{}\nend", &filler.repeat(length)[..length]);
                assert_eq!(last_cut(file.as_bytes()), last_cut_by_lines(file.as_bytes()), "{length} {filler:?}");
            }
        }
    }

    #[test]
    fn a_last_line_of_whole_pieces_is_lost() {
        let read = |file: &str| texts(file).into_iter().map(|text| text.len()).collect::<Vec<_>>();
        for length in [4096, 8192] {
            let line = "x".repeat(length);
            assert_eq!(read(&format!("a\n---\n{line}")), [2]);
            assert_eq!(read(&format!("a\n{line}")), [2]);
            assert_eq!(read(&line), [0; 0]);
            assert_eq!(read(&format!("{line}x")), [length + 1]);
            assert_eq!(read(&format!("{line}\n")), [length + 1]);
            assert_eq!(read(&format!("{}\r", &line[1..])), [length], "a line feed could follow");
            assert_eq!(texts(&format!("a\n---{}", &line[3..]))[0], format!("a\n!---{}", &line[3..]));
        }
    }

    #[test]
    fn files_without_chunks_are_one_part() {
        for file in ["{\"a\": 1}\n---\nb\n---\nc\n", "\u{feff}", ""] {
            assert_eq!(parts(file.as_bytes(), 1), std::slice::from_ref(&(0..file.len())), "{file:?}");
        }
        assert_eq!(parts(b"\xFE\xFFa\n---\nb\n---\n", 1).len(), 1);
        assert_eq!(parts(b"a\n---\nb\n---\nc\n", 1), [0..6, 6..12, 12..14]);
    }

    #[test]
    fn separators_end_chunks_that_have_lines() {
        assert_eq!(texts("a\n---\nb\n"), ["a\n", "b\n"]);
        assert_eq!(texts("---\na\n--- # c\r\nb"), ["---\na\n", "b"]);
        assert_eq!(texts("a\n---\n"), ["a\n"]);
        assert_eq!(texts("a\n---"), ["a\n"]);
        assert_eq!(texts("a\n---\n\n"), ["a\n", "\n"]);
        assert_eq!(texts(" ---\nb---\n"), [" ---\nb---\n"]);
        assert_eq!(texts(""), [""; 0]);
    }

    #[test]
    fn of_two_separators_the_second_belongs_to_what_follows() {
        assert_eq!(texts("---\n---\na\n"), ["---\n", "a\n"]);
        assert_eq!(texts("a\n---\n---\nb\n"), ["a\n", "---\nb\n"]);
        assert_eq!(texts("a\n---\n---\n---\nb\n"), ["a\n", "---\n", "b\n"]);
        assert_eq!(texts("---\n"), ["---\n"]);
        assert_eq!(texts("---"), ["---"]);
    }

    #[test]
    fn text_after_the_dashes_is_not_a_separator() {
        assert_eq!(texts("a\n--- b\nc\n"), ["a\n!--- b", "c\n"]);
        assert_eq!(texts("----\nc\n"), ["!----", "c\n"]);
        assert_eq!(texts("---\n----\nc"), ["---\n!----", "c"]);
        assert_eq!(texts("a\n---\u{a0}\u{2003}#\nb"), ["a\n", "b"]);
        // Line breaks `\r`: the whole file is one line.
        assert_eq!(texts("---\ra\r---\rb\r"), ["!---\ra\r---\rb"]);
        assert_eq!(texts("a\r---\rb\r"), ["a\r---\rb\r"]);
    }

    #[test]
    fn json_is_recognized_by_its_first_character() {
        assert!(is_json(b"{"));
        assert!(is_json("\u{a0}\x0b\n {".as_bytes()));
        assert!(!is_json(b""));
        assert!(!is_json(b"[{"));
        assert!(!is_json(b"\xEF\xBB\xBF{"));
        assert!(!is_json(b"\xFF{"));
        assert!(is_json(format!("{}{{", " ".repeat(4095)).as_bytes()));
        assert!(!is_json(format!("{}{{", " ".repeat(4096)).as_bytes()));
    }
}
