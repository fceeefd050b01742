//! Classifies the bytes of a text in wide strides.

/// The number of bytes that are checked together, so that the compiler vectorizes the loop.
const STRIDE: usize = 64;

/// Returns `None` if the text contains bytes that only the exact reader of YAML handles: invalid UTF-8, control characters,
/// `\r`, byte order marks, line breaks beyond ASCII. Otherwise returns whether there are tabs.
pub fn check(text: &[u8]) -> Option<bool> {
    let (strides, rest) = text.as_chunks::<STRIDE>();
    let mut tabs = false;
    // The start of the current run of strides that all contain bytes beyond ASCII. No character crosses the ends of the
    // run.
    let mut beyond = None;
    // Inside a long line the cheaper check suffices. Every 16th stride tests whether this is a long line.
    let mut in_line = false;
    for (number, stride) in strides.iter().enumerate() {
        in_line = (in_line || number % 16 == 0) && is_printable(stride);
        let (odd, high) = if in_line || is_plain(stride) { (false, false) } else { look(stride) };
        if odd {
            tabs |= tabs_only(stride)?;
        }
        if high {
            beyond = beyond.or(Some(number));
        } else if let Some(first) = beyond.take() {
            check_beyond_ascii(strides.get(first..number)?.as_flattened())?;
        }
    }
    if look(rest).0 {
        tabs |= tabs_only(rest)?;
    }
    let last = text.get(beyond.unwrap_or(strides.len()) * STRIDE..)?;
    if !last.is_ascii() {
        check_beyond_ascii(last)?;
    }
    Some(tabs)
}

/// Whether all bytes are printable ASCII or spaces, as in long encoded values.
#[inline]
fn is_printable(stride: &[u8; STRIDE]) -> bool {
    let mut most = 0_u8;
    for &byte in stride {
        most = most.max(byte.wrapping_sub(b' '));
    }
    most < 0x7F - b' '
}

/// Like [`is_printable`], but line breaks are allowed.
#[inline]
fn is_plain(stride: &[u8; STRIDE]) -> bool {
    let mut odd = 0_u8;
    for &byte in stride {
        // DEL and everything beyond ASCII become negative. Vectors are compared with their signs.
        let is_printable = byte.wrapping_add(1).cast_signed() > b' '.cast_signed();
        odd |= u8::from(!is_printable) & u8::from(byte != b'\n');
    }
    odd == 0
}

/// Whether there are control characters other than line breaks, and whether there are bytes beyond ASCII.
#[inline]
fn look(stride: &[u8]) -> (bool, bool) {
    let (mut odd, mut high) = (0_u8, 0_u8);
    for &byte in stride {
        odd |= u8::from((byte < b' ') & (byte != b'\n')) | u8::from(byte == 0x7F);
        high |= byte;
    }
    (odd != 0, high >= 0x80)
}

/// `Some(true)` if the only control characters are tabs and line breaks.
fn tabs_only(stride: &[u8]) -> Option<bool> {
    stride.iter().all(|&byte| !byte.is_ascii_control() || matches!(byte, b'\t' | b'\n')).then_some(true)
}

fn check_beyond_ascii(text: &[u8]) -> Option<()> {
    std::str::from_utf8(text).ok()?;
    let mut lead = memchr::memchr3_iter(0xC2, 0xE2, 0xEF, text);
    let special = lead.any(|at| match text.get(at..).unwrap_or_default() {
        // C1 control characters, including U+0085.
        [0xC2, second, ..] => *second < 0xA0,
        // U+2028 and U+2029.
        [0xE2, 0x80, third, ..] => matches!(third, 0xA8 | 0xA9),
        // U+FEFF, U+FFFE and U+FFFF.
        [0xEF, 0xBB, 0xBF, ..] => true,
        [0xEF, 0xBF, third, ..] => *third >= 0xBE,
        _ => false,
    });
    (!special).then_some(())
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn plain_texts_pass() {
        assert_eq!(check(b"a: b\n"), Some(false));
        assert_eq!(check(b"a:\tb\n"), Some(true));
        assert_eq!(check("a: ä \u{a0} “x” 😀 日 \u{ff01}\n".as_bytes()), Some(false));
    }

    #[test]
    fn everything_odd_is_left_to_the_exact_reader() {
        for odd in ["\0", "\r\n", "\x7f", "\u{80}", "\u{85}", "\u{9f}", "\u{2028}", "\u{2029}", "\u{feff}", "\u{fffe}"]
        {
            for lead in ["", "ä", "\t"].map(str::to_owned).into_iter().chain((50..140).map(|n| "x".repeat(n))) {
                assert_eq!(check(format!("{lead}{odd}").as_bytes()), None, "{odd:?}");
                assert_eq!(check(format!("{lead}{odd}{}", "x".repeat(99)).as_bytes()), None, "{odd:?}");
            }
        }
        assert_eq!(check(b"a\xFF"), None);
        for length in 50..140 {
            let mut text = "x".repeat(200).into_bytes();
            text[length] = 0xC3;
            assert_eq!(check(&text), None);
            text[length + 1] = 0xA4;
            assert_eq!(check(&text), Some(false));
            assert_eq!(check(&text[..=length]), None);
        }
    }
}
