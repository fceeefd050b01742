//! Natural numbers of any size: what exact conversion of floats needs, and no more.

use std::cmp::Ordering;

/// A natural number: digits of 32 bits, the lowest first, no zeros at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Big(Vec<u32>);

#[allow(clippy::cast_possible_truncation, reason = "the low half is what is meant")]
const fn halves(value: u64) -> (u32, u32) {
    (value as u32, (value >> 32) as u32)
}

impl Big {
    pub(super) fn new(value: u64) -> Self {
        let (low, high) = halves(value);
        let mut big = Big(vec![low, high]);
        big.trim();
        big
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// How many bits it has.
    pub(super) fn bits(&self) -> i32 {
        let top = self.0.last().map_or(0, |top| top.leading_zeros());
        let bits = self.0.len().saturating_mul(32).saturating_sub(top as usize);
        i32::try_from(bits).unwrap_or(i32::MAX)
    }

    /// Times `factor`, plus `carry`.
    pub(super) fn multiply(&mut self, factor: u32, mut carry: u32) {
        for digit in &mut self.0 {
            // At most (2^32 - 1)^2 + 2^32 - 1.
            let product = u64::from(*digit).wrapping_mul(factor.into()).wrapping_add(carry.into());
            (*digit, carry) = halves(product);
        }
        self.0.push(carry);
        self.trim();
    }

    pub(super) fn times_power_of_ten(&mut self, exponent: u32) {
        for _ in 0..exponent / 9 {
            self.multiply(1_000_000_000, 0);
        }
        for _ in 0..exponent % 9 {
            self.multiply(10, 0);
        }
    }

    /// Times 2^`bits`.
    pub(super) fn shift_left(&mut self, bits: u32) {
        let whole = std::iter::repeat_n(0, (bits / 32) as usize);
        self.0.splice(0..0, whole);
        self.multiply(1 << (bits % 32), 0);
    }

    /// Half of it, rounded down.
    pub(super) fn halve(&mut self) {
        let mut above = 0;
        for digit in self.0.iter_mut().rev() {
            let low = *digit & 1;
            *digit = (*digit >> 1) | (above << 31);
            above = low;
        }
        self.trim();
    }

    /// Takes `other` away if that leaves a natural number.
    pub(super) fn take(&mut self, other: &Big) -> bool {
        if *self < *other {
            return false;
        }
        let mut borrow = false;
        for (at, digit) in self.0.iter_mut().enumerate() {
            let (difference, first) = digit.overflowing_sub(other.0.get(at).copied().unwrap_or(0));
            let (difference, second) = difference.overflowing_sub(borrow.into());
            (*digit, borrow) = (difference, first || second);
        }
        self.trim();
        true
    }
}

impl Ord for Big {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl PartialOrd for Big {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
