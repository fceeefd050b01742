//! Decimal text to binary floats and back, exactly.
//!
//! What the standard library has for it is 20 KiB of the gzipped engine, tables above all. A catalog has few floats
//! and most of them are short: this is small, and fast for those.

mod big;
mod go;
mod print;

use big::Big;
pub use go::{go_float32_key, go_float64, go_float64_g};
pub use print::plain;
use print::{Digits, shortest};

/// A binary format of IEEE 754.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Format {
    /// Bits of the significand, the hidden one among them.
    bits: i32,
    /// Exponent of the smallest normal number.
    least: i32,
    /// Powers of ten up to this one are exact.
    exact_power: i32,
}

pub(crate) const F64: Format = Format { bits: 53, least: -1022, exact_power: 22 };
pub(crate) const F32: Format = Format { bits: 24, least: -126, exact_power: 10 };

/// More digits cannot change a float, but for whether all that follow are zeros.
const DIGITS: usize = 800;

/// A decimal number: `digits` times 10 to the power of `exponent`. No zero leads.
#[derive(Debug, Default, PartialEq)]
struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

/// The number that `[+-] digits [. digits] [e [+-] digits]` says; nothing when the text has another shape.
#[must_use]
pub fn parse(text: &str) -> Option<f64> {
    let decimal = read(text.as_bytes())?;
    let magnitude = f64::from_bits(decimal.round(F64));
    Some(if decimal.negative { -magnitude } else { magnitude })
}

fn split_sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

fn read(text: &[u8]) -> Option<Decimal> {
    let (negative, text) = split_sign(text);
    let mut decimal = Decimal { negative, ..Decimal::default() };
    let (mut any, mut point, mut more) = (false, false, false);
    let mut rest = text.iter();
    let mut scientific = false;
    for &byte in rest.by_ref() {
        match byte {
            b'0'..=b'9' => {
                any = true;
                let fits = decimal.digits.len() < DIGITS;
                more |= !fits && byte != b'0';
                // Digits left of the point that are dropped count, as do those right of it that are kept.
                let step = i64::from(!fits).saturating_sub(point.into());
                decimal.exponent = decimal.exponent.saturating_add(step);
                if fits && !(decimal.digits.is_empty() && byte == b'0') {
                    decimal.digits.push(byte.wrapping_sub(b'0'));
                }
            }
            b'.' if !point => point = true,
            b'e' | b'E' => {
                scientific = true;
                break;
            }
            _ => return None,
        }
    }
    if !any {
        return None;
    }
    if more {
        decimal.digits.push(1);
        decimal.exponent = decimal.exponent.saturating_sub(1);
    }
    if scientific {
        decimal.exponent = decimal.exponent.saturating_add(exponent(rest.as_slice())?);
    }
    Some(decimal)
}

fn exponent(text: &[u8]) -> Option<i64> {
    let (negative, digits) = split_sign(text);
    let valid = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let add = |sum: i64, digit: &u8| sum.saturating_mul(10).saturating_add(i64::from(digit.wrapping_sub(b'0')));
    // Enough to outweigh any number of digits, and far from the end of the type.
    let size = digits.iter().fold(0, add).min(1 << 40);
    valid.then_some(if negative { size.saturating_neg() } else { size })
}

impl Decimal {
    /// The bits of the nearest float, of two the even one; without the sign.
    fn round(&self, format: Format) -> u64 {
        let length = i64::try_from(self.digits.len()).unwrap_or(i64::MAX);
        let magnitude = self.exponent.saturating_add(length);
        if self.digits.is_empty() || magnitude < -400 {
            return 0;
        }
        if magnitude > 400 {
            return format.infinity();
        }
        // Between -1,201 and 400 now.
        let exponent = i32::try_from(self.exponent).unwrap_or_default();
        self.round_exact(exponent, format).unwrap_or_else(|| self.round_big(exponent, format))
    }

    /// Where digits and power of ten are both exact floats, one operation rounds rightly.
    fn round_exact(&self, exponent: i32, format: Format) -> Option<u64> {
        if format.bits != F64.bits || self.digits.len() > 15 || exponent.abs() > format.exact_power {
            return None;
        }
        let digits = self.digits.iter().fold(0.0, |sum, &digit| sum * 10.0 + f64::from(digit));
        let power = (0..exponent.abs()).fold(1.0, |power, _| power * 10.0);
        Some(if exponent < 0 { digits / power } else { digits * power }.to_bits())
    }

    fn round_big(&self, exponent: i32, format: Format) -> u64 {
        let mut above = Big::new(0);
        for &digit in &self.digits {
            above.multiply(10, digit.into());
        }
        let mut below = Big::new(1);
        let scaled = if exponent < 0 { &mut below } else { &mut above };
        scaled.times_power_of_ten(exponent.unsigned_abs());
        // The quotient gets 64 or 65 bits.
        let shift = below.bits().saturating_sub(above.bits()).saturating_add(64);
        let shifted = if shift < 0 { &mut below } else { &mut above };
        shifted.shift_left(shift.unsigned_abs());
        let quotient = divide(&mut above, below);
        format.assemble(quotient, shift, !above.is_zero())
    }
}

/// The quotient, below 2^66; the rest is left in `above`.
fn divide(above: &mut Big, mut below: Big) -> u128 {
    below.shift_left(66);
    (0..66).fold(0, |quotient, _| {
        below.halve();
        (quotient << 1) | u128::from(above.take(&below))
    })
}

#[allow(clippy::arithmetic_side_effects, reason = "exponents stay within a few thousand, shifts within 0 to 66")]
impl Format {
    fn infinity(self) -> u64 {
        ((2 - 2 * self.least) as u64 + 1) << (self.bits - 1)
    }

    /// The bits of `quotient` times 2^-`shift`, and a little more when there is a `rest`.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the significand has 53 bits at most")]
    fn assemble(self, quotient: u128, shift: i32, rest: bool) -> u64 {
        let top = 127 - quotient.leading_zeros() as i32;
        let exponent = top - shift;
        let below_least = (self.least - exponent).max(0);
        let kept = self.bits - below_least;
        if kept < 0 {
            return 0;
        }
        let dropped = top + 1 - kept;
        let significand = (quotient >> dropped) as u64;
        let lost = quotient & ((1 << dropped) - 1);
        let half = 1 << (dropped - 1);
        let up = lost > half || lost == half && (rest || significand & 1 == 1);
        // The hidden bit counts one for the exponent; a carry does too.
        let biased = (exponent - self.least).max(0) as u64;
        ((biased << (self.bits - 1)) + significand + u64::from(up)).min(self.infinity())
    }
}

#[cfg(test)]
mod tests;
