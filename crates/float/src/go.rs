//! Floats the way Go prints them.

use crate::{Digits, plain, shortest};

/// A float as encoding/json prints it.
#[must_use]
pub fn go_float64(value: f64) -> String {
    match shortest(value) {
        Some(digits) if !(-6..21).contains(&digits.exponent) => signed(value, &digits.scientific(1)),
        _ => plain(value),
    }
}

fn signed(value: f64, magnitude: &str) -> String {
    format!("{}{magnitude}", if value < 0.0 { "-" } else { "" })
}

/// A float as Go's `%v` prints it: `strconv.FormatFloat(f, 'g', -1, 64)`.
#[must_use]
pub fn go_float64_g(value: f64) -> String {
    match shortest(value) {
        Some(digits) => signed(value, &general(&digits)),
        None => plain(value),
    }
}

/// The shorter form: an exponent where the number is below a ten thousandth or has more than six digits.
fn general(digits: &Digits) -> String {
    match digits.exponent {
        -4..6 => digits.plain(),
        _ => digits.scientific(2),
    }
}

/// A float as the key sigs.k8s.io/yaml makes of it: `strconv.FormatFloat(f, 'g', -1, 32)`.
#[allow(clippy::cast_possible_truncation, reason = "the 32 bits are what upstream does")]
#[must_use]
pub fn go_float32_key(value: f64) -> String {
    let short = value as f32;
    if short.is_nan() {
        return ".nan".to_owned();
    }
    if short.is_infinite() {
        return if value > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    match shortest(short) {
        Some(digits) => signed(value, &general(&digits)),
        None => plain(short.into()),
    }
}
