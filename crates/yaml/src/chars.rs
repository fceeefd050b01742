//! Character classes of YAML 1.1 over bytes. Positions past the end read as NUL.

/// The byte at `at`, or NUL past the end.
pub(crate) fn byte(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(0)
}

/// The width in bytes of the line break at `at`; 0 if there is none.
///
/// operator-registry's line reader removes one `\r` before each `\n` before YAML sees the text. Therefore `\r\r\n`
/// arrives as the single break `\r\n`.
pub(crate) fn break_width(text: &[u8], at: usize) -> usize {
    match byte(text, at) {
        b'\n' => 1,
        b'\r' => match (byte(text, at.saturating_add(1)), byte(text, at.saturating_add(2))) {
            (b'\n', _) => 2,
            (b'\r', b'\n') => 3,
            _ => 1,
        },
        0xC2 if byte(text, at.saturating_add(1)) == 0x85 => 2,
        0xE2 if byte(text, at.saturating_add(1)) == 0x80 => match byte(text, at.saturating_add(2)) {
            0xA8 | 0xA9 => 3,
            _ => 0,
        },
        _ => 0,
    }
}

/// The text of the break at `at` inside a scalar: U+2028 and U+2029 are kept, all others become `\n`.
pub(crate) fn break_text(text: &[u8], at: usize) -> &'static [u8] {
    match (byte(text, at), byte(text, at.saturating_add(2))) {
        (0xE2, 0xA8) => "\u{2028}".as_bytes(),
        (0xE2, _) => "\u{2029}".as_bytes(),
        _ => b"\n",
    }
}

/// Whether a byte is a space or a tab.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Whether a line ends at `at`.
pub(crate) fn is_break(text: &[u8], at: usize) -> bool {
    break_width(text, at) > 0
}

/// Whether the text ends at `at`.
pub(crate) fn is_end(text: &[u8], at: usize) -> bool {
    at >= text.len()
}

/// Whether a line or the text ends at `at`.
pub(crate) fn is_break_or_end(text: &[u8], at: usize) -> bool {
    is_end(text, at) || is_break(text, at)
}

/// Whether a token can end at `at`.
pub(crate) fn is_blank_or_break_or_end(text: &[u8], at: usize) -> bool {
    is_blank(byte(text, at)) || is_break_or_end(text, at)
}

/// Letters, digits, `_` and `-`: the characters of anchors and tag handles.
pub(crate) fn is_name_char(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// The width of the UTF-8 character that starts with `lead`; 1 for a byte that starts no character.
pub(crate) fn char_width(lead: u8) -> usize {
    match lead {
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF7 => 4,
        _ => 1,
    }
}

/// Whether `---` or `...` is at `at`, followed by whitespace, a line break or the end.
pub(crate) fn is_document_indicator(text: &[u8], at: usize) -> bool {
    let three = text.get(at..at.saturating_add(3)).unwrap_or_default();
    (three == b"---" || three == b"...") && is_blank_or_break_or_end(text, at.saturating_add(3))
}
