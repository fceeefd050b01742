//! Base64 as Go's `encoding/base64.StdEncoding` decodes it: padding is required, `\r` and `\n` are ignored everywhere,
//! trailing bits are not checked.

/// The position, in the encoded text, of the first byte that cannot be decoded (Go's `CorruptInputError`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Base64Error(pub usize);

/// Decodes a text.
///
/// # Errors
/// [`Base64Error`] with the offset that Go reports.
pub fn decode(text: &[u8]) -> Result<Vec<u8>, Base64Error> {
    let mut out = Vec::with_capacity((text.len() / 4).saturating_mul(3));
    decode_with(text, |bytes| out.extend_from_slice(bytes))?;
    Ok(out)
}

/// Checks a text and returns only the first `keep` decoded bytes.
///
/// # Errors
/// [`Base64Error`] with the offset that Go reports.
pub fn check(text: &[u8], keep: usize) -> Result<Vec<u8>, Base64Error> {
    let mut out = Vec::new();
    if let Some(body) = clean_body(text) {
        let head = text.get(..body.min(keep.div_ceil(3).saturating_mul(4))).unwrap_or_default();
        decode_with(head, |bytes| out.extend_from_slice(bytes))?;
        let rest = text.get(body..).unwrap_or_default();
        decode_with(rest, |bytes| {
            if out.len() < keep {
                out.extend_from_slice(bytes)
            }
        })
        .map_err(|Base64Error(at)| Base64Error(at.saturating_add(body)))?;
        return Ok(out);
    }
    decode_with(text, |bytes| {
        if out.len() < keep {
            out.extend_from_slice(bytes)
        }
    })?;
    Ok(out)
}

/// The length of the text without its last quantum, if the text consists of whole quanta and this part contains only
/// characters of the alphabet.
fn clean_body(text: &[u8]) -> Option<usize> {
    let body = text.len().checked_sub(4)?;
    if !text.len().is_multiple_of(4) {
        return None;
    }
    is_clean(text.get(..body)?).then_some(body)
}

/// The number of bytes that are checked together, so that the compiler vectorizes the loop.
const STRIDE: usize = 64;

/// Whether all bytes are in the alphabet. This is a hot path: most of a catalog is base64.
fn is_clean(text: &[u8]) -> bool {
    let (strides, rest) = text.as_chunks::<STRIDE>();
    strides.iter().all(is_clean_stride) && rest.iter().all(|byte| sextet(*byte).is_some())
}

#[inline]
fn is_clean_stride(stride: &[u8; STRIDE]) -> bool {
    let mut odd = 0_u8;
    for &byte in stride {
        // Each of the three values is 0 only for its part of the alphabet. `/` directly precedes the digits in ASCII.
        let letter = (byte | 0x20).wrapping_sub(b'a').saturating_sub(b'z' - b'a');
        let digit = byte.wrapping_sub(b'/').saturating_sub(b'9' - b'/');
        odd |= letter.min(digit).min(byte ^ b'+');
    }
    odd == 0
}

fn sextet(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte.wrapping_sub(b'A')),
        b'a'..=b'z' => Some(byte.wrapping_sub(b'a').wrapping_add(26)),
        b'0'..=b'9' => Some(byte.wrapping_sub(b'0').wrapping_add(52)),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

fn decode_with(text: &[u8], mut sink: impl FnMut(&[u8])) -> Result<(), Base64Error> {
    let mut quantum = [0_u8; 4];
    let mut filled = 0_usize;
    let mut bytes = text.iter().copied().enumerate().filter(|&(_, b)| b != b'\n' && b != b'\r');
    while let Some((at, byte)) = bytes.next() {
        if let Some(value) = sextet(byte) {
            if let Some(slot) = quantum.get_mut(filled) {
                *slot = value;
            }
            filled = filled.saturating_add(1);
            if filled == 4 {
                sink(&join(quantum));
                filled = 0;
            }
            continue;
        }
        if byte != b'=' || filled < 2 {
            return Err(Base64Error(at));
        }
        if filled == 2 {
            match bytes.next() {
                Some((_, b'=')) => {}
                Some((at, _)) => return Err(Base64Error(at)),
                None => return Err(Base64Error(text.len())),
            }
        }
        if let Some((at, _)) = bytes.next() {
            return Err(Base64Error(at));
        }
        quantum.iter_mut().skip(filled).for_each(|slot| *slot = 0);
        sink(join(quantum).get(..filled.saturating_sub(1)).unwrap_or_default());
        return Ok(());
    }
    if filled == 0 { Ok(()) } else { Err(Base64Error(text.len().saturating_sub(filled))) }
}

fn join([a, b, c, d]: [u8; 4]) -> [u8; 3] {
    [a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d]
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes bytes with padding, as Go does.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
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
    use super::{STRIDE, is_clean, sextet};

    #[test]
    fn each_byte_is_known_at_each_place() {
        for byte in 0..=u8::MAX {
            for at in 0..STRIDE + 5 {
                let mut text = [*b"AZaz09+/"; 9].concat();
                text.truncate(STRIDE + 5);
                text[at] = byte;
                assert_eq!(is_clean(&text), sextet(byte).is_some(), "{byte} at {at}");
            }
        }
    }

    #[test]
    fn pads() {
        let cases = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (plain, text) in cases {
            assert_eq!(super::encode(plain.as_bytes()), text);
            assert_eq!(super::decode(text.as_bytes()).unwrap(), plain.as_bytes());
        }
    }
}
