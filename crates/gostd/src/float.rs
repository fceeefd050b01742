//! Floats as Go prints them. The digits are those of Rust's standard library (both print the fewest that read back as the
//! same float); when Go changes to an exponent, and how it writes one, the standard library cannot say.

use std::ops::Range;

/// A float as encoding/json prints it: with an exponent below a millionth and from 10^21 on.
#[must_use]
pub fn go_float64(value: f64) -> String {
    go_float64_between(value, -6..21, 1)
}

/// A float as Go's `%v` prints it: `strconv.FormatFloat(f, 'g', -1, 64)`.
#[must_use]
pub fn go_float64_g(value: f64) -> String {
    go_float64_between(value, GENERAL, 2)
}

/// A float with an exponent of at least `width` digits, but for exponents in `plain`.
#[must_use]
pub fn go_float64_between(value: f64, plain: Range<i32>, width: usize) -> String {
    written(&format!("{value:e}"), plain, width).unwrap_or_else(|| value.to_string())
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
    written(&format!("{short:e}"), GENERAL, 2).unwrap_or_else(|| short.to_string())
}

/// Exponents that `%g` writes without one.
const GENERAL: Range<i32> = -4..6;

/// `1.2e21` with a sign and at least `width` digits in the exponent; nothing for exponents in `plain`, and for NaN and
/// infinity, which have none.
fn written(scientific: &str, plain: Range<i32>, width: usize) -> Option<String> {
    let (digits, exponent) = scientific.split_once('e')?;
    let exponent: i32 = exponent.parse().ok()?;
    let sign = if exponent < 0 { '-' } else { '+' };
    (!plain.contains(&exponent)).then(|| format!("{digits}e{sign}{:0>width$}", exponent.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::{go_float32_key, go_float64, go_float64_g};

    #[test]
    fn json_changes_to_an_exponent_below_a_millionth_and_from_ten_to_the_21st() {
        let cases = [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (-1.5, "-1.5"),
            (0.1, "0.1"),
            (1e-6, "0.000001"),
            (1.5e-7, "1.5e-7"),
            (-1e-7, "-1e-7"),
            (123_456_789.0, "123456789"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"),
            (1.5e300, "1.5e+300"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
        ];
        cases.into_iter().for_each(|(value, text)| assert_eq!(go_float64(value), text));
    }

    #[test]
    fn general_form_has_two_digits_in_the_exponent() {
        let cases = [
            (0.0, "0"),
            (100_000.0, "100000"),
            (1e6, "1e+06"),
            (1_234_567.0, "1.234567e+06"),
            (0.0001, "0.0001"),
            (0.000_012, "1.2e-05"),
            (1e100, "1e+100"),
        ];
        cases.into_iter().for_each(|(value, text)| assert_eq!(go_float64_g(value), text));
        assert_eq!([f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(go_float64_g), ["NaN", "inf", "-inf"]);
    }

    #[test]
    fn keys_have_the_digits_of_32_bits() {
        let cases = [
            (0.1, "0.1"),
            (16_777_217.0, "1.6777216e+07"),
            (1.5, "1.5"),
            (-0.0, "-0"),
            (1e39, ".inf"),
            (-1e39, "-.inf"),
            (f64::NAN, ".nan"),
            (1e-46, "0"),
        ];
        cases.into_iter().for_each(|(value, text)| assert_eq!(go_float32_key(value), text));
    }
}
