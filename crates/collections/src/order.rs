//! Sorting that is compiled once instead of once for each type, which keeps the wasm small.
//!
//! These functions allocate. In inner loops use the methods of slices.

use std::cmp::Ordering;

/// Stable sort by a comparison. Slices with more than `u32::MAX` items are not sorted.
pub fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let Ok(length) = u32::try_from(items.len()) else { return };
    let mut numbers: Vec<Number> = (0..length).map(Number).collect();
    sort_numbers(&mut numbers, &mut |a, b| match (items.get(a as usize), items.get(b as usize)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    arrange(items, &mut numbers, length);
}

/// Applies a permutation in place.
fn arrange<T>(items: &mut [T], numbers: &mut [Number], length: u32) {
    for start in 0..length {
        let mut at = start;
        // An item in its final position has its own number.
        while let Some(from) = numbers.get_mut(at as usize).map(|number| std::mem::replace(&mut number.0, at))
            && from != start
            && from != at
        {
            items.swap(at as usize, from as usize);
            at = from;
        }
    }
}

/// Stable sort by a key.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Stable sort.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Returns the distinct items, sorted.
pub fn unique<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    sort(&mut items);
    items.dedup();
    items
}

/// The position of an item before sorting. Not `Copy`, because for types that are, the sort of slices has more code.
struct Number(u32);

/// Sorts the numbers of items. Equal items keep their order. For slices, the unstable sort has less code.
fn sort_numbers(numbers: &mut [Number], compare: &mut dyn FnMut(u32, u32) -> Ordering) {
    numbers.sort_unstable_by(|a, b| compare(a.0, b.0).then(a.0.cmp(&b.0)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_as_slices_do() {
        let mut state = 7_u32;
        for length in [0, 1, 2, 30, 500] {
            let mut items: Vec<(u32, usize)> = (0..length)
                .map(|at| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 28, at)
                })
                .collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            sort_by_key(&mut items, |item| item.0);
            assert_eq!(items, expected);
        }
        assert_eq!(unique([3, 1, 3, 2].into_iter()), [1, 2, 3]);
    }
}
