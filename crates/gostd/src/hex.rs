//! Hexadecimal digits of bytes, and in URL escapes.

/// Formats bytes in lower case, as encoding/hex does.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Decodes each `%xx` of a text to bytes. Invalid escapes are kept.
#[must_use]
pub fn percent_decoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let escaped = after.split_at_checked(2).filter(|_| *first == b'%');
        let (byte, after) = escaped.and_then(|(digits, after)| Some((byte(digits)?, after))).unwrap_or((*first, after));
        bytes.push(byte);
        rest = after;
    }
    bytes
}

fn byte(digits: &[u8]) -> Option<u8> {
    let digits = std::str::from_utf8(digits).ok().filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u8::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_two_digits() {
        assert_eq!(hex(&[0, 0x0A, 0xFF]), "000aff");
    }

    #[test]
    fn only_valid_escapes_are_decoded() {
        for (text, expected) in
            [("a%20b", "a b"), ("%C3%a9", "é"), ("100%", "100%"), ("%+1%4", "%+1%4"), ("%%41", "%A"), ("%é1", "%é1")]
        {
            assert_eq!(String::from_utf8(percent_decoded(text)).unwrap(), expected, "{text}");
        }
    }
}
