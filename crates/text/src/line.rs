//! The line around an offset of a text that is not indexed. Lines end with `\n`, except where positions are shown:
//! [`line_starts`].

use std::ops::Range;

/// The start of the line that contains `at`.
#[must_use]
pub fn line_start(text: &[u8], at: usize) -> usize {
    memchr::memrchr(b'\n', text.get(..at).unwrap_or_default()).map_or(0, |end| end.saturating_add(1))
}

/// The start of the next line, or the end of the text.
#[must_use]
pub fn next_line(text: &[u8], at: usize) -> usize {
    let end = memchr::memchr(b'\n', text.get(at..).unwrap_or_default());
    end.map_or(text.len(), |end| at.saturating_add(end).saturating_add(1))
}

/// The end of the line that contains `at`, before its line break (`\n` or `\r\n`; at the end of the text also `\r`).
#[must_use]
pub fn line_end(text: &[u8], at: usize) -> usize {
    let line = text.get(at..next_line(text, at)).unwrap_or_default();
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    at.saturating_add(line.strip_suffix(b"\r").unwrap_or(line).len())
}

/// The column of an offset in bytes, from 1. An offset after the end is the end.
#[must_use]
pub fn byte_column(text: &[u8], at: usize) -> usize {
    at.min(text.len()).saturating_sub(line_start(text, at)).saturating_add(1)
}

/// The starts of all lines but the first. As in editors, the language server protocol and YAML, lines end with `\n`, `\r\n`
/// or `\r`.
pub(crate) fn line_starts(text: &[u8]) -> impl Iterator<Item = usize> {
    let is_end = |at: &usize| text.get(*at..at.saturating_add(2)) != Some(b"\r\n");
    memchr::memchr2_iter(b'\n', b'\r', text).filter(is_end).map(|at| at.saturating_add(1))
}

/// The end of the line of [`line_starts`] that contains `at`, before its line break.
pub(crate) fn shown_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    memchr::memchr2(b'\n', b'\r', rest).map_or(text.len(), |length| at.saturating_add(length))
}

/// The line that contains `at`, as positions count lines, without its line break.
#[must_use]
pub fn shown_line(text: &[u8], at: usize) -> Range<usize> {
    let before = text.get(..at).unwrap_or_default();
    // Between `\r` and `\n`, the line has not ended.
    let before = if text.get(at) == Some(&b'\n') { before.strip_suffix(b"\r").unwrap_or(before) } else { before };
    let start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |end| end.saturating_add(1));
    start..shown_end(text, before.len())
}
