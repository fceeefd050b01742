//! Checks what the bundles of catalogs require from each other, in the JSON shapes.

use olmkit_api::resolver::Dependencies;
use olmkit_catalog::Catalog;
use olmkit_collections::{HashMap, order};
use olmkit_diagnostics::{self as inner, Profile};
use olmkit_resolver::{CatalogFiles, DependencyOptions as ResolverOptions, Source, Universe, dependencies, rules};
use serde::Deserialize;

use crate::Workspace;
use crate::api::{self, DependencySummary, Diagnostic, LoadProblem, Opm, Report, Severity, Summary};
use crate::convert::Converter;
use crate::options::{Chosen, Options, OptionsError, Override, profile_of};

/// Options for checking dependencies.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct DependencyOptions {
    /// Check this package only.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub package: Option<String>,
    /// Whether clusters have other catalogs, too. Requirements that are not met here are then warnings only.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub partial: bool,
    /// The profile: `default` or `strict`.
    #[cfg_attr(feature = "tsify", tsify(optional, type = "\"default\" | \"strict\""))]
    pub profile: Option<String>,
    /// Report only these rules. A selector is an id, a code, the start of a code (`DEP0`), or `all`.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub select: Vec<String>,
    /// Ignore these rules; takes precedence over `select`.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub ignore: Vec<String>,
    /// Severities of individual rules, by id or code; take precedence over the profile.
    #[cfg_attr(feature = "tsify", tsify(optional, type = "Record<string, Severity | \"off\">"))]
    pub severity: HashMap<String, inner::Severity>,
    /// Also check preview rules, which any release may change or remove. By default they are off, unless selected by id
    /// or code.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub preview: bool,
    /// Settings for some files; later ones take precedence.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub overrides: Vec<Override>,
}

impl DependencyOptions {
    /// Splits the options into those of the resolver and those shared by all checks.
    #[must_use]
    pub fn split(self) -> (ResolverOptions, Options) {
        let DependencyOptions { package, partial, profile, select, ignore, severity, preview, overrides } = self;
        let shared = Options { profile, select, ignore, severity, preview, overrides, root: String::new() };
        (ResolverOptions { package, partial }, shared)
    }
}

/// The reason why a query about catalogs cannot be answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnansweredError {
    /// opm does not load all of a catalog. A result for the rest would look like a result for the whole catalog.
    #[error("`{name}`: {problem}")]
    Unread {
        /// The name of the catalog.
        name: String,
        /// The first problem of the catalog.
        problem: LoadProblem,
    },
    /// The options of a workspace are not valid.
    #[error(transparent)]
    Options(#[from] OptionsError),
}

/// Loads catalogs and calls `query` with all of them.
///
/// # Errors
/// When opm does not load all of a catalog.
pub fn with_whole<R>(
    catalogs: Vec<CatalogFiles>,
    query: impl FnOnce(&Universe<'_>) -> R,
) -> Result<R, UnansweredError> {
    let mut open = Vec::with_capacity(catalogs.len());
    for CatalogFiles { name, priority, labels, files } in catalogs {
        let mut workspace = Workspace::new(&Options::default())?;
        files.into_iter().for_each(|(path, content)| workspace.open(&path, content));
        if let Some(problem) = workspace.first_load_problem() {
            return Err(UnansweredError::Unread { name, problem });
        }
        open.push((name, priority, labels, workspace));
    }
    let mut read = Vec::with_capacity(open.len());
    for (name, priority, labels, workspace) in &mut open {
        let (files, texts) = workspace.loaded();
        read.push((name, *priority, labels, Catalog::new(files), texts));
    }
    let sources: Vec<Source<'_>> = read
        .iter()
        .map(|(name, priority, labels, catalog, texts)| Source {
            name: (*name).clone(),
            priority: *priority,
            labels: (*labels).clone(),
            catalog,
            texts: texts.clone(),
        })
        .collect();
    Ok(query(&Universe::new(&sources)))
}

/// Returns the findings as a report, which every reporter can write.
#[must_use]
pub fn report(found: &Dependencies) -> Report {
    let summary = Summary { bundles: found.summary.bundles, ..Summary::of(&found.diagnostics) };
    Report {
        version: found.version,
        opm: Opm { accepted: true, ..Opm::default() },
        summary,
        dependencies: Some(found.summary),
        diagnostics: found.diagnostics.clone(),
        ..Report::default()
    }
}

/// Keeps only the findings that satisfy a predicate, and recounts them.
pub fn retain(found: &mut Dependencies, keep: impl FnMut(&Diagnostic) -> bool) {
    found.diagnostics.retain(keep);
    let Summary { errors, warnings, .. } = Summary::of(&found.diagnostics);
    found.summary = DependencySummary { errors, warnings, ..found.summary };
}

/// Checks the dependencies of catalogs. `options` has the options of each catalog, in the order of the catalogs; the
/// last ones also apply to the remaining catalogs.
///
/// # Errors
/// When the options name an unknown profile or rule.
pub fn check(
    universe: &Universe<'_>,
    own: &ResolverOptions,
    options: &[Options],
) -> Result<Dependencies, OptionsError> {
    let choices = options.iter().map(Choice::new).collect::<Result<Vec<Choice>, _>>()?;
    let found = dependencies(universe, own);
    let choice_of = |catalog: Option<&str>| {
        let at = found.catalogs.iter().position(|known| Some(known.name.as_str()) == catalog).unwrap_or_default();
        choices.get(at).or(choices.last())
    };
    let mut converter = Converter::whole(universe.files().map(|(path, text)| (path.to_owned(), text)));
    let mut diagnostics = Vec::with_capacity(found.findings.len());
    for mut finding in found.findings {
        let path = converter.path(finding.place.file);
        if let Some(choice) = choice_of(finding.subject.catalog.as_deref()) {
            finding.severity = choice.severity(&finding, &path);
        }
        diagnostics.extend(converter.diagnostic(finding));
    }
    order::sort_by(&mut diagnostics, |a, b| key(a).cmp(&key(b)));
    let (counts, Summary { errors, warnings, .. }) = (found.counts, Summary::of(&diagnostics));
    let summary = DependencySummary {
        bundles: counts.bundles,
        requiring: counts.requiring,
        unmet: counts.unmet,
        errors,
        warnings,
        not_followed: counts.not_followed,
    };
    let (catalogs, bundles, cycles, owners) = (found.catalogs, found.bundles, found.cycles, found.owners);
    Ok(Dependencies {
        version: api::VERSION,
        catalogs,
        summary,
        diagnostics,
        bundles,
        cycles,
        owners,
        incomplete: false,
    })
}

/// The sort key of a finding; errors come first.
fn key(found: &Diagnostic) -> (std::cmp::Reverse<Severity>, Option<&str>, &str, u32, &str) {
    (std::cmp::Reverse(found.severity), found.catalog.as_deref(), &found.path, found.range.start.offset, &found.code)
}

/// The severities of rules in one catalog.
struct Choice {
    profile: Profile,
    chosen: Chosen,
}

impl Choice {
    fn new(options: &Options) -> Result<Self, OptionsError> {
        let profile = profile_of(options)?;
        let chosen = Chosen::new(options, rules::all())?;
        Ok(Choice { profile, chosen })
    }

    fn severity(&self, found: &inner::Diagnostic, path: &str) -> inner::Severity {
        // Keeps a finding less severe than its rule if another catalog may provide what is missing.
        let is_rules = found.severity == found.rule.severity;
        let own = if is_rules { self.profile.severity(found.rule) } else { found.severity };
        self.chosen.severity(found.rule, path, own, found.severity)
    }
}
