//! Sorting in the order of Go's `sort.Slice`.
//!
//! `sort.Slice` is not stable: the order of equal elements depends on the steps of the algorithm. Output that upstream
//! sorts this way is reproduced byte for byte only with the same steps. The algorithm is pattern-defeating quicksort:
//! insertion sort up to twelve elements, quicksort above, heapsort after too many bad pivots.

use std::ops::Range;

/// The maximum length for insertion sort.
const MAX_INSERTION: usize = 12;
/// The minimum length for which the pivot is the median of three medians.
const SHORTEST_NINTHER: usize = 50;
/// The maximum number of swaps to find a pivot among nine elements.
const MAX_SWAPS: usize = 12;
/// The maximum number of unordered pairs that are repaired before the range is partitioned after all.
const MAX_STEPS: usize = 5;
/// The minimum length for which unordered pairs are repaired.
const SHORTEST_SHIFTING: usize = 50;

/// Sorts a slice as Go's `sort.Slice` does, including the order of equal elements.
///
/// If `less` is not a strict weak order, the result is also that of Go.
///
/// ```
/// let mut list = [(2, 'a'), (1, 'b'), (2, 'c')];
/// olmkit_gostd::sort_slice(&mut list, |a, b| a.0 < b.0);
/// assert_eq!(list, [(1, 'b'), (2, 'a'), (2, 'c')]);
/// ```
pub fn sort_slice<T>(list: &mut [T], less: impl Fn(&T, &T) -> bool) {
    let length = list.len();
    let limit = usize::BITS.saturating_sub(length.leading_zeros());
    Sorter { list, less }.quicksort(0..length, limit);
}

/// What the choice of a pivot indicates about the order of the elements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hint {
    Unknown,
    Increasing,
    Decreasing,
}

struct Sorter<'l, T, L> {
    list: &'l mut [T],
    less: L,
}

