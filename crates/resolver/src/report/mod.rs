//! The requirements report: what every bundle needs, and what is found about it (bundle specification 6.7).

mod crds;
mod cycles;
mod owners;
mod requirements;
pub mod rules;
mod transitive;

use olmkit_diagnostics::{Diagnostic, Place, Rule};

use crate::api::{CatalogName, Owners, Requiring};
use crate::universe::Universe;

/// What the report is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DependencyOptions {
    /// Only this package.
    pub package: Option<String>,
    /// Whether clusters have other catalogs besides: what nothing meets here may be met there, and is only a warning.
    pub partial: bool,
}

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
    let mut reporter = Reporter { universe, options, findings: Vec::new() };
    let (bundles, met) = requirements::report(&mut reporter);
    let not_followed = transitive::report(&mut reporter, &met);
    let cycles = cycles::report(&mut reporter);
    let owners = owners::report(&mut reporter);
    crds::report(&mut reporter);
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

/// Collects findings.
pub(crate) struct Reporter<'r> {
    pub(crate) universe: &'r Universe<'r>,
    pub(crate) options: &'r DependencyOptions,
    findings: Vec<Diagnostic>,
}

/// What a finding is about.
pub(crate) struct Subject {
    /// Bundles of one package; the first is the one whose place is shown.
    pub(crate) bundles: Vec<usize>,
    /// Where in the file of the first.
    pub(crate) place: Place,
}

impl Reporter<'_> {
    pub(crate) fn is_meant(&self, package: &str) -> bool {
        self.options.package.as_deref().is_none_or(|wanted| wanted == package)
    }

    pub(crate) fn add(
        &mut self,
        rule: &'static Rule,
        subject: &Subject,
        message: String,
        help: &str,
    ) -> Option<&mut Diagnostic> {
        let universe = self.universe;
        let bundle = universe.bundles.get(*subject.bundles.first()?)?;
        if self.is_silenced(rule, subject) {
            return None;
        }
        let place = universe.numbered(bundle.source, subject.place);
        let names = subject.bundles.iter().filter_map(|at| universe.bundles.get(*at)).map(|bundle| bundle.name.clone());
        let mut found = Diagnostic::new(rule, place, message, help.to_owned());
        found.subject.catalog = universe.sources.get(bundle.source).map(|(name, _)| name.clone());
        found.subject.package = Some(bundle.package.clone());
        found.subject.entry = Some(bundle.name.clone());
        found.subject.bundles = names.collect();
        self.findings.push(found);
        self.findings.last_mut()
    }

    /// Whether comments silence the rule for every bundle that the finding is about: where it stands in each of them.
    fn is_silenced(&self, rule: &Rule, subject: &Subject) -> bool {
        let bundles = || subject.bundles.iter().filter_map(|at| self.universe.bundles.get(*at));
        let first = bundles().next();
        let requirement =
            first.and_then(|first| first.requires.iter().find(|(_, place)| *place == subject.place)).map(|(of, _)| *of);
        bundles().enumerate().all(|(at, bundle)| {
            let same = || bundle.requires.iter().find(|(of, _)| requirement == Some(*of)).map(|(_, place)| *place);
            let place = if at == 0 { subject.place } else { same().unwrap_or(bundle.place) };
            self.universe
                .covered
                .get(bundle.source)
                .is_some_and(|covered| covered.innermost(rule.code, place).is_some())
        })
    }

    /// The finding about a broken requirement of a bundle.
    pub(crate) fn broken(&mut self, bundle: &str) -> Option<&mut Diagnostic> {
        let is_it = |found: &&mut Diagnostic| {
            found.rule.id == rules::BROKEN.id && found.subject.bundles.iter().any(|name| name == bundle)
        };
        self.findings.iter_mut().find(is_it)
    }
}

/// "a", "a and b", "a and 3 others".
pub(crate) fn crowd(universe: &Universe<'_>, bundles: &[usize]) -> String {
    let name = |at: &usize| universe.bundles.get(*at).map_or("", |bundle| bundle.name.as_str()).to_owned();
    match bundles {
        [] => String::new(),
        [one] => name(one),
        [one, two] => format!("{} and {}", name(one), name(two)),
        [one, rest @ ..] => format!("{} and {} others", name(one), rest.len()),
    }
}
