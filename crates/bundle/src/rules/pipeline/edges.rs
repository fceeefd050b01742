//! The upgrade edges of a channel. The skip range of every bundle can match every older one, so the edges of ranges are
//! kept as intervals of the versions in order, and not one by one.

use olmkit_collections::{HashMap, order};
use olmkit_semver::{Range, Version as Number};
use olmkit_upgrade::{Interval, matching};

use super::Version;
use super::ci::UpdateGraph;
use super::counts::Counts;
use crate::view::View;

/// The upgrade edges of a channel. Bundles are indices into the channel.
#[derive(Default)]
pub(super) struct Edges {
    bundles: Vec<Bundle>,
    /// The bundles with a version, in the order of the versions.
    order: Vec<usize>,
}

/// The bundles that a bundle upgrades.
#[derive(Default)]
struct Bundle {
    /// Those that it names, in order.
    named: Vec<usize>,
    /// The others that its skip range matches, as positions in [`Edges::order`].
    matched: Vec<Interval>,
}

impl Edges {
    pub(super) fn new(mode: UpdateGraph, members: &[&Version<'_>]) -> Edges {
        match mode {
            UpdateGraph::Semver => Edges::semver(members),
            UpdateGraph::Replaces => Edges::replaces(members),
        }
    }

    /// Each bundle upgrades the one before.
    fn semver(members: &[&Version<'_>]) -> Edges {
        let mut order: Vec<(Option<Number>, usize)> =
            members.iter().enumerate().map(|(at, version)| (version.number(), at)).collect();
        order::sort(&mut order);
        let mut bundles: Vec<Bundle> = members.iter().map(|_| Bundle::default()).collect();
        for pair in order.windows(2) {
            if let [(_, from), (_, to)] = pair
                && let Some(bundle) = bundles.get_mut(*to)
            {
                bundle.named.push(*from);
            }
        }
        Edges { bundles, order: Vec::new() }
    }

    fn replaces(members: &[&Version<'_>]) -> Edges {
        let mut numbers: Vec<(Number, usize)> =
            members.iter().enumerate().filter_map(|(at, version)| Some((version.number()?, at))).collect();
        order::sort(&mut numbers);
        let (numbers, order): (Vec<Number>, Vec<usize>) = numbers.into_iter().unzip();
        let mut by_version: HashMap<String, Vec<usize>> = HashMap::default();
        for (at, version) in members.iter().enumerate() {
            if let Some((_, text)) = version.name_parts() {
                by_version.entry(text).or_default().push(at);
            }
        }
        let bundles = members.iter().enumerate().map(|(at, version)| {
            // The text before the first dot is ignored, because old bundles can have a different operator name.
            let names = version.replaced().into_iter().map(View::string_of);
            let found = names.filter_map(|name| by_version.get(name.split_once('.')?.1.trim_start_matches('v')));
            let named = order::unique(found.flatten().copied().filter(|other| *other != at));
            let range = version.csv_annotation("olm.skipRange").map(View::string_of);
            let range = range.and_then(|text| Range::parse(&text).ok());
            Bundle { named, matched: range.map(|range| matching(&range, &numbers).inside).unwrap_or_default() }
        });
        let mut edges = Edges { bundles: bundles.collect(), order };
        edges.exclude_own();
        edges
    }

    /// A bundle does not upgrade itself, even if its range matches its own version.
    fn exclude_own(&mut self) {
        for (place, at) in self.order.iter().enumerate() {
            let Some(bundle) = self.bundles.get_mut(*at) else { continue };
            let around = |(from, to): Interval| match (from..to).contains(&place) {
                true => [(from, place), (place.saturating_add(1), to)],
                false => [(from, to), (to, to)],
            };
            let matched = std::mem::take(&mut bundle.matched).into_iter().flat_map(around);
            bundle.matched = matched.filter(|(from, to)| from < to).collect();
        }
    }

    /// The number of upgrades of each bundle. An upgrade can count more than once.
    fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0_usize; self.bundles.len()];
        // The numbers of intervals that begin and end at each place of the order.
        let mut limits = vec![(0_usize, 0_usize); self.order.len().saturating_add(1)];
        for bundle in &self.bundles {
            for named in &bundle.named {
                if let Some(count) = counts.get_mut(*named) {
                    *count = count.saturating_add(1);
                }
            }
            for (from, to) in &bundle.matched {
                if let Some((begin, _)) = limits.get_mut(*from) {
                    *begin = begin.saturating_add(1);
                }
                if let Some((_, end)) = limits.get_mut(*to) {
                    *end = end.saturating_add(1);
                }
            }
        }
        let mut open = 0_usize;
        for (at, (begin, end)) in self.order.iter().zip(limits) {
            open = open.saturating_add(begin).saturating_sub(end);
            if let Some(count) = counts.get_mut(*at) {
                *count = count.saturating_add(open);
            }
        }
        counts
    }

    /// The bundles without an upgrade.
    pub(super) fn lost(&self) -> Vec<usize> {
        self.counts().into_iter().enumerate().filter(|(_, count)| *count == 0).map(|(at, _)| at).collect()
    }

    /// A cycle: its bundles, with the first one again at the end.
    pub(super) fn cycle(&self) -> Option<Vec<usize>> {
        let left = self.endless();
        let mut path = vec![left.iter().position(|is_left| *is_left)?];
        let next = self.first_upgrades(&left);
        let mut places: HashMap<usize, usize> = HashMap::default();
        while let Some(last) = path.last().copied() {
            if let Some(start) = places.insert(last, path.len().saturating_sub(1)) {
                return path.get(start..).map(<[usize]>::to_vec);
            }
            path.push(next.get(last).copied().flatten()?);
        }
        None
    }

    /// Whether each bundle has an upgrade to a bundle that has one too, and so on.
    fn endless(&self) -> Vec<bool> {
        // Bundles without a version come after the others.
        let places = self.places();
        let mut sorted = vec![0_usize; self.bundles.len()];
        for (place, count) in places.iter().zip(self.counts()) {
            if let Some(slot) = sorted.get_mut(*place) {
                *slot = count;
            }
        }
        let mut at_place = vec![0_usize; self.bundles.len()];
        for (at, place) in places.iter().enumerate() {
            if let Some(slot) = at_place.get_mut(*place) {
                *slot = at;
            }
        }
        let (mut counts, mut is_left) = (Counts::new(&sorted), vec![true; self.bundles.len()]);
        while let Some(at) = counts.take_zero().and_then(|place| at_place.get(place).copied()) {
            if let Some(is_left) = is_left.get_mut(at) {
                *is_left = false;
            }
            let Some(bundle) = self.bundles.get(at) else { continue };
            bundle.matched.iter().for_each(|interval| counts.lower(*interval));
            let named = bundle.named.iter().filter_map(|named| places.get(*named).copied());
            named.for_each(|place| counts.lower((place, place.saturating_add(1))));
        }
        is_left
    }

    /// The place of each bundle in the order. Bundles without a version follow.
    fn places(&self) -> Vec<usize> {
        let mut places: Vec<Option<usize>> = vec![None; self.bundles.len()];
        for (place, at) in self.order.iter().enumerate() {
            if let Some(slot) = places.get_mut(*at) {
                *slot = Some(place);
            }
        }
        let mut others = self.order.len()..;
        places.into_iter().map(|place| place.or_else(|| others.next()).unwrap_or_default()).collect()
    }

    /// The first upgrade of each bundle among those that are left.
    fn first_upgrades(&self, left: &[bool]) -> Vec<Option<usize>> {
        let mut first: Vec<Option<usize>> = vec![None; self.bundles.len()];
        // Union-find: leads from each place to the next one whose upgrade is not known yet.
        let mut next: Vec<usize> = (0..=self.order.len()).collect();
        for (at, (bundle, _)) in self.bundles.iter().zip(left).enumerate().filter(|(_, (_, is_left))| **is_left) {
            for named in &bundle.named {
                if let Some(first) = first.get_mut(*named) {
                    *first = first.or(Some(at));
                }
            }
            for (from, to) in &bundle.matched {
                let mut place = open_place(&mut next, *from);
                while place < *to {
                    let Some(from) = self.order.get(place).copied() else { break };
                    if let Some(first) = first.get_mut(from) {
                        *first = first.or(Some(at));
                    }
                    if let Some(next) = next.get_mut(place) {
                        *next = place.saturating_add(1);
                    }
                    place = open_place(&mut next, place.saturating_add(1));
                }
            }
        }
        first
    }
}

/// The first place from `place` on whose upgrade is not known. Compresses the path for the next call.
fn open_place(next: &mut [usize], mut place: usize) -> usize {
    while let Some(one) = next.get(place).copied().filter(|one| *one != place) {
        let two = next.get(one).copied().unwrap_or(one);
        if let Some(slot) = next.get_mut(place) {
            *slot = two;
        }
        place = one;
    }
    place
}

#[cfg(test)]
mod tests {
    use olmkit_testing::grows_linearly;