#[allow(
    clippy::arithmetic_side_effects,
    reason = "indices stay within the range that is sorted, which is longer than the largest offset"
)]
impl<T, L: Fn(&T, &T) -> bool> Sorter<'_, T, L> {
    fn less(&self, a: usize, b: usize) -> bool {
        matches!((self.list.get(a), self.list.get(b)), (Some(a), Some(b)) if (self.less)(a, b))
    }

    fn swap(&mut self, a: usize, b: usize) {
        if a.max(b) < self.list.len() {
            self.list.swap(a, b);
        }
    }

    /// `limit` is the number of bad pivots after which heapsort is used. The recursion sorts the shorter part, so its
    /// depth is logarithmic.
    fn quicksort(&mut self, range: Range<usize>, mut limit: u32) {
        let Range { start: mut a, end: mut b } = range;
        let (mut balanced, mut partitioned) = (true, true);
        loop {
            let length = b - a;
            if length <= MAX_INSERTION {
                return self.insertion_sort(a, b);
            }
            if limit == 0 {
                return self.heapsort(a, b);
            }
            if !balanced {
                self.break_patterns(a, b);
                limit -= 1;
            }
            let (mut pivot, mut hint) = self.choose_pivot(a, b);
            if hint == Hint::Decreasing {
                if let Some(part) = self.list.get_mut(a..b) {
                    part.reverse();
                }
                pivot = (b - 1) - (pivot - a);
                hint = Hint::Increasing;
            }
            if balanced && partitioned && hint == Hint::Increasing && self.partial_insertion_sort(a, b) {
                return;
            }
            // No element of the range is less than the element before it. If the pivot equals that element, all
            // elements equal to the pivot belong to the left and need no more sorting.
            if a > 0 && !self.less(a - 1, pivot) {
                a = self.partition_equal(a, b, pivot);
                continue;
            }
            let (middle, already) = self.partition(a, b, pivot);
            partitioned = already;
            let (left, right) = (middle - a, b - middle);
            let threshold = length / 8;
            if left < right {
                balanced = left >= threshold;
                self.quicksort(a..middle, limit);
                a = middle + 1;
            } else {
                balanced = right >= threshold;
                self.quicksort(middle + 1..b, limit);
                b = middle;
            }
        }
    }

    fn insertion_sort(&mut self, a: usize, b: usize) {
        for i in a + 1..b {
            self.sift_left(i, a);
        }
    }

    /// Moves the element at `from` to the left while it is less than its neighbor, at most to `first`.
    fn sift_left(&mut self, from: usize, first: usize) {
        let mut at = from;
        while at > first && self.less(at, at - 1) {
            self.swap(at, at - 1);
            at -= 1;
        }
    }

    fn heapsort(&mut self, a: usize, b: usize) {
        let length = b - a;
        for root in (0..=(length - 1) / 2).rev() {
            self.sift_down(root, length, a);
        }
        for last in (0..length).rev() {
            self.swap(a, a + last);
            self.sift_down(0, last, a);
        }
    }

    fn sift_down(&mut self, mut root: usize, length: usize, first: usize) {
        loop {
            let mut child = 2 * root + 1;
            if child >= length {
                return;
            }
            if child + 1 < length && self.less(first + child, first + child + 1) {
                child += 1;
            }
            if !self.less(first + root, first + child) {
                return;
            }
            self.swap(first + root, first + child);
            root = child;
        }
    }

    /// Swaps some elements, so that a pattern in the input does not lead to bad pivots again. The pseudo-random numbers
    /// are seeded with the length, so they are always the same.
    fn break_patterns(&mut self, a: usize, b: usize) {
        let length = b - a;
        if length < 8 {
            return;
        }
        let mut random = length as u64;
        let mask = (1_u64 << (u64::BITS - random.leading_zeros())) - 1;
        let middle = a + length / 4 * 2;
        for i in 0..3 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let mut other = usize::try_from(random & mask).unwrap_or_default();
            if other >= length {
                other -= length;
            }
            self.swap(middle - 1 + i, a + other);
        }
    }

    fn choose_pivot(&self, a: usize, b: usize) -> (usize, Hint) {
        let length = b - a;
        let mut swaps = 0;
        let [mut i, mut j, mut k] = [1, 2, 3].map(|quarter| a + length / 4 * quarter);
        if length >= 8 {
            if length >= SHORTEST_NINTHER {
                i = self.median(i - 1, i, i + 1, &mut swaps);
                j = self.median(j - 1, j, j + 1, &mut swaps);
                k = self.median(k - 1, k, k + 1, &mut swaps);
            }
            j = self.median(i, j, k, &mut swaps);
        }
        match swaps {
            0 => (j, Hint::Increasing),
            MAX_SWAPS => (j, Hint::Decreasing),
            _ => (j, Hint::Unknown),
        }
    }

    fn median(&self, a: usize, b: usize, c: usize, swaps: &mut usize) -> usize {
        let (a, b) = self.ordered(a, b, swaps);
        let (b, _) = self.ordered(b, c, swaps);
        self.ordered(a, b, swaps).1
    }

    fn ordered(&self, a: usize, b: usize, swaps: &mut usize) -> (usize, usize) {
        if !self.less(b, a) {
            return (a, b);
        }
        *swaps += 1;
        (b, a)
    }

    /// Repairs a few unordered pairs. Returns whether the range is sorted afterwards.
    fn partial_insertion_sort(&mut self, a: usize, b: usize) -> bool {
        let mut i = a + 1;
        for _ in 0..MAX_STEPS {
            while i < b && !self.less(i, i - 1) {
                i += 1;
            }
            if i == b {
                return true;
            }
            if b - a < SHORTEST_SHIFTING {
                return false;
            }
            self.swap(i, i - 1);
            if i - a >= 2 {
                self.sift_left(i - 1, 0);
            }
            if b - i >= 2 {
                self.sift_right(i, b);
            }
        }
        false
    }

    /// Moves the element at `from` to the right while its neighbor is less.
    fn sift_right(&mut self, from: usize, end: usize) {
        let mut at = from + 1;
        while at < end && self.less(at, at - 1) {
            self.swap(at, at - 1);
            at += 1;
        }
    }

    /// Moves elements less than the pivot to its left, all others to its right. Returns the position of the pivot, and
    /// whether the range was already partitioned.
    fn partition(&mut self, a: usize, b: usize, pivot: usize) -> (usize, bool) {
        self.swap(a, pivot);
        let (mut i, mut j) = (a + 1, b - 1);
        let mut already = true;
        loop {
            while i <= j && self.less(i, a) {
                i += 1;
            }
            while i <= j && !self.less(j, a) {
                j -= 1;
            }
            if i > j {
                self.swap(j, a);
                return (j, already);
            }
            already = false;
            self.swap(i, j);
            i += 1;
            j -= 1;
        }
    }

    /// Moves elements equal to the pivot to the left, greater elements to the right. Returns the position of the first
    /// greater element.
    fn partition_equal(&mut self, a: usize, b: usize, pivot: usize) -> usize {
        self.swap(a, pivot);
        let (mut i, mut j) = (a + 1, b - 1);
        loop {
            while i <= j && !self.less(a, i) {
                i += 1;
            }
            while i <= j && self.less(a, j) {
                j -= 1;
            }
            if i > j {
                return i;
            }
            self.swap(i, j);
            i += 1;
            j -= 1;
        }
    }
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, reason = "tests")]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// A key and the original position of the element.
    type Item = (u32, u32);

    const SEED: u32 = 2_166_136_261;

    /// FNV-1a over the original positions of the elements.
    fn hash(from: u32, list: &[Item]) -> u32 {
        list.iter().fold(from, |hash, (_, at)| (hash ^ at).wrapping_mul(16_777_619))
    }

    /// Keys in five patterns: random, ascending with noise, descending, rising and falling, sawtooth.
    fn items(length: u32, modulus: u32, pattern: u32) -> Vec<Item> {
        let mut state = length.wrapping_mul(31).wrapping_add(modulus.wrapping_mul(7)).wrapping_add(pattern);
        let key = |at: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let random = (state >> 8) % modulus;
            match pattern {
                0 => random,
                1 if random == 0 => (state >> 16) % length,
                1 => at,
                2 => (length - at) / modulus,
                3 if at > length / 2 => (length - at) / modulus,
                3 => at / modulus,
                _ => at % modulus,
            }
        };
        (0..length).map(key).zip(0..).collect()
    }

    fn sorted(mut list: Vec<Item>) -> Vec<Item> {
        sort_slice(&mut list, |a, b| a.0 < b.0);
        list
    }

    /// Hashes of the orders that Go 1.27 produces, for the lengths 0 to 399: pattern, modulus, hash.
    #[test]
    fn equal_elements_have_the_order_of_go() {
        const GO: [[u32; 6]; 5] = [
            [0x97d9_164d, 0x1337_9d99, 0x2d45_a72d, 0x5f30_307f, 0xe410_10d9, 0xb87e_d715],
            [0xa4ec_7c93, 0x0a35_1157, 0xb846_9513, 0x40bb_c0d7, 0x0a64_7e9f, 0x3ec0_4a91],
            [0x2640_099d, 0x05df_db2f, 0xe64d_e909, 0x1a54_c643, 0xced2_0005, 0xbb25_f0c7],
            [0x7fc3_b3e7, 0xc046_51e3, 0x4d20_eb21, 0xe863_8a33, 0xf6a8_d203, 0xdeb6_a4dd],
            [0x97d9_164d, 0xf9f9_1e81, 0x585f_c26b, 0x5036_f321, 0x9654_b497, 0x0b60_3481],
        ];
        for (pattern, row) in (0..).zip(GO) {
            for (modulus, expected) in [1, 2, 3, 5, 17, 100].into_iter().zip(row) {
                let order = (0..400).fold(SEED, |from, length| hash(from, &sorted(items(length, modulus, pattern))));
                assert_eq!(order, expected, "pattern {pattern}, modulus {modulus}");
            }
        }
        for (length, expected) in [(1000, 0xc01f_bdb9), (5000, 0x4c64_19c3), (20_000, 0x87a5_b66f)] {
            assert_eq!(hash(SEED, &sorted(items(length, 7, 0))), expected, "{length}");
        }
    }

    /// Keys that make every pivot a bad one: an adversary assigns them while the indices are sorted.
    fn killer(length: u32) -> Vec<u32> {
        const OPEN: u32 = u32::MAX;
        struct Adversary {
            keys: Vec<u32>,
            decided: u32,
            candidate: usize,
        }
        let state = RefCell::new(Adversary { keys: vec![OPEN; length as usize], decided: 0, candidate: 0 });
        let mut indices: Vec<usize> = (0..length as usize).collect();
        sort_slice(&mut indices, |&a, &b| {
            let mut state = state.borrow_mut();
            if state.keys[a] == OPEN && state.keys[b] == OPEN {
                let solid = if a == state.candidate { a } else { b };
                state.keys[solid] = state.decided;
                state.decided += 1;
            }
            if let Some(open) = [a, b].into_iter().find(|&at| state.keys[at] == OPEN) {
                state.candidate = open;
            }
            state.keys[a] < state.keys[b]
        });
        let keys = state.into_inner().keys;
        keys.into_iter().map(|key| if key == OPEN { 1 << 30 } else { key }).collect()
    }

    #[test]
    fn bad_pivots_lead_to_heapsort_as_in_go() {
        let list = killer(2000).into_iter().map(|key| key / 3).zip(0..).collect();
        assert_eq!(hash(SEED, &sorted(list)), 0x9960_69ff);
    }

    #[test]
    fn result_is_sorted_and_a_permutation() {
        for pattern in 0..5 {
            for length in 0..300 {
                let list = items(length, 1 + length % 13, pattern);
                let result = sorted(list.clone());
                assert!(result.is_sorted_by_key(|item| item.0), "pattern {pattern}, length {length}");
                let mut places: Vec<u32> = result.iter().map(|item| item.1).collect();
                places.sort_unstable();
                assert!(places.into_iter().eq(0..length));
                if length <= 12 {
                    let mut stable = list;
                    stable.sort_by_key(|item| item.0);
                    assert_eq!(result, stable);
                }
            }
        }
    }
}
