//! Numbers as Go parses them.

/// A plain scalar that starts like a number, as go-yaml v2 resolves it. Underscores are ignored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Int(i64),
    Uint(u64),
    Float(f64),
}

/// `strconv.ParseInt(s, 0, 64)`, then unsigned, then YAML's own floats.
pub(super) fn parse(text: &str) -> Option<Number> {
    // Most such scalars in a catalog are versions.
    if text.bytes().filter(|b| *b == b'.').count() > 1 {
        return None;
    }
    let plain: String = text.chars().filter(|&c| c != '_').collect();
    integer(&plain).or_else(|| signed_binary(&plain)).or_else(|| yaml_float(&plain))
}

/// `strconv.ParseFloat` for a scalar that starts with a dot. Underscores are allowed between digits.
pub(super) fn parse_dotted(text: &str) -> Option<Number> {
    let bytes = text.as_bytes();
    let between = |at: usize| {
        let digit = |b: Option<&u8>| b.is_some_and(u8::is_ascii_digit);
        at.checked_sub(1).is_some_and(|before| digit(bytes.get(before))) && digit(bytes.get(at.saturating_add(1)))
    };
    if bytes.iter().enumerate().any(|(at, &b)| b == b'_' && !between(at)) {
        return None;
    }
    let plain: String = text.chars().filter(|&c| c != '_').collect();
    yaml_float(&plain)
}

fn integer(text: &str) -> Option<Number> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, text.get(1..)?),
        b'+' => (false, text.get(1..)?),
        _ => (false, text),
    };
    let signed = digits.len() != text.len();
    let (radix, digits) = radix(digits);
    if digits.is_empty() || !digits.bytes().all(|b| char::from(b).is_digit(radix)) {
        return None;
    }
    let value = u64::from_str_radix(digits, radix).ok()?;
    if negative {
        return 0_i64.checked_sub_unsigned(value).map(Number::Int);
    }
    match i64::try_from(value) {
        Ok(value) => Some(Number::Int(value)),
        // ParseUint does not accept a sign.
        Err(_) => (!signed).then_some(Number::Uint(value)),
    }
}

/// go-yaml parses what follows `0b` as a number that may have a sign.
fn signed_binary(text: &str) -> Option<Number> {
    let digits = text.strip_prefix("0b").filter(|digits| digits.starts_with(['+', '-']))?;
    i64::from_str_radix(digits, 2).ok().map(Number::Int)
}

fn radix(digits: &str) -> (u32, &str) {
    let prefix = |radix, skip: usize| (radix, digits.get(skip..).unwrap_or_default());
    match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => prefix(16, 2),
        [b'0', b'b' | b'B', ..] => prefix(2, 2),
        [b'0', b'o' | b'O', ..] => prefix(8, 2),
        [b'0', _, ..] => prefix(8, 1),
        _ => (10, digits),
    }
}

/// `^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`
fn yaml_float(text: &str) -> Option<Number> {
    olmkit_gostd::parse_float(text).filter(|float| float.is_finite()).map(Number::Float)
}
