//! The report about requirements: what every bundle requires, and the findings (bundle specification 6.7).

mod requirements;
mod transitive;

use olmkit_diagnostics::Diagnostic;

use crate::api::{CatalogName, Owners, Required, Requiring};
use crate::reporter::{DependencyOptions, Reporter};
use crate::rules;
use crate::rules::catalog::{cat_gvk_owners, crd_upgrade, dep_cycle};
use crate::universe::Universe;

/// What the bundles of some catalogs require, and the findings.
#[derive(Debug, Clone)]
pub struct Dependencies {
    /// The catalogs in the given order.
    pub catalogs: Vec<CatalogName>,
    /// Counts.
    pub counts: Counts,
    /// Findings in no particular order. Files are numbered in the order of [`Universe::files`].
    pub findings: Vec<Diagnostic>,
    /// Every bundle that has requirements.
    pub bundles: Vec<Requiring>,
    /// Packages that require each other.
    pub cycles: Vec<Vec<String>>,
    /// APIs that several packages provide.
    pub owners: Vec<Owners>,
}

/// Counts of bundles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// All bundles.
    pub bundles: usize,
    /// Bundles that have requirements.
    pub requiring: usize,
    /// Bundles with an unsatisfied requirement.
    pub unmet: usize,
    /// Bundles whose dependencies were not fully checked, because the search reached its limit.
    pub not_followed: usize,
}

/// Reports on the requirements of all bundles.
#[must_use]
pub fn dependencies(universe: &Universe<'_>, options: &DependencyOptions) -> Dependencies {
    let mut reporter = Reporter::new(universe, options, rules::REGISTRY);
    let (bundles, met) = requirements::report(&mut reporter);
    let not_followed = transitive::report(&mut reporter, &met);
    let cycles = dep_cycle::check(&mut reporter);
    let owners = cat_gvk_owners::check(&mut reporter);
    crd_upgrade::check(&mut reporter);
    let findings = reporter.findings;
    let is_unmet = |requirement: &Required| !requirement.met && !requirement.unknown;
    let unmet = bundles.iter().filter(|bundle| bundle.requirements.iter().any(is_unmet)).count();
    let is_selected = |package: &str| options.package.as_deref().is_none_or(|wanted| wanted == package);
    let catalog = |(name, priority): &(String, i64)| CatalogName { name: name.clone(), priority: *priority };
    Dependencies {
        catalogs: universe.sources.iter().map(catalog).collect(),
        counts: Counts {
            bundles: universe.bundles.iter().filter(|bundle| is_selected(&bundle.package)).count(),
            requiring: bundles.len(),
            unmet,
            not_followed,
        },
        findings,
        bundles,
        cycles,
        owners,
    }
}
