//! Collects the findings of the rules.

use olmkit_diagnostics::{Covered, Diagnostic, Place, Registry, Rule};

use crate::ids::{BundleId, List, SourceId};
use crate::universe::Universe;

/// Options of the report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DependencyOptions {
    /// Report only this package.
    pub package: Option<String>,
    /// Whether clusters also have other catalogs. These can satisfy requirements that are unsatisfied here, so such
    /// requirements are only warnings.
    pub partial: bool,
}

/// Collects findings.
pub(crate) struct Reporter<'r> {
    pub(crate) universe: &'r Universe<'r>,
    pub(crate) options: &'r DependencyOptions,
    pub(crate) findings: Vec<Diagnostic>,
    /// The ranges that comments suppress, by catalog.
    covered: List<SourceId, Covered>,
}

/// The subject of a finding.
pub(crate) struct Subject {
    /// Bundles of one package. The finding is shown at the first one.
    pub(crate) bundles: Vec<BundleId>,
    /// The place in the file of the first bundle.
    pub(crate) place: Place,
}

impl<'r> Reporter<'r> {
    /// Creates a reporter without findings. `registry` contains the rules that comments can name.
    pub(crate) fn new(universe: &'r Universe<'r>, options: &'r DependencyOptions, registry: Registry) -> Self {
        let code = |rule: &str| registry.get(rule).map(|rule| rule.code);
        let of = |silenced: &Vec<(String, Place)>| {
            Covered::new(silenced.iter().map(|(rule, covers)| Some((code(rule)?, *covers))))
        };
        Reporter { universe, options, findings: Vec::new(), covered: universe.silenced.iter().map(of).collect() }
    }

    pub(crate) fn is_selected(&self, package: &str) -> bool {
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

    /// Whether comments suppress the rule for every bundle of the finding, each at its own requirement.
    fn is_silenced(&self, rule: &Rule, subject: &Subject) -> bool {
        let bundles = || subject.bundles.iter().filter_map(|at| self.universe.bundles.get(*at));
        let first = bundles().next();
        let requirement =
            first.and_then(|first| first.requires.iter().find(|(_, place)| *place == subject.place)).map(|(of, _)| *of);
        bundles().enumerate().all(|(at, bundle)| {
            let same = || bundle.requires.iter().find(|(of, _)| requirement == Some(*of)).map(|(_, place)| *place);
            let place = if at == 0 { subject.place } else { same().unwrap_or(bundle.place) };
            self.covered.get(bundle.source).is_some_and(|covered| covered.innermost(rule.code, place).is_some())
        })
    }
}

/// Formats names as "a", "a and b" or "a, b and 3 more".
pub(crate) fn short_list(universe: &Universe<'_>, bundles: &[BundleId]) -> String {
    let name = |at: &BundleId| universe.bundles.get(*at).map_or("", |bundle| bundle.name.as_str()).to_owned();
    olmkit_text::listed(bundles.iter().map(name).collect(), 2, "and")
}
