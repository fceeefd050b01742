//! Lengths in UTF-16 units.

/// The length of a text in UTF-16 units. It counts eight bytes at a time: one unit for each byte that starts a
/// character, and one more for each that starts a character of four bytes.
#[must_use]
pub(crate) fn utf16_len(text: &str) -> usize {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let mut last = [0; 8];
    last.iter_mut().zip(rest).for_each(|(to, byte)| *to = *byte);
    let (mut inner, mut wide) = (0_usize, 0_usize);
    for word in words.iter().chain([&last]) {
        let word = u64::from_le_bytes(*word);
        let (second, third, fourth) = (word << 1, word << 2, word << 3);
        inner = inner.saturating_add((word & !second & HIGH).count_ones() as usize);
        wide = wide.saturating_add((word & second & third & fourth & HIGH).count_ones() as usize);
    }
    text.len().saturating_sub(inner).saturating_add(wide)
}

/// The length of bytes in UTF-16 units. Invalid UTF-8 counts as U+FFFD, one for each sequence that
/// `String::from_utf8_lossy` and browsers replace.
pub(crate) fn utf16_len_lossy(text: &[u8]) -> usize {
    if let Ok(text) = std::str::from_utf8(text) {
        return utf16_len(text);
    }
    let chunks = text.utf8_chunks();
    chunks.map(|chunk| utf16_len(chunk.valid()).saturating_add(usize::from(!chunk.invalid().is_empty()))).sum()
}

pub(crate) fn to_u32(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_units_are_counted_as_by_the_standard_library() {
        let text = "aé€😀\u{10FFFF}\u{FFFF}\n\u{80}\u{7FF}\u{800}z0123456789😀é";
        for (at, _) in text.char_indices() {
            for (end, _) in text.char_indices().filter(|(end, _)| *end >= at) {
                let part = &text[at..end];
                assert_eq!(utf16_len(part), part.encode_utf16().count(), "{part:?}");
            }
        }
    }
}
