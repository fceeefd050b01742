//! The versions that a range matches, as intervals of ranks. With intervals, the best range for every version is found
//! in near linear time, for any number of ranges.

use olmkit_collections::order;
use olmkit_semver::Op;
use olmkit_semver::{Comparator, Range, Version};

/// A half-open interval of ranks.
pub type Interval = (usize, usize);

/// The ranks that a range matches, and those for which evaluating it panics.
#[derive(Debug, Default)]
pub struct Matching {
    /// The ranks of versions that match.
    pub inside: Vec<Interval>,
    /// The ranks of versions on which evaluating the range panics.
    pub panics: Vec<Interval>,
}

/// Finds the ranks in the ascending list of all versions.
#[must_use]
pub fn matching(range: &Range, versions: &[Version]) -> Matching {
    let mut found = Matching::default();
    found.fill(range, versions, None);
    found
}

impl Matching {
    /// Like [`matching`], but fills the existing lists. `own` is the rank of the entry's own version: most ranges end
    /// there, which saves a search.
    pub(crate) fn fill(&mut self, range: &Range, versions: &[Version], own: Option<usize>) {
        self.inside.clear();
        self.panics.clear();
        for part in range.parts() {
            if part.is_empty() {
                self.panics = complement(&self.inside, versions.len());
                break;
            }
            part_intervals(part, versions, own, &mut self.inside);
        }
    }
}

fn part_intervals(part: &[Comparator], versions: &[Version], own: Option<usize>, pieces: &mut Vec<Interval>) {
    let (mut from, mut to) = (0, versions.len());
    let mut holes = Vec::new();
    for comparator in part {
        let sought = &comparator.version;
        let known = own.filter(|own| versions.get(*own) == Some(sought));
        let below = || known.unwrap_or_else(|| versions.partition_point(|version| version < sought));
        let up_to = || {
            let after = known.map(|own| own.saturating_add(1));
            after.unwrap_or_else(|| versions.partition_point(|version| version <= sought))
        };
        match comparator.op {
            Op::Equal => (from, to) = (from.max(below()), to.min(up_to())),
            Op::NotEqual => holes.push((below(), up_to())),
            Op::Greater => from = from.max(up_to()),
            Op::GreaterEqual => from = from.max(below()),
            Op::Less => to = to.min(below()),
            Op::LessEqual => to = to.min(up_to()),
        }
    }
    order::sort(&mut holes);
    let mut add = |start: usize, end: usize| {
        if start < end {
            pieces.push((start, end));
        }
    };
    for (start, end) in holes {
        add(from, to.min(start));
        from = from.max(end);
    }
    add(from, to);
}

fn complement(intervals: &[Interval], length: usize) -> Vec<Interval> {
    let mut sorted = intervals.to_vec();
    order::sort(&mut sorted);
    let mut gaps = Vec::new();
    let mut at = 0;
    for (start, end) in sorted {
        gaps.push((at, start));
        at = at.max(end);
    }
    gaps.push((at, length));
    gaps.retain(|(start, end)| start < end);
    gaps
}

/// Assigns to every rank the first owner, in order of preference, whose intervals cover it.
#[derive(Debug)]
pub(crate) struct Cover {
    owner: Vec<Option<usize>>,
    /// For each rank, a lower bound of the next rank without an owner.
    next: Vec<usize>,
}

impl Cover {
    pub(crate) fn new(length: usize) -> Self {
        Cover { owner: vec![None; length], next: (0..=length).collect() }
    }

    /// Assigns the owner to all ranks of the interval that have none.
    pub(crate) fn claim(&mut self, (from, to): Interval, owner: usize) {
        let mut at = self.free(from);
        while at < to {
            if let Some(slot) = self.owner.get_mut(at) {
                *slot = Some(owner);
            }
            if let Some(next) = self.next.get_mut(at) {
                *next = at.saturating_add(1);
            }
            at = self.free(at);
        }
    }

    pub(crate) fn owner(&self, rank: usize) -> Option<usize> {
        self.owner.get(rank).copied().flatten()
    }

    fn free(&mut self, from: usize) -> usize {
        let mut at = from;
        while let Some(&next) = self.next.get(at).filter(|next| **next != at) {
            // Path halving: shortens later lookups.
            let beyond = self.next.get(next).copied().unwrap_or(next);
            if let Some(slot) = self.next.get_mut(at) {
                *slot = beyond;
            }
            at = next;
        }
        at
    }
}

/// The number of intervals that cover each rank.
pub(crate) fn depth(intervals: &[Interval], length: usize) -> Vec<usize> {
    let mut starts = vec![0_usize; length.saturating_add(1)];
    let mut ends = starts.clone();
    for &(from, to) in intervals {
        for (list, at) in [(&mut starts, from), (&mut ends, to)] {
            if let Some(count) = list.get_mut(at) {
                *count = count.saturating_add(1);
            }
        }
    }
    let mut open = 0_usize;
    let counted = starts.iter().zip(&ends).take(length);
    counted
        .map(|(start, end)| {
            open = open.saturating_add(*start).saturating_sub(*end);
            open
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_contains() {
        let mut versions: Vec<Version> =
            ["0.1.0", "1.0.0-rc.1", "1.0.0", "1.2.3", "1.9.9", "2.0.0-0", "2.0.0", "3.1.0"]
                .iter()
                .map(|text| Version::parse(text).unwrap())
                .collect();
        versions.sort();
        let ranges = [
            ">=1.0.0 <2.0.0",
            ">=1.0.0 <2.0.0 !=1.2.3",
            "!=1.0.0 !=2.0.0",
            ">=1.0.0 !=1.1.0 <2.0.0 !=2.5.0",
            ">1.0.0 <1.1.0",
            "<1.0.0 || >=2.0.0",
            "1.x.x || 3.1.0",
            ">2.0.0 <1.0.0",
            "1.0.0 || || 2.0.0",
            ">=1.0.0 || || 0.1.0",
        ];
        for text in ranges {
            let range = Range::parse(text).unwrap();
            let found = matching(&range, &versions);
            let covers = |list: &[Interval], rank: usize| list.iter().any(|(from, to)| *from <= rank && rank < *to);
            assert!(found.inside.iter().chain(&found.panics).all(|(from, to)| from < to), "{text} {found:?}");
            for (rank, version) in versions.iter().enumerate() {
                let expected = range.contains(version);
                assert_eq!(covers(&found.inside, rank), expected == Ok(true), "{text} {version}");
                assert_eq!(covers(&found.panics, rank), expected.is_err(), "{text} {version}");
            }
        }
    }

    #[test]
    fn first_claim_stays() {
        let mut cover = Cover::new(6);
        cover.claim((1, 3), 7);
        cover.claim((0, 5), 8);
        cover.claim((0, 6), 9);
        let owners: Vec<Option<usize>> = (0..6).map(|rank| cover.owner(rank)).collect();
        assert_eq!(owners, [Some(8), Some(7), Some(7), Some(8), Some(8), Some(9)]);
        assert_eq!(depth(&[(0, 2), (1, 3)], 4), [1, 2, 1, 0]);
    }
}
