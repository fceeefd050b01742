//! The shortest decimal text that reads back as the same float.

use super::big::Big;
use super::{Decimal, F32, F64, Format};

/// Enough digits for every float of 64 bits.
const MOST: usize = 17;

/// A positive number: a point stands behind the first digit, then it is times 10 to the power of `exponent`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Digits {
    /// `0` to `9`; neither the first nor the last is zero.
    pub(crate) digits: String,
    pub(crate) exponent: i32,
}

impl Digits {
    /// Without an exponent: `0.001`, `1200`.
    pub(crate) fn plain(&self) -> String {
        let before = self.exponent.saturating_add(1);
        let Ok(before) = usize::try_from(before) else { return format!("0.{}", self.after_zeros(before)) };
        match self.digits.split_at_checked(before) {
            Some(("", after)) => format!("0.{after}"),
            Some((whole, "")) => whole.to_owned(),
            Some((whole, after)) => format!("{whole}.{after}"),
            None => format!("{:0<before$}", self.digits),
        }
    }

    fn after_zeros(&self, before: i32) -> String {
        let zeros = "0".repeat(before.unsigned_abs() as usize);
        format!("{zeros}{}", self.digits)
    }

    /// As Go writes it, the exponent at least `width` digits wide: `1.2e+21`.
    pub(crate) fn scientific(&self, width: usize) -> String {
        let (first, rest) = self.digits.split_at_checked(1).unwrap_or_default();
        let point = if rest.is_empty() { "" } else { "." };
        let sign = if self.exponent < 0 { '-' } else { '+' };
        format!("{first}{point}{rest}e{sign}{:0>width$}", self.exponent.unsigned_abs())
    }
}

/// A float without an exponent, however long that is: `1000`, `0.1`, `NaN`, `-inf`.
#[must_use]
pub fn plain(value: f64) -> String {
    let sign = if value.is_sign_negative() && !value.is_nan() { "-" } else { "" };
    match shortest(value) {
        Some(digits) => format!("{sign}{}", digits.plain()),
        None if value == 0.0 => format!("{sign}0"),
        None if value.is_nan() => "NaN".to_owned(),
        None => format!("{sign}inf"),
    }
}

/// A float that knows its format and its parts.
pub(crate) trait Float: Copy {
    const FORMAT: Format;
    fn magnitude(self) -> u64;
}

impl Float for f64 {
    const FORMAT: Format = F64;
    fn magnitude(self) -> u64 {
        self.abs().to_bits()
    }
}

impl Float for f32 {
    const FORMAT: Format = F32;
    fn magnitude(self) -> u64 {
        self.abs().to_bits().into()
    }
}

/// The fewest digits that read back as the same magnitude, of those the nearest. Nothing for zero and what is not a number.
pub(crate) fn shortest(value: impl Float) -> Option<Digits> {
    fewest(value.magnitude(), value_format(value))
}

fn value_format<F: Float>(_: F) -> Format {
    F::FORMAT
}

fn fewest(bits: u64, format: Format) -> Option<Digits> {
    if bits == 0 || bits >= format.infinity() {
        return None;
    }
    let (digits, exponent) = expand(bits, format);
    let candidate = |length: usize| {
        let (head, tail) = digits.split_at_checked(length)?;
        let (down, up) = (tidy(head, exponent, false), tidy(head, exponent, true));
        let nearer_up = tail.first().is_some_and(|&digit| digit >= 5);
        let [first, second] = if nearer_up { [up, down] } else { [down, up] };
        [first, second].into_iter().find(|decimal| decimal.0.round(format) == bits)
    };
    let (decimal, exponent) = (1..=MOST).find_map(candidate)?;
    let digits = decimal.digits.iter().map(|digit| char::from(digit.wrapping_add(b'0'))).collect();
    Some(Digits { digits, exponent })
}

/// The first digits, or the next higher ones, and the exponent of the first digit.
fn tidy(head: &[u8], exponent: i32, up: bool) -> (Decimal, i32) {
    let (mut digits, mut exponent) = (head.to_vec(), exponent);
    if up {
        while digits.last() == Some(&9) {
            digits.pop();
        }
        match digits.last_mut() {
            Some(last) => *last = last.saturating_add(1),
            None => {
                digits.push(1);
                exponent = exponent.saturating_add(1);
            }
        }
    }
    while digits.last() == Some(&0) {
        digits.pop();
    }
    let behind = i64::try_from(digits.len()).unwrap_or_default().saturating_sub(1);
    (Decimal { negative: false, exponent: i64::from(exponent).saturating_sub(behind), digits }, exponent)
}

/// One digit more than needed, cut off, and the exponent of the first.
#[allow(clippy::arithmetic_side_effects, reason = "exponents stay within a few thousand")]
fn expand(bits: u64, format: Format) -> (Vec<u8>, i32) {
    let stored = i32::try_from(bits >> (format.bits - 1)).unwrap_or_default();
    let fraction = bits & ((1 << (format.bits - 1)) - 1);
    let hidden = if stored == 0 { 0 } else { 1 << (format.bits - 1) };
    let binary = stored.max(1) + format.least - format.bits;
    let (mut above, mut below) = (Big::new(fraction | hidden), Big::new(1));
    let shifted = if binary < 0 { &mut below } else { &mut above };
    shifted.shift_left(binary.unsigned_abs());
    // log10 of the number, at most one too low: 1233 / 4096 is a little less than log10 of 2.
    let mut exponent = ((above.bits() - below.bits() - 1) * 1233).div_euclid(4096);
    let scaled = if exponent < 0 { &mut above } else { &mut below };
    scaled.times_power_of_ten(exponent.unsigned_abs());
    let mut ten_times = below.clone();
    ten_times.multiply(10, 0);
    if above >= ten_times {
        below = ten_times;
        exponent += 1;
    }
    let digits = (0..=MOST).map(|_| {
        let digit = (0..9).take_while(|_| above.take(&below)).count();
        above.multiply(10, 0);
        u8::try_from(digit).unwrap_or_default()
    });
    (digits.collect(), exponent)
}
