//! The requirements report: what every bundle needs, and what is found about it (bundle specification 6.7).

mod requirements;
mod transitive;

use olmkit_diagnostics::Diagnostic;

use crate::api::{CatalogName, Owners, Requiring};
use crate::reporter::{DependencyOptions, Reporter};
use crate::rules::{self, cat_gvk_owners, crd_upgrade, dep_cycle};
use crate::universe::Universe;

/// What the bundles of some catalogs need, and what is found about it.
#[derive(Debug, Clone)]
pub struct Dependencies {
    /// The catalogs, as given.
    pub catalogs: Vec<CatalogName>,
    /// Counts.
    pub counts: Counts,
    /// Findings, in no order. Files are numbered as [`Universe::files`] lists them.
    pub findings: Vec<Diagnostic>,
    /// Every bundle that requires something.
    pub bundles: Vec<Requiring>,
    /// Packages that require each other.
    pub cycles: Vec<Vec<String>>,
    /// APIs that several packages provide.
    pub owners: Vec<Owners>,
}

/// Counts of bundles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// All.
    pub bundles: usize,
    /// Those that require something.
    pub requiring: usize,
    /// Those with a requirement that nothing meets.
    pub unmet: usize,
    /// Those whose dependencies were not followed to the end, because it would take too long.
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
    let unmet = bundles.iter().filter(|bundle| bundle.requirements.iter().any(|requirement| !requirement.met)).count();
    let is_meant = |package: &str| options.package.as_deref().is_none_or(|wanted| wanted == package);
    let catalog = |(name, priority): &(String, i64)| CatalogName { name: name.clone(), priority: *priority };
    Dependencies {
        catalogs: universe.sources.iter().map(catalog).collect(),
        counts: Counts {
            bundles: universe.bundles.iter().filter(|bundle| is_meant(&bundle.package)).count(),
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
