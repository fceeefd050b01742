//! Escapes of string and bytes literals.

/// Input that does not start with a valid token.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Syntax error: token recognition error at: '{0}'")]
pub(super) struct Unrecognized(pub(super) String);

/// Normalizes line breaks to `\n`.
fn unix(text: &str) -> String {
    let mut parts = text.split('\r');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| out + "\n" + part.strip_prefix('\n').unwrap_or(part))
}

/// The value of a string literal.
pub(super) fn string(inner: &str, raw: bool) -> Result<String, Unrecognized> {
    if raw || !inner.as_bytes().contains(&b'\\') {
        return Ok(unix(inner));
    }
    let mut out = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        out.push_str(rest.get(..at).unwrap_or_default());
        let (code, length, _) = escape(rest.get(at..).unwrap_or_default())?;
        out.push(char::from_u32(code).ok_or_else(|| invalid(inner))?);
        rest = rest.get(at.saturating_add(length)..).unwrap_or_default();
    }
    out.push_str(rest);
    Ok(out)
}

/// The value of a bytes literal. `\x` and octal escapes are bytes, not characters.
pub(super) fn bytes(inner: &str, raw: bool) -> Result<Vec<u8>, Unrecognized> {
    if raw || !inner.as_bytes().contains(&b'\\') {
        return Ok(inner.as_bytes().to_vec());
    }
    let mut out = Vec::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        out.extend_from_slice(rest.get(..at).unwrap_or_default().as_bytes());
        let (code, length, is_unicode) = escape(rest.get(at..).unwrap_or_default())?;
        if is_unicode {
            return Err(invalid(inner));
        }
        out.push(u8::try_from(code).map_err(|_| invalid(inner))?);
        rest = rest.get(at.saturating_add(length)..).unwrap_or_default();
    }
    out.extend_from_slice(rest.as_bytes());
    Ok(out)
}

fn invalid(text: &str) -> Unrecognized {
    Unrecognized(text.to_owned())
}

/// Decodes an escape: its code point, its length with the backslash, and whether it is `\u` or `\U`.
fn escape(rest: &str) -> Result<(u32, usize, bool), Unrecognized> {
    let simple = |c: char| Ok((u32::from(c), 2, false));
    let digits = |from: usize, count: usize, radix: u32| {
        let text = rest.get(from..from.saturating_add(count)).filter(|text| text.chars().all(|c| c.is_digit(radix)));
        text.and_then(|text| u32::from_str_radix(text, radix).ok()).ok_or_else(|| invalid(rest))
    };
    match rest.chars().nth(1).unwrap_or_default() {
        'a' => simple('\x07'),
        'b' => simple('\x08'),
        'f' => simple('\x0C'),
        'n' => simple('\n'),
        'r' => simple('\r'),
        't' => simple('\t'),
        'v' => simple('\x0B'),
        mark @ ('\\' | '?' | '"' | '\'' | '`') => simple(mark),
        'x' | 'X' => Ok((digits(2, 2, 16)?, 4, false)),
        'u' => Ok((digits(2, 4, 16)?, 6, true)),
        'U' => Ok((digits(2, 8, 16)?, 10, true)),
        '0'..='3' => Ok((digits(1, 3, 8)?, 4, false)),
        _ => Err(invalid(rest)),
    }
}
