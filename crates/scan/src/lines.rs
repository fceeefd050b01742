//! Searches for lines that start with a given text, in wide strides.

/// The start, in bytes, of the first line after the one at `at` that starts with `---`.
#[cfg(not(target_arch = "wasm32"))]
pub fn separator(text: &[u8], at: usize) -> Option<usize> {
    use std::sync::LazyLock;

    use memchr::memmem::Finder;

    static FINDER: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\n---"));
    const NEAR: usize = 1 << 11;
    let mut from = at;
    loop {
        // In long lines, searching for each line break is fastest. Many short lines are skipped at once.
        from = from.checked_add(memchr::memchr(b'\n', text.get(from..)?)?)?;
        let near = text.get(from..from.saturating_add(NEAR)).or_else(|| text.get(from..))?;
        if let Some(found) = FINDER.find(near) {
            return from.checked_add(found)?.checked_add(1);
        }
        // A separator may start in the last bytes.
        from = from.checked_add(near.len().checked_sub(3)?.max(1))?;
    }
}

/// Like the native one, which would take too much of the wasm.
#[cfg(target_arch = "wasm32")]
pub fn separator(text: &[u8], at: usize) -> Option<usize> {
    line_with_start(text, at, b"---")
}

/// The start, in bytes, of the first line after the one at `at` that starts with `start`.
pub fn line_with_start(text: &[u8], at: usize, start: &[u8]) -> Option<usize> {
    let mut from = at;
    loop {
        // In long lines, searching for each line break is fastest. Many short lines are skipped at once.
        from = from.checked_add(memchr::memchr(b'\n', text.get(from..)?)?)?;
        from = from.saturating_add(strides_without(text.get(from..)?, start));
        let end = from.saturating_add(STRIDE);
        let near = text.get(from..end).or_else(|| text.get(from..))?;
        for length in memchr::memchr_iter(b'\n', near) {
            let line = from.checked_add(length)?.checked_add(1)?;
            if text.get(line..).is_some_and(|line| line.starts_with(start)) {
                return Some(line);
            }
        }
        from = end;
    }
}

/// The number of bytes that are checked together, so that the compiler vectorizes the loop.
const STRIDE: usize = 64;

/// The number of bytes, in whole strides, that certainly contain no line that starts with `start`: no line break is
/// followed, at the right distance, by the last byte of `start`. Checks only a few strides.
fn strides_without(text: &[u8], start: &[u8]) -> usize {
    const MAX: usize = 32;
    let (Some(last), Some(ends)) = (start.last(), text.get(start.len()..)) else { return 0 };
    let (breaks, ends) = (text.as_chunks::<STRIDE>().0, ends.as_chunks::<STRIDE>().0);
    let mut passed = 0_usize;
    for (breaks, ends) in breaks.iter().zip(ends).take(MAX) {
        let mut found = 0_u8;
        for (first, end) in breaks.iter().zip(ends) {
            found |= u8::from(*first == b'\n') & u8::from(end == last);
        }
        if found != 0 {
            break;
        }
        passed = passed.saturating_add(STRIDE);
    }
    passed
}

#[cfg(test)]
mod tests {
    use super::{line_with_start, separator};

    #[test]
    fn lines_are_found_by_their_start() {
        for (length, filler) in (0..200).flat_map(|length| ["x", "\n", "\n--", "-\n-", "\n---"].map(|of| (length, of)))
        {
            for at in [0, 1, 70] {
                let text = format!("{}\n---{}\n--- end", filler.repeat(length), "y".repeat(length));
                let lines = memchr::memchr_iter(b'\n', text.as_bytes()).filter(|end| *end >= at).map(|end| end + 1);
                let expected = lines.into_iter().find(|line| text[*line..].starts_with("---"));
                assert_eq!(line_with_start(text.as_bytes(), at, b"---"), expected, "{at} {text:?}");
                assert_eq!(separator(text.as_bytes(), at), expected, "{at} {text:?}");
            }
        }
        // A separator across the end of the part that is searched at once.
        for length in 2000..2070 {
            let text = format!("\n{}\n---\n", "x".repeat(length));
            assert_eq!(separator(text.as_bytes(), 0), text.find("---"), "{length}");
            assert_eq!(separator(format!("{}---", "\n".repeat(length)).as_bytes(), 0), Some(length), "{length}");
        }
        assert_eq!(line_with_start(b"a\nb\n", 0, b"---"), None);
        assert_eq!(line_with_start(b"a", 7, b"---"), None);
        assert_eq!((separator(b"a\nb\n", 0), separator(b"a", 7)), (None, None));
    }
}