    use super::{Bundle, Edges};
    use olmkit_upgrade::Interval;

    /// Bundles in the order of their versions with what their ranges match.
    fn edges(matched: Vec<Vec<Interval>>, named: impl Fn(usize) -> Vec<usize>) -> Edges {
        let order = (0..matched.len()).collect();
        let bundles = matched.into_iter().enumerate().map(|(at, matched)| Bundle { named: named(at), matched });
        let mut edges = Edges { bundles: bundles.collect(), order };
        edges.exclude_own();
        edges
    }

    fn upgraded_by(edges: &Edges, at: usize) -> Vec<usize> {
        let bundle = &edges.bundles[at];
        let matched = bundle.matched.iter().flat_map(|(from, to)| edges.order[*from..*to].to_vec());
        bundle.named.iter().copied().chain(matched).collect()
    }

    #[test]
    fn intervals_mean_the_upgrades_one_by_one() {
        let mut state = 3_usize;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for _ in 0..300 {
            let count = random(8) + 2;
            let intervals = |random: &mut dyn FnMut(usize) -> usize| {
                let (from, length) = (random(count), random(3));
                vec![(from, (from + length).min(count))]
            };
            let matched: Vec<Vec<Interval>> = (0..count).map(|_| intervals(&mut random)).collect();
            let named: Vec<usize> = (0..count).map(|_| random(count * 2)).collect();
            let named = |at: usize| named[at..=at].iter().copied().filter(|to| *to < count && *to != at).collect();
            let edges = edges(matched, named);
            let all: Vec<Vec<usize>> = (0..count).map(|at| upgraded_by(&edges, at)).collect();
            let mut is_left = vec![true; count];
            let has_upgrade =
                |is_left: &[bool], from: usize| (0..count).any(|at| is_left[at] && all[at].contains(&from));
            while let Some(at) = (0..count).find(|at| is_left[*at] && !has_upgrade(&is_left, *at)) {
                is_left[at] = false;
            }
            assert_eq!(edges.endless(), is_left, "{all:?}");
            let lost: Vec<usize> = (0..count).filter(|from| !all.iter().flatten().any(|to| to == from)).collect();
            assert_eq!(edges.lost(), lost, "{all:?}");
            let first = |from: usize| (0..count).find(|at| is_left[*at] && all[*at].contains(&from));
            assert_eq!(edges.first_upgrades(&is_left), (0..count).map(first).collect::<Vec<_>>(), "{all:?}");
        }
    }

    #[test]
    fn many_bundles_that_upgrade_all_others() {
        let all = |count: usize| edges(vec![vec![(0, count)]; count], |_| Vec::new());
        grows_linearly(2_000, all, |edges| assert!(edges.cycle().is_some() && edges.lost().is_empty()));
        let older = |count: usize| edges((0..count).map(|at| vec![(0, at)]).collect(), |_| Vec::new());
        grows_linearly(2_000, older, |edges| assert_eq!((edges.cycle(), edges.lost().len()), (None, 1)));
        let circle = |count: usize| edges(vec![Vec::new(); count], |at| vec![(at + 1) % count]);
        grows_linearly(2_000, circle, |edges| assert_eq!(edges.cycle().unwrap().len(), edges.bundles.len() + 1));
    }
}
