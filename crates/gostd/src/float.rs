//! Floats as Go formats and parses them. The digits are the shortest that are read back as the same float; of two equally near
//! results, the one with the even digit. `zmij`, which serde_json uses, computes these digits. (The standard library
//! rounds up, and its code is several times larger.) The rules for exponents are Go's.

use std::ops::Range;

use lexical_parse_float::FromLexical;

/// Parses a decimal number: digits with an optional sign, point and exponent. A number beyond the range of `f64` is
/// infinite. The words `inf` and `nan` are not numbers.
#[must_use]
pub fn parse_float(text: &str) -> Option<f64> {
    let is_number = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    if is_number { f64::from_lexical(text.as_bytes()).ok() } else { None }
}

/// Formats a float as encoding/json does: with an exponent below 10^-6 and from 10^21 on.
#[must_use]
pub fn go_float64(value: f64) -> String {
    go_float64_between(value, -6..21, 1)
}

/// Formats a float as Go's `%v` does: `strconv.FormatFloat(f, 'g', -1, 64)`.
#[must_use]
pub fn go_float64_g(value: f64) -> String {
    go_float64_between(value, GENERAL, 2)
}

/// Formats a float without an exponent: `strconv.FormatFloat(f, 'f', -1, 64)`.
#[must_use]
pub fn go_float64_f(value: f64) -> String {
    go_float64_between(value, i32::MIN..i32::MAX, 1)
}

/// Formats a float without an exponent if it is in `plain`, otherwise with an exponent of at least `width` digits.
#[must_use]
pub fn go_float64_between(value: f64, plain: Range<i32>, width: usize) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    written(zmij::Buffer::new().format_finite(value), plain, width)
}

/// Formats a float as the key that sigs.k8s.io/yaml converts it to: `strconv.FormatFloat(f, 'g', -1, 32)`.
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
    written(zmij::Buffer::new().format_finite(short), GENERAL, 2)
}

/// The exponents for which `%g` writes no exponent.
const GENERAL: Range<i32> = -4..6;

/// Rewrites a decimal number: without an exponent if it is in `plain`, otherwise with a sign and at least `width`
/// digits in the exponent.
fn written(number: &str, plain: Range<i32>, width: usize) -> String {
    let (sign, number) = number.strip_prefix('-').map_or(("", number), |number| ("-", number));
    let (mantissa, exponent) = number.split_once('e').unwrap_or((number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_start_matches('0');
    let Some(first) = digits.get(..1) else { return format!("{sign}0") };
    let leading = all.len().saturating_sub(digits.len());
    // The position of the point, relative to the first digit that is not zero.
    let point = count(whole.len()).saturating_sub(count(leading));
    let exponent = exponent.parse::<i32>().unwrap_or(0).saturating_add(point).saturating_sub(1);
    let digits = digits.trim_end_matches('0');
    if plain.contains(&exponent) {
        return format!("{sign}{}", without_exponent(digits, exponent));
    }
    let rest = digits.get(1..).filter(|rest| !rest.is_empty()).map_or_else(String::new, |rest| format!(".{rest}"));
    let exponent_sign = if exponent < 0 { '-' } else { '+' };
    format!("{sign}{first}{rest}e{exponent_sign}{:0>width$}", exponent.unsigned_abs())
}

/// `digits` with the point after the digit that the exponent selects.
fn without_exponent(digits: &str, exponent: i32) -> String {
    let Ok(exponent) = usize::try_from(exponent) else {
        let zeros = "0".repeat((exponent.unsigned_abs() as usize).saturating_sub(1));
        return format!("0.{zeros}{digits}");
    };
    let whole = exponent.saturating_add(1);
    match digits.split_at_checked(whole) {
        Some((whole, fraction)) if !fraction.is_empty() => format!("{whole}.{fraction}"),
        _ => format!("{digits}{}", "0".repeat(whole.saturating_sub(digits.len()))),
    }
}

fn count(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{go_float32_key, go_float64, go_float64_between, go_float64_f, go_float64_g, parse_float};

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

    /// Rounding of decimals as in strconv. The standard library rounds up.
    #[test]
    fn of_two_equally_near_the_even_digit_is_taken() {
        assert_eq!(go_float64(6_480_381_479_730_725.0 / 4.0), "1620095369932681.2");
        assert_eq!(go_float64(6_480_381_479_730_727.0 / 4.0), "1620095369932681.8");
    }

    #[test]
    fn digits_are_as_many_as_those_of_the_standard_library() {
        let mut bits = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..200_000 {
            bits = bits.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            let value = f64::from_bits(bits ^ (bits >> 33));
            if value.is_finite() {
                let plain = go_float64_f(value);
                assert_eq!((plain.parse(), plain.len()), (Ok(value), value.to_string().len()), "{plain}");
                assert_eq!(parse_float(&plain), Some(value), "{plain}");
                let scientific = go_float64_between(value, 0..0, 1);
                assert_eq!(
                    (scientific.parse(), scientific.replace("e+", "e").len()),
                    (Ok(value), format!("{value:e}").len())
                );
            }
        }
    }

    #[test]
    fn numbers_are_parsed_as_the_standard_library_parses_them() {
        let mut texts = vec![String::new()];
        for length in 0..5 {
            let longer =
                |text: &String| "019.eE+-".chars().map(move |next| format!("{text}{next}")).collect::<Vec<_>>();
            let added: Vec<String> = texts.iter().filter(|text| text.len() == length).flat_map(longer).collect();
            texts.extend(added);
        }
        // Halfway between two floats, and one digit of 800 above it.
        let halfway = "9007199254740993";
        let tail = format!("{halfway}.{}1", "0".repeat(800));
        let extreme =
            ["1e308", "1e309", "-1e999", "0e999", "1e-400", "5e-324", "2.4703282292062327e-324", "1e99999999999"];
        texts.extend([halfway, &tail].into_iter().chain(extreme).map(str::to_owned));
        for text in texts {
            assert_eq!(parse_float(&text), text.parse().ok(), "{text}");
        }
        assert_eq!(["inf", "-inf", "NaN", "infinity", "1_0", " 1", "0x1p3"].map(parse_float), [None; 7]);
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
