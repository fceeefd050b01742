//! Parses the `Range` header as Go's file server does.

use std::ops::Range;

/// The ranges that a request selects.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Parts {
    /// The whole content, without ranges.
    Whole,
    Some(Vec<Range<usize>>),
    /// The header is not valid.
    Invalid,
    /// No range has a part of the content.
    NoOverlap,
}

pub(super) fn parts(header: &str, size: usize) -> Parts {
    let Some(list) = header.strip_prefix("bytes=") else { return Parts::Invalid };
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut is_beyond = false;
    for part in list.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match one(part, size) {
            None => return Parts::Invalid,
            Some(None) => is_beyond = true,
            Some(Some(range)) => found.push(range),
        }
    }
    // A range cannot be beyond the end of empty content, which is sent as a whole.
    if is_beyond && found.is_empty() && size > 0 {
        return Parts::NoOverlap;
    }
    // Ranges that are together longer than the content select the whole content.
    let total = found.iter().fold(0_usize, |sum, range| sum.saturating_add(range.len()));
    if found.is_empty() || total > size { Parts::Whole } else { Parts::Some(found) }
}

/// Parses a range. The outer `None` means that it is not valid, the inner `None` that it starts beyond the end. The
/// range can be empty at the end.
#[allow(clippy::option_option, reason = "invalid, beyond the end, and a range are three answers")]
fn one(part: &str, size: usize) -> Option<Option<Range<usize>>> {
    let (start, end) = part.split_once('-').map(|(start, end)| (start.trim(), end.trim()))?;
    let number = |text: &str| {
        let number = text.parse::<i64>().ok().filter(|number| *number >= 0 && !text.starts_with('-'))?;
        Some(usize::try_from(number).unwrap_or(usize::MAX))
    };
    if start.is_empty() {
        return Some(Some(size.saturating_sub(number(end)?)..size));
    }
    let start = number(start)?;
    if start >= size {
        return Some(None);
    }
    let end = if end.is_empty() { size } else { number(end)?.saturating_add(1).min(size) };
    (start < end).then_some(Some(start..end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let some = |ranges: &[(usize, usize)]| Parts::Some(ranges.iter().map(|(start, end)| *start..*end).collect());
        let cases = [
            ("bytes=0-9", some(&[(0, 10)])),
            ("bytes=5-", some(&[(5, 100)])),
            ("bytes=-5", some(&[(95, 100)])),
            ("bytes=-500", some(&[(0, 100)])),
            ("bytes=90-500", some(&[(90, 100)])),
            ("bytes=0-1, 4-5,", some(&[(0, 2), (4, 6)])),
            ("bytes=200-", Parts::NoOverlap),
            ("bytes=200-,0-0", some(&[(0, 1)])),
            ("bytes=0-,0-", Parts::Whole),
            ("bytes=", Parts::Whole),
            ("bytes=200-x", Parts::NoOverlap),
            ("bytes=-0", some(&[(100, 100)])),
            ("bytes=+5-+9", some(&[(5, 10)])),
            ("bytes=9-2", Parts::Invalid),
            ("bytes=a-2", Parts::Invalid),
            ("bytes=5", Parts::Invalid),
            ("bytes=--5", Parts::Invalid),
            ("bytes=0-9223372036854775808", Parts::Invalid),
            ("lines=0-1", Parts::Invalid),
        ];
        for (header, expected) in cases {
            assert_eq!(parts(header, 100), expected, "{header}");
        }
        assert_eq!(parts("bytes=0-9", 0), Parts::Whole);
        assert_eq!(parts("bytes=-5", 0), some(&[(0, 0)]));
    }
}
