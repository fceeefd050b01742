//! Numbers the way Go reads and prints them.

/// A plain scalar that starts like a number, as go-yaml v2 resolves it; underscores count for nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Int(i64),
    Uint(u64),
    Float(f64),
}

/// `strconv.ParseInt(s, 0, 64)`, then unsigned, then YAML's own floats.
pub(super) fn parse(text: &str) -> Option<Number> {
    let plain: String = text.chars().filter(|&c| c != '_').collect();
    if let Some(number) = integer(&plain) {
        return Some(number);
    }
    let float = is_yaml_float(plain.as_bytes()).then(|| plain.parse::<f64>().ok()).flatten();
    float.filter(|f| f.is_finite()).map(Number::Float)
}

/// `strconv.ParseFloat` for a scalar that starts with a dot: underscores may stand between digits.
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
    let float = is_yaml_float(plain.as_bytes()).then(|| plain.parse::<f64>().ok()).flatten();
    float.filter(|f| f.is_finite()).map(Number::Float)
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
        // ParseUint takes no sign.
        Err(_) => (!signed).then_some(Number::Uint(value)),
    }
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
fn is_yaml_float(text: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|b| b.is_ascii_digit()).count();
    let rest = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    let whole = digits(rest);
    let mut rest = rest.get(whole..).unwrap_or_default();
    if let Some(fraction) = rest.strip_prefix(b".") {
        let count = digits(fraction);
        if whole == 0 && count == 0 {
            return false;
        }
        rest = fraction.get(count..).unwrap_or_default();
    } else if whole == 0 {
        return false;
    }
    let Some(exponent) = rest.strip_prefix(b"e").or(rest.strip_prefix(b"E")) else { return rest.is_empty() };
    let exponent = exponent.strip_prefix(b"-").or(exponent.strip_prefix(b"+")).unwrap_or(exponent);
    !exponent.is_empty() && digits(exponent) == exponent.len()
}

/// A float as encoding/json prints it.
pub(crate) fn go_float64(value: f64) -> String {
    let magnitude = value.abs();
    if magnitude != 0.0 && !(1e-6..1e21).contains(&magnitude) {
        return go_exponent(&format!("{value:e}"), 1);
    }
    format!("{value}")
}

/// A float as the key sigs.k8s.io/yaml makes of it: `strconv.FormatFloat(f, 'g', -1, 32)`.
#[allow(clippy::cast_possible_truncation, reason = "the 32 bits are what upstream does")]
pub(crate) fn go_float32_key(value: f64) -> String {
    let value = value as f32;
    if value.is_nan() {
        return ".nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    let scientific = format!("{value:e}");
    let exponent: i32 = scientific.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    if !(-4..6).contains(&exponent) { go_exponent(&scientific, 2) } else { format!("{value}") }
}

/// Rust's `1e21` as Go's `1e+21`, the exponent at least `width` digits wide.
fn go_exponent(scientific: &str, width: usize) -> String {
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific.to_owned() };
    let (sign, digits) = exponent.strip_prefix('-').map_or(('+', exponent), |digits| ('-', digits));
    format!("{mantissa}e{sign}{digits:0>width$}")
}
