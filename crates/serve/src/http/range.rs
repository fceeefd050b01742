//! The header `Range` as Go's file server reads it.

use std::ops::Range;

/// What parts a request wants.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Parts {
    /// All of it, as one.
    Whole,
    Some(Vec<Range<usize>>),
    /// Go's text.
    Invalid(&'static str),
}

pub(super) fn parts(header: &str, size: usize) -> Parts {
    let Some(list) = header.strip_prefix("bytes=") else { return Parts::Invalid("invalid range") };
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut is_beyond = false;
    for part in list.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match one(part, size) {
            None => return Parts::Invalid("invalid range"),
            Some(range) if range.start >= size && size > 0 || range.start > range.end => is_beyond = true,
            Some(range) => found.push(range),
        }
    }
    if is_beyond && found.is_empty() {
        return Parts::Invalid("invalid range: failed to overlap");
    }
    // Whoever asks for more than there is, in pieces, gets all of it in one.
    let total = found.iter().fold(0_usize, |sum, range| sum.saturating_add(range.len()));
    if found.is_empty() || total > size { Parts::Whole } else { Parts::Some(found) }
}

fn one(part: &str, size: usize) -> Option<Range<usize>> {
    let (start, end) = part.split_once('-').map(|(start, end)| (start.trim(), end.trim()))?;
    let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u64>().ok()).flatten();
    let within = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    if start.is_empty() {
        let last = within(number(end)?);
        return Some(size.saturating_sub(last)..size);
    }
    let start = within(number(start)?);
    if start >= size {
        return Some(size..size);
    }
    let end = if end.is_empty() { size } else { within(number(end)?).saturating_add(1).min(size) };
    (start < end).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        const NONE: Parts = Parts::Invalid("invalid range: failed to overlap");
        let some = |ranges: &[(usize, usize)]| Parts::Some(ranges.iter().map(|(start, end)| *start..*end).collect());
        let cases = [
            ("bytes=0-9", some(&[(0, 10)])),
            ("bytes=5-", some(&[(5, 100)])),
            ("bytes=-5", some(&[(95, 100)])),
            ("bytes=-500", some(&[(0, 100)])),
            ("bytes=90-500", some(&[(90, 100)])),
            ("bytes=0-1, 4-5,", some(&[(0, 2), (4, 6)])),
            ("bytes=200-", NONE),
            ("bytes=200-,0-0", some(&[(0, 1)])),
            ("bytes=0-,0-", Parts::Whole),
            ("bytes=", Parts::Whole),
            ("bytes=9-2", Parts::Invalid("invalid range")),
            ("bytes=a-2", Parts::Invalid("invalid range")),
            ("bytes=5", Parts::Invalid("invalid range")),
            ("lines=0-1", Parts::Invalid("invalid range")),
        ];
        for (header, expected) in cases {
            assert_eq!(parts(header, 100), expected, "{header}");
        }
    }
}
