//! A segment tree with lazy updates: numbers of which whole intervals are lowered at once.

use olmkit_upgrade::Interval;

/// Numbers that only fall. Lowering an interval takes logarithmic time, however long it is.
pub(super) struct Counts {
    /// The number of leaves: a power of two.
    size: usize,
    /// For each node of a binary tree the least number below it, without what [`Counts::lowered`] says about the nodes
    /// above. The leaves, which are the numbers, start at `size`.
    least: Vec<usize>,
    /// For each node by how much everything below it was lowered.
    lowered: Vec<usize>,
}

/// The number that stands for those that were taken. It is never lowered to 0.
const TAKEN: usize = usize::MAX;

impl Counts {
    pub(super) fn new(numbers: &[usize]) -> Counts {
        let size = numbers.len().next_power_of_two();
        let mut least = vec![TAKEN; size.saturating_mul(2)];
        for (leaf, number) in least.iter_mut().skip(size).zip(numbers) {
            *leaf = *number;
        }
        let lowered = vec![0; least.len()];
        let mut counts = Counts { size, least, lowered };
        (1..size).rev().for_each(|node| counts.update(node));
        counts
    }

    /// Lowers each number of an interval by 1.
    pub(super) fn lower(&mut self, (from, to): Interval) {
        let (first, last) = (self.size.saturating_add(from), self.size.saturating_add(to));
        let (mut left, mut right) = (first, last);
        while left < right {
            if left % 2 == 1 {
                self.lower_node(left);
                left = left.saturating_add(1);
            }
            if right % 2 == 1 {
                right = right.saturating_sub(1);
                self.lower_node(right);
            }
            (left, right) = (left / 2, right / 2);
        }
        if from < to {
            self.update_above(first);
            self.update_above(last.saturating_sub(1));
        }
    }

    /// The index of a number that is 0, which is not returned again.
    pub(super) fn take_zero(&mut self) -> Option<usize> {
        let mut node = 1;
        let mut left = *self.least.get(node)?;
        if left > 0 {
            return None;
        }
        while node < self.size {
            left = left.saturating_add(self.lowered.get(node).copied().unwrap_or_default());
            let below = node.saturating_mul(2);
            node = if self.least.get(below) == Some(&left) { below } else { below.saturating_add(1) };
        }
        *self.least.get_mut(node)? = TAKEN;
        self.update_above(node);
        node.checked_sub(self.size)
    }

    fn lower_node(&mut self, node: usize) {
        if let (Some(least), Some(lowered)) = (self.least.get_mut(node), self.lowered.get_mut(node)) {
            *least = least.saturating_sub(1);
            *lowered = lowered.saturating_add(1);
        }
    }

    fn update(&mut self, node: usize) {
        let below = |side: usize| self.least.get(node.saturating_mul(2).saturating_add(side)).copied().unwrap_or(TAKEN);
        let lowered = self.lowered.get(node).copied().unwrap_or_default();
        let number = below(0).min(below(1)).saturating_sub(lowered);
        if let Some(least) = self.least.get_mut(node) {
            *least = number;
        }
    }

    fn update_above(&mut self, leaf: usize) {
        let mut node = leaf / 2;
        while node > 0 {
            self.update(node);
            node /= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn intervals_are_lowered_and_zeros_are_taken_once() {
        for length in [1, 2, 3, 7, 8, 20] {
            let numbers: Vec<usize> = (0..length).map(|at| at % 3).collect();
            let (mut counts, mut expected) = (Counts::new(&numbers), numbers.clone());
            let mut state = 5_usize;
            for _ in 0..60 {
                while let Some(at) = counts.take_zero() {
                    assert_eq!(std::mem::replace(&mut expected[at], usize::MAX), 0, "{length}");
                }
                assert!(!expected.contains(&0), "{length}: {expected:?}");
                state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                let (from, to) = (state / 65_536 % length, state / 65_536 % length + 1);
                let from = from.saturating_sub(state / 256 % 4);
                if expected[from..to].iter().all(|number| *number > 0) {
                    expected[from..to].iter_mut().for_each(|number| *number -= usize::from(*number != usize::MAX));
                    counts.lower((from, to));
                }
            }
        }
    }
}
