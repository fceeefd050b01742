//! The candidates of a catalog in OLM's order of preference.

use olmkit_collections::{HashSet, order};
use std::cmp::Reverse;

use olmkit_semver::{Constraints, EmptyPart, Version, VersionError, VersionRelease};

use super::extension::{Extension, UpgradeConstraintPolicy};
use crate::bundle::Bundle;
use crate::ids::{BundleId, SourceId};
use crate::universe::{Entry, Scope, Universe};

/// The installed bundle.
#[derive(Debug, Clone)]
pub(super) struct Installed {
    pub(super) name: String,
    pub(super) text: String,
    /// The version, or why it is not valid.
    pub(super) version: Result<Version, VersionError>,
}

/// A request with all its values parsed.
pub(super) struct ExtensionQuery<'q> {
    pub(super) extension: &'q Extension,
    pub(super) channels: HashSet<&'q str>,
    pub(super) range: Option<Constraints>,
    pub(super) installed: Option<Installed>,
}

/// Why OLM cannot search a catalog. It then searches no other catalog either.
pub(super) enum Broken {
    /// The version of the installed bundle is not valid.
    Version(VersionError),
    /// OLM panics on the skipRange of an entry in a channel.
    Panic { bundle: String, channel: String },
}

/// The bundles of a catalog after each step of the search.
#[derive(Debug, Default)]
pub(super) struct SearchSteps {
    pub(super) bundles: Vec<BundleId>,
    pub(super) in_channels: Vec<BundleId>,
    pub(super) in_range: Vec<BundleId>,
    /// Sorted, most preferred first.
    pub(super) candidates: Vec<BundleId>,
    /// Number of first candidates that OLM considers equal. Only their file names decide.
    pub(super) alike: usize,
}

/// The sort key of a candidate: whether it is deprecated, then version with release.
type Key = (bool, Reverse<Option<VersionRelease>>);

impl ExtensionQuery<'_> {
    /// Whether only the catalog's upgrade edges allow an upgrade.
    pub(super) fn follows_edges(&self) -> bool {
        self.extension.upgrade_constraint_policy == UpgradeConstraintPolicy::CatalogProvided
    }

    fn is_selected(&self, channel: &str) -> bool {
        self.channels.is_empty() || self.channels.contains(channel)
    }

    /// The entries of a bundle in the requested channels, each with its channel.
    pub(super) fn entries<'u>(
        &self,
        universe: &'u Universe<'_>,
        bundle: BundleId,
    ) -> impl Iterator<Item = (&'u Entry, &'u str)> {
        let entries = universe.entries_of.get(bundle).into_iter().flatten().filter_map(|at| universe.entries.get(*at));
        let with_channel =
            entries.filter_map(|entry| Some((entry, universe.channels.get(entry.channel?)?.name.as_str())));
        with_channel.filter(|(_, channel)| self.is_selected(channel))
    }

    /// Searches the bundles of the package in one catalog.
    pub(super) fn look(
        &self,
        universe: &Universe<'_>,
        source: SourceId,
        bundles: Vec<BundleId>,
    ) -> Result<SearchSteps, Broken> {
        let of = |at: &BundleId| universe.bundles.get(*at);
        let in_channels: Vec<BundleId> = bundles
            .iter()
            .filter(|at| self.channels.is_empty() || self.entries(universe, **at).next().is_some())
            .copied()
            .collect();
        let fits = |bundle: &Bundle<'_>| match (&self.range, &bundle.own_version) {
            (None, _) => true,
            (Some(range), Ok(version)) => range.matches(version),
            (Some(_), Err(_)) => false,
        };
        let in_range: Vec<BundleId> = in_channels.iter().filter(|at| of(at).is_some_and(fits)).copied().collect();
        let mut candidates = in_range.clone();
        if self.follows_edges()
            && let Some(installed) = &self.installed
        {
            let version = installed.version.as_ref().map_err(|problem| Broken::Version(problem.clone()))?;
            candidates.clear();
            for at in &in_range {
                if self.may_follow(universe, *at, installed, version)? {
                    candidates.push(*at);
                }
            }
        }
        let keyed = |at: &BundleId| {
            let bundle = of(at)?;
            Some((key(universe, source, bundle), format!("{}.json", bundle.name), *at))
        };
        let mut keyed: Vec<(Key, String, BundleId)> = candidates.iter().filter_map(keyed).collect();
        order::sort(&mut keyed);
        let alike = keyed.iter().take_while(|(key, ..)| keyed.first().is_some_and(|(first, ..)| first == key)).count();
        let candidates = keyed.into_iter().map(|(.., at)| at).collect();
        Ok(SearchSteps { bundles, in_channels, in_range, candidates, alike })
    }

    /// Whether a bundle can follow the installed one, by an upgrade edge or because version and release are equal.
    pub(super) fn may_follow(
        &self,
        universe: &Universe<'_>,
        bundle: BundleId,
        installed: &Installed,
        version: &Version,
    ) -> Result<bool, Broken> {
        for (entry, channel) in self.entries(universe, bundle) {
            let is_named = entry.replaces == installed.name || entry.skips.contains(&installed.name);
            // OLM compares names before it evaluates the range.
            let panics = |EmptyPart| Broken::Panic {
                bundle: universe.bundles.get(bundle).map(|bundle| bundle.name.clone()).unwrap_or_default(),
                channel: channel.to_owned(),
            };
            let in_range = || entry.skip_range.as_ref().map_or(Ok(false), |range| range.contains(version));
            if is_named || in_range().map_err(panics)? {
                return Ok(true);
            }
        }
        let own = universe.bundles.get(bundle).and_then(|bundle| bundle.own_version.as_ref().ok());
        Ok(own.is_some_and(|own| VersionRelease::new(own) == VersionRelease::new(version)))
    }
}

fn key(universe: &Universe<'_>, source: SourceId, bundle: &Bundle<'_>) -> Key {
    let version = bundle.own_version.as_ref().ok().map(VersionRelease::new);
    (is_deprecated(universe, source, bundle), Reverse(version))
}

/// Whether the catalog deprecates the bundle itself. Deprecations of its package and channels do not affect the choice.
pub(super) fn is_deprecated(universe: &Universe<'_>, source: SourceId, bundle: &Bundle<'_>) -> bool {
    let scope = Scope::Bundle(bundle.name.clone());
    universe.deprecated.contains_key(&(source, bundle.package.clone(), scope))
}
