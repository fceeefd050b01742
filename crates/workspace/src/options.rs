//! What a check reports, and how severe.

use std::collections::BTreeMap;

use olmkit_diagnostics::HashMap;

use olmkit_catalog::CheckOptions;
use olmkit_diagnostics::{Category, Profile, Rule, Severity};
use serde::Deserialize;

/// Options of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The profile: `default`, `opm` or `strict`.
    #[cfg_attr(feature = "tsify", tsify(optional, type = "\"default\" | \"opm\" | \"strict\""))]
    pub profile: Option<String>,
    /// Report only these rules. A selector is an id, a code, the start of a code (`FBC0`), a category, or `all`.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub select: Vec<String>,
    /// Leave these rules out; stronger than `select`.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub ignore: Vec<String>,
    /// Severity of single rules, by id or code; stronger than the profile.
    #[cfg_attr(feature = "tsify", tsify(optional, type = "Record<string, Severity | \"off\">"))]
    pub severity: BTreeMap<String, Severity>,
}

/// Why options cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionsError {
    /// There is no profile of that name.
    Profile(String),
    /// There is no profile of that name for bundles.
    BundleProfile(String),
    /// No rule fits the selector.
    Rule(String),
}

impl std::error::Error for OptionsError {}

impl std::fmt::Display for OptionsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OptionsError::Profile(name) => {
                let known: Vec<&str> = Profile::ALL.iter().map(|profile| profile.name()).collect();
                write!(f, "there is no profile \"{name}\" (known: {})", known.join(", "))
            }
            OptionsError::BundleProfile(name) => {
                write!(f, "there is no profile \"{name}\" for bundles (known: default, api, opm, sdk)")
            }
            OptionsError::Rule(selector) => write!(f, "no rule fits \"{selector}\" (`olmkit rules` lists them)"),
        }
    }
}

/// The severity of every rule under some options.
#[derive(Debug, Clone)]
pub(crate) struct Severities(CheckOptions);

impl Severities {
    /// Checks the options against the rules there are.
    pub(crate) fn new(options: &Options, rules: &'static [&'static Rule]) -> Result<Self, OptionsError> {
        let profile = match options.profile.as_deref() {
            None => Profile::Default,
            Some(name) => Profile::from_name(name).ok_or_else(|| OptionsError::Profile(name.to_owned()))?,
        };
        let matching = |selector: &String| {
            let found: Vec<&'static Rule> = rules.iter().copied().filter(|rule| selects(selector, rule)).collect();
            if found.is_empty() { Err(OptionsError::Rule(selector.clone())) } else { Ok(found) }
        };
        let mut severities: HashMap<String, Severity> =
            HashMap::with_capacity_and_hasher(rules.len(), Default::default());
        for rule in rules {
            let severity = if options.select.is_empty() { profile.severity(rule) } else { Severity::Off };
            severities.insert(rule.id.to_owned(), severity);
        }
        for selector in &options.select {
            for rule in matching(selector)? {
                severities.insert(rule.id.to_owned(), when_selected(profile, rule));
            }
        }
        for (selector, &severity) in &options.severity {
            for rule in matching(selector)? {
                severities.insert(rule.id.to_owned(), severity);
            }
        }
        for selector in &options.ignore {
            for rule in matching(selector)? {
                severities.insert(rule.id.to_owned(), Severity::Off);
            }
        }
        Ok(Severities(CheckOptions { profile, severities, ..CheckOptions::default() }))
    }

    /// The options of a check.
    pub(crate) fn options(&self) -> &CheckOptions {
        &self.0
    }
}

/// A rule asked for by name speaks, also where its profile keeps it quiet.
fn when_selected(profile: Profile, rule: &Rule) -> Severity {
    match (profile.severity(rule), rule.severity) {
        (Severity::Off, Severity::Off) => Severity::Info,
        (Severity::Off, severity) | (severity, _) => severity,
    }
}

pub(crate) fn selects(selector: &str, rule: &Rule) -> bool {
    let category = category_name(rule.category);
    let code_start = selector.len() >= 3 && rule.code.starts_with(selector);
    selector == "all" || selector == rule.id || code_start || category == selector
}

fn category_name(category: Category) -> &'static str {
    match category {
        Category::Syntax => "syntax",
        Category::Schema => "schema",
        Category::Reference => "reference",
        Category::Upgrade => "upgrade",
        Category::Deprecation => "deprecation",
        Category::Suspicious => "suspicious",
    }
}

/// Severity as the JSON shapes have it; nothing when it is off.
pub(crate) fn shown(severity: Severity) -> Option<crate::api::Severity> {
    match severity {
        Severity::Off => None,
        Severity::Info => Some(crate::api::Severity::Info),
        Severity::Warning => Some(crate::api::Severity::Warning),
        Severity::Error => Some(crate::api::Severity::Error),
    }
}
