//! What a check reports, and how severe.

use std::collections::BTreeMap;

use olmkit_diagnostics::{Category, Profile, Rule, Severity};
use serde::{Deserialize, Serialize};

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
            OptionsError::Rule(selector) => write!(f, "no rule fits \"{selector}\" (`olmkit rules` lists them)"),
        }
    }
}

/// The severity of every rule under some options.
#[derive(Debug, Clone)]
pub(crate) struct Severities {
    profile: Profile,
    by_rule: BTreeMap<&'static str, Severity>,
}

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
        let mut by_rule: BTreeMap<&str, Severity> =
            rules.iter().map(|rule| (rule.id, profile.severity(rule))).collect();
        if !options.select.is_empty() {
            by_rule.values_mut().for_each(|severity| *severity = Severity::Off);
            for selector in &options.select {
                for rule in matching(selector)? {
                    by_rule.insert(rule.id, when_selected(profile, rule));
                }
            }
        }
        for (selector, &severity) in &options.severity {
            for rule in matching(selector)? {
                by_rule.insert(rule.id, severity);
            }
        }
        for selector in &options.ignore {
            for rule in matching(selector)? {
                by_rule.insert(rule.id, Severity::Off);
            }
        }
        Ok(Severities { profile, by_rule })
    }

    /// The profile.
    pub(crate) fn profile(&self) -> Profile {
        self.profile
    }

    /// Severity of a rule.
    pub(crate) fn of(&self, rule: &Rule) -> Severity {
        self.by_rule.get(rule.id).copied().unwrap_or(Severity::Off)
    }
}

/// A rule asked for by name speaks, also where its profile keeps it quiet.
fn when_selected(profile: Profile, rule: &Rule) -> Severity {
    match (profile.severity(rule), rule.severity) {
        (Severity::Off, Severity::Off) => Severity::Info,
        (Severity::Off, severity) | (severity, _) => severity,
    }
}

fn selects(selector: &str, rule: &Rule) -> bool {
    let category = serde_plain(rule.category);
    let code_start = selector.len() >= 3 && rule.code.starts_with(selector);
    selector == "all" || selector == rule.id || code_start || category == selector
}

fn serde_plain(category: Category) -> &'static str {
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
