//! Base64 with padding, as Go's `StdEncoding` writes it.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text of some bytes.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3).saturating_mul(4));
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or_default());
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4_usize {
            let shift = 18_u32.saturating_sub(u32::try_from(at).unwrap_or_default().saturating_mul(6));
            let letter = ALPHABET.get((word >> shift & 63) as usize).copied().unwrap_or(b'A');
            out.push(if at <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pads() {
        let cases = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (plain, text) in cases {
            assert_eq!(encode(plain.as_bytes()), text);
            assert_eq!(olmkit_yaml::base64::decode(text.as_bytes()).unwrap(), plain.as_bytes());
        }
    }
}
