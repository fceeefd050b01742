//! Lines by their first bytes.

/// The first line after the one at `at` that starts with `start`: where it starts, in bytes.
#[must_use]
pub fn line_with_start(text: &[u8], at: usize, start: &[u8]) -> Option<usize> {
    let rest = text.get(at..)?;
    let lines = memchr::memchr_iter(b'\n', rest).map(|length| length.saturating_add(1));
    let found = lines.into_iter().find(|&line| rest.get(line..).is_some_and(|line| line.starts_with(start)))?;
    at.checked_add(found)
}
