//! Rules, as `olmkit rules` and `explain` show them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use olmkit_diagnostics::{BundleProfile, Category, Enforcement, Profile, Rule, Scope, Severity, Suite, order};
use serde::Serialize;

use super::{Tool, VERSION};
use crate::options::shown;

/// All rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RuleList {
    /// Version of this shape: 1.
    pub version: u32,
    /// The rules, by code.
    pub rules: Vec<RuleInfo>,
}

/// One rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RuleInfo {
    /// Kebab-case id.
    pub id: &'static str,
    /// Short code.
    pub code: &'static str,
    /// One line: what is wrong.
    pub title: &'static str,
    /// Markdown: what it finds, why it matters, how to fix it.
    pub text: &'static str,
    /// What the rule looks at.
    #[cfg_attr(feature = "tsify", tsify(type = "\"catalog\" | \"bundle\" | \"dependencies\" | \"configuration\""))]
    pub scope: Scope,
    /// Group.
    #[cfg_attr(
        feature = "tsify",
        tsify(type = "\"syntax\" | \"schema\" | \"reference\" | \"upgrade\" | \"deprecation\" | \"suspicious\"")
    )]
    pub category: Category,
    /// Who rejects what the rule finds.
    #[cfg_attr(feature = "tsify", tsify(type = "\"opm\" | \"opm-serve\" | \"olmkit\""))]
    pub enforcement: Enforcement,
    /// Its severity in each profile.
    pub severities: RuleSeverities,
    /// The tools that enforce it; only for rules of bundles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub tools: Vec<Tool>,
    /// Version of olmkit that first had it.
    pub since: &'static str,
    /// Address of its page.
    pub docs: String,
    /// Examples, executed by the tests.
    pub examples: Vec<RuleExample>,
}

/// Severity of a rule in each profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RuleSeverities {
    /// Profile `default`.
    #[cfg_attr(feature = "tsify", tsify(type = "Severity | \"off\""))]
    pub default: Severity,
    /// Profile `opm`.
    #[cfg_attr(feature = "tsify", tsify(type = "Severity | \"off\""))]
    pub opm: Severity,
    /// Profile `strict`.
    #[cfg_attr(feature = "tsify", tsify(type = "Severity | \"off\""))]
    pub strict: Severity,
}

/// A smallest catalog that shows a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RuleExample {
    /// What it shows.
    pub title: &'static str,
    /// Whether the rule finds something in it.
    pub bad: bool,
    /// The files of the catalog.
    pub files: Vec<RuleFile>,
}

/// A file of an example.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RuleFile {
    /// Its path.
    pub path: &'static str,
    /// Its text.
    #[cfg_attr(feature = "tsify", tsify(type = "string"))]
    pub text: Cow<'static, str>,
}

impl From<&Rule> for RuleInfo {
    fn from(rule: &Rule) -> Self {
        let examples = rule.examples.iter().filter(|example| example.change().is_none()).map(|example| RuleExample {
            title: example.title,
            bad: example.bad,
            files: example.files().iter().map(|&(path, text)| RuleFile { path, text: text.into() }).collect(),
        });
        RuleInfo {
            id: rule.id,
            code: rule.code,
            title: rule.title,
            text: rule.docs,
            scope: rule.scope,
            category: rule.category,
            enforcement: rule.enforcement,
            severities: RuleSeverities::from(rule),
            tools: Tool::of(rule.suites.iter().copied()),
            since: rule.since,
            docs: rule.url(),
            examples: examples.collect(),
        }
    }
}

impl From<&Rule> for RuleSeverities {
    fn from(rule: &Rule) -> Self {
        if rule.scope == Scope::Bundle {
            let of = |profile| rule.severity_of_bundles(profile).unwrap_or(Severity::Off);
            let default = of(BundleProfile::Default);
            return RuleSeverities { default, opm: of(BundleProfile::Opm), strict: default };
        }
        RuleSeverities {
            default: Profile::Default.severity(rule),
            opm: Profile::Opm.severity(rule),
            strict: Profile::Strict.severity(rule),
        }
    }
}

impl Tool {
    /// The tools that report something, each once and as severe as it is at worst.
    pub(crate) fn of(said: impl Iterator<Item = (Suite, Severity)>) -> Vec<Tool> {
        let mut worst: BTreeMap<Suite, Severity> = BTreeMap::new();
        for (suite, severity) in said {
            let known = worst.entry(suite).or_insert(severity);
            *known = severity.max(*known);
        }
        let tool = |(suite, severity): (Suite, Severity)| Some(Tool { name: suite.name(), severity: shown(severity)? });
        worst.into_iter().filter_map(tool).collect()
    }
}

impl RuleList {
    /// The list of some rules, by code.
    #[must_use]
    pub fn new(rules: impl IntoIterator<Item = RuleInfo>) -> Self {
        let mut rules: Vec<RuleInfo> = rules.into_iter().collect();
        order::sort_by_key(&mut rules, |rule| rule.code);
        RuleList { version: VERSION, rules }
    }
}
