//! The upgrade edges of a channel. The skip range of every bundle can match every older one, so the edges of ranges are
//! kept as intervals of the versions in order, and not one by one.

use olmkit_collections::{HashMap, order};
use olmkit_semver::{Range, Version as Number};
use olmkit_upgrade::{Interval, matching};

use super::Version;
use super::ci::UpdateGraph;
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
    /// Those that its skip range matches, as positions in [`Edges::order`].
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
        Edges { bundles: bundles.collect(), order }
    }

    /// The bundles that a bundle upgrades. One can occur more than once.
    fn upgraded_by(&self, at: usize) -> impl Iterator<Item = usize> {
        let bundle = self.bundles.get(at);
        let named = bundle.into_iter().flat_map(|bundle| &bundle.named);
        let matched = bundle.into_iter().flat_map(|bundle| &bundle.matched);
        let matched = matched.flat_map(|(from, to)| self.order.get(*from..*to).unwrap_or_default());
        named.chain(matched).copied().filter(move |other| *other != at)
    }

    /// The number of upgrades of each bundle. An upgrade can count more than once.
    fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0_usize; self.bundles.len()];
        for from in (0..self.bundles.len()).flat_map(|at| self.upgraded_by(at)) {
            if let Some(count) = counts.get_mut(from) {
                *count = count.saturating_add(1);
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
        let mut places: HashMap<usize, usize> = HashMap::default();
        while let Some(last) = path.last().copied() {
            if let Some(start) = places.insert(last, path.len().saturating_sub(1)) {
                return path.get(start..).map(<[usize]>::to_vec);
            }
            path.push(self.next(last, &left)?);
        }
        None
    }

    /// Whether each bundle has an upgrade to a bundle that has one too, and so on.
    fn endless(&self) -> Vec<bool> {
        let mut counts = self.counts();
        let mut removed: Vec<usize> =
            counts.iter().enumerate().filter(|(_, count)| **count == 0).map(|(at, _)| at).collect();
        while let Some(at) = removed.pop() {
            for from in self.upgraded_by(at) {
                let Some(count) = counts.get_mut(from).filter(|count| **count > 0) else { continue };
                *count = count.saturating_sub(1);
                if *count == 0 {
                    removed.push(from);
                }
            }
        }
        counts.into_iter().map(|count| count > 0).collect()
    }

    /// The first upgrade of a bundle among those that are left.
    fn next(&self, from: usize, left: &[bool]) -> Option<usize> {
        let place = self.order.iter().position(|at| *at == from);
        let upgrades = |bundle: &Bundle| {
            let is_matched =
                place.is_some_and(|place| bundle.matched.iter().any(|(from, to)| (*from..*to).contains(&place)));
            is_matched || bundle.named.binary_search(&from).is_ok()
        };
        let mut all = self.bundles.iter().zip(left).enumerate();
        let found = all.find(|(at, (bundle, is_left))| **is_left && *at != from && upgrades(bundle));
        found.map(|(at, _)| at)
    }
}
