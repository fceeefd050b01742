//! The requirements report: what every bundle needs, and what is found about it (bundle specification 6.7).

mod crds;
mod cycles;
mod owners;
mod requirements;
pub mod rules;
mod transitive;

use olmkit_api::VERSION;
use olmkit_syntax::LineIndex;
use serde::Deserialize;

use crate::api::{
    CatalogName, Dependencies, DependencySummary, FilePosition, FileRange, Finding, FindingSeverity, Reason,
};
use crate::universe::Universe;
use olmkit_diagnostics::{Place, Rule, Severity};

/// What the report is about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct DependencyOptions {
    /// Only this package.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub package: Option<String>,
    /// Whether clusters have other catalogs besides: what nothing meets here may be met there, and is only a warning.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub partial: bool,
}

/// Reports on the requirements of all bundles.
#[must_use]
pub fn dependencies(universe: &Universe<'_>, options: &DependencyOptions) -> Dependencies {
    let mut reporter = Reporter { universe, options, findings: Vec::new(), lines: Vec::new() };
    let (bundles, met) = requirements::report(&mut reporter);
    let not_followed = transitive::report(&mut reporter, &met);
    let cycles = cycles::report(&mut reporter);
    let owners = owners::report(&mut reporter);
    crds::report(&mut reporter);
    let mut findings = reporter.findings;
    findings.sort_by(|a, b| {
        let key = |found: &Finding| {
            (found.severity, found.catalog.clone(), found.path.clone(), found.range.start.offset, found.code.clone())
        };
        key(a).cmp(&key(b))
    });
    let count = |severity| findings.iter().filter(|found| found.severity == severity).count();
    let unmet = bundles.iter().filter(|bundle| bundle.requirements.iter().any(|requirement| !requirement.met)).count();
    let is_meant = |package: &str| options.package.as_deref().is_none_or(|wanted| wanted == package);
    Dependencies {
        version: VERSION,
        catalogs: universe
            .sources
            .iter()
            .map(|(name, priority)| CatalogName { name: name.clone(), priority: *priority })
            .collect(),
        summary: DependencySummary {
            bundles: universe.bundles.iter().filter(|bundle| is_meant(&bundle.package)).count(),
            requiring: bundles.len(),
            unmet,
            errors: count(FindingSeverity::Error),
            warnings: count(FindingSeverity::Warning),
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
    findings: Vec<Finding>,
    /// Lines of the files that were asked for: catalog, file.
    lines: Vec<((usize, u32), LineIndex)>,
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

    pub(crate) fn add(&mut self, rule: &Rule, subject: &Subject, message: String, help: &str) -> Option<&mut Finding> {
        let universe = self.universe;
        let bundle = universe.bundles.get(*subject.bundles.first()?)?;
        if self.is_silenced(rule, subject) {
            return None;
        }
        let (path, range) = self.shown(bundle.source, subject.place);
        let names = subject.bundles.iter().filter_map(|at| universe.bundles.get(*at)).map(|bundle| bundle.name.clone());
        self.findings.push(Finding {
            rule: rule.id.into(),
            code: rule.code.into(),
            severity: match rule.severity {
                Severity::Error => FindingSeverity::Error,
                Severity::Warning => FindingSeverity::Warning,
                Severity::Info | Severity::Off => FindingSeverity::Info,
            },
            message,
            help: help.to_owned(),
            catalog: universe.sources.get(bundle.source).map(|(name, _)| name.clone()).unwrap_or_default(),
            package: bundle.package.clone(),
            bundles: names.collect(),
            path,
            range,
            explanation: Vec::new(),
        });
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
    pub(crate) fn broken(&mut self, bundle: &str) -> Option<&mut Finding> {
        let is_it =
            |found: &&mut Finding| found.rule == rules::BROKEN.id && found.bundles.iter().any(|name| name == bundle);
        self.findings.iter_mut().find(is_it)
    }

    pub(crate) fn explain(found: Option<&mut Finding>, explanation: Vec<Reason>) {
        if let Some(found) = found {
            found.explanation = explanation;
        }
    }

    /// Path and range of a place in a catalog.
    fn shown(&mut self, source: usize, place: Place) -> (String, FileRange) {
        let key = (source, place.file.0);
        let file = self.universe.files.get(source).and_then(|files| files.get(place.file.0 as usize));
        let Some((path, text)) = file else { return Default::default() };
        let at = match self.lines.binary_search_by_key(&key, |(key, _)| *key) {
            Ok(at) => at,
            Err(at) => {
                self.lines.insert(at, (key, LineIndex::new(text)));
                at
            }
        };
        let Some((_, lines)) = self.lines.get(at) else { return Default::default() };
        let position = |offset| {
            let at = lines.position(text, offset);
            FilePosition { line: at.line, column: at.column, offset: at.offset, utf16: at.utf16 }
        };
        let range = FileRange { start: position(place.range.start()), end: position(place.range.end()) };
        (path.clone(), range)
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
