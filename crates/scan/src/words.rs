//! Searches that usually end after a few bytes: eight bytes are compared at a time. Positions and lengths are in bytes.

/// Whether a text starts with `content` spaces that are not followed by a line break. The spaces are compared eight at
/// a time.
#[must_use]
pub fn is_indented(text: &[u8], content: usize) -> bool {
    let Some((indent, rest)) = text.split_at_checked(content) else { return false };
    let (words, last) = indent.as_chunks::<8>();
    let is_blank = words.iter().all(|word| *word == [b' '; 8]) && last.iter().all(|byte| *byte == b' ');
    is_blank && rest.first().is_some_and(|byte| !matches!(byte, b'\n' | b' '))
}

/// The number of spaces at the start of the text.
#[must_use]
pub fn spaces(text: &[u8]) -> usize {
    let mut count = 0;
    while let Some(word) = word(text, count) {
        let differs = word ^ repeat(b' ');
        if differs != 0 {
            return count + (differs.trailing_zeros() / 8) as usize;
        }
        count += 8;
    }
    let rest = text.get(count..).unwrap_or_default();
    count + rest.iter().take_while(|&&b| b == b' ').count()
}

/// Most matches are near: within this distance, steps of eight bytes are faster than a call of a vectorized search.
const NEAR: usize = 96;

/// The first line break, colon or `#`. An asterisk before it may be returned instead.
#[must_use]
pub fn stop_byte(text: &[u8]) -> Option<usize> {
    // Line breaks, colons and asterisks differ only in these bits.
    const BREAKS_AND_COLONS: u64 = repeat(!(b'\n' ^ b':'));
    let marks = |word: u64| zeros((word & BREAKS_AND_COLONS) ^ repeat(b'\n')) | zeros(word ^ repeat(b'#'));
    let at = match near(text, marks) {
        Ok(found) => return Some(found),
        Err(at) => at,
    };
    memchr::memchr3(b'\n', b':', b'#', text.get(at..)?).map(|found| at + found)
}

/// The first line break.
#[must_use]
pub fn line_break(text: &[u8]) -> Option<usize> {
    let at = match near(text, |word| zeros(word ^ repeat(b'\n'))) {
        Ok(found) => return Some(found),
        Err(at) => at,
    };
    memchr::memchr(b'\n', text.get(at..)?).map(|found| at + found)
}

/// The first marked byte, if it is near. Otherwise the distance that was searched.
fn near(text: &[u8], marks: impl Fn(u64) -> u64) -> Result<usize, usize> {
    let mut at = 0;
    for word in text.get(..NEAR).unwrap_or(text).as_chunks::<8>().0 {
        let found = marks(u64::from_le_bytes(*word));
        if found != 0 {
            return Ok(at + (found.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    Err(at)
}

/// Returns the length of the common start of two texts, in bytes.
#[must_use]
pub fn common_start(a: &[u8], b: &[u8]) -> usize {
    /// The largest array that is compared without a call.
    const WIDE: usize = if cfg!(target_arch = "wasm32") { 32 } else { 128 };
    let mut equal = 0;
    for step in [equal_chunks::<WIDE>, equal_chunks::<8>, equal_chunks::<1>] {
        equal += step(a.get(equal..).unwrap_or_default(), b.get(equal..).unwrap_or_default());
    }
    equal
}

/// Returns the length of the equal chunks at the start of two texts, in bytes.
fn equal_chunks<const LENGTH: usize>(a: &[u8], b: &[u8]) -> usize {
    let chunks = a.as_chunks::<LENGTH>().0.iter().zip(b.as_chunks::<LENGTH>().0);
    chunks.take_while(|(a, b)| a == b).count() * LENGTH
}

/// Eight bytes as a little-endian integer.
fn word(text: &[u8], at: usize) -> Option<u64> {
    text.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

const fn repeat(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Sets the highest bit of each zero byte of a word. Marks above the lowest one may be wrong.
fn zeros(word: u64) -> u64 {
    word.wrapping_sub(repeat(0x01)) & !word & repeat(0x80)
}

#[cfg(test)]
mod tests {
    use super::{common_start, is_indented, line_break, spaces, stop_byte};

    /// Texts of all lengths around the widths that are compared at once, with `byte` at each place.
    fn texts(filler: u8, byte: u8) -> impl Iterator<Item = Vec<u8>> {
        (0..130).flat_map(move |length| {
            (0..=length).map(move |at| {
                let mut text = vec![filler; length];
                text.get_mut(at).into_iter().for_each(|place| *place = byte);
                text
            })
        })
    }

    #[test]
    fn searches_find_what_single_bytes_show() {
        for (filler, byte) in [(b'x', b'\n'), (b'x', b':'), (b'x', b'#'), (b'x', b'x'), (0xC3, b'\n'), (0x80, b':')] {
            for text in texts(filler, byte) {
                assert_eq!(line_break(&text), text.iter().position(|byte| *byte == b'\n'), "{text:?}");
                assert_eq!(stop_byte(&text), text.iter().position(|byte| b"\n:#".contains(byte)), "{text:?}");
            }
        }
        // An asterisk may be returned instead of what follows.
        assert_eq!(stop_byte(b"a*bcdefg:"), Some(1));
    }

    #[test]
    fn spaces_are_counted() {
        for byte in [b'\n', b'x', b'\t', b' '] {
            for text in texts(b' ', byte) {
                let count = text.iter().take_while(|byte| **byte == b' ').count();
                assert_eq!(spaces(&text), count, "{text:?}");
                for content in [0, 1, 7, 8, 9, 64] {
                    let expected = count == content && !matches!(text.get(count), None | Some(b'\n'));
                    assert_eq!(is_indented(&text, content), expected, "{content} {text:?}");
                }
            }
        }
    }

    #[test]
    fn common_starts_are_measured() {
        for text in texts(b'x', b'y') {
            let other = vec![b'x'; 129];
            let expected = text.iter().take_while(|byte| **byte == b'x').count().min(other.len());
            assert_eq!(common_start(&text, &other), expected, "{text:?}");
            assert_eq!(common_start(&other, &text), expected, "{text:?}");
        }
    }
}
