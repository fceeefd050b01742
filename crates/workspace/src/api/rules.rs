//! Rules, as `olmkit rules` and `explain` show them.

use std::borrow::Cow;

use olmkit_diagnostics::{Category, Enforcement, Profile, Rule, Severity, order};
use serde::Serialize;

use super::VERSION;

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
    pub tools: Vec<super::Tool>,
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

/// Address of a rule's page.
pub(crate) fn docs_url(id: &str) -> String {
    format!("{}/blob/main/docs/rules/{id}.md", env!("CARGO_PKG_REPOSITORY"))
}

impl From<&Rule> for RuleInfo {
    fn from(rule: &Rule) -> Self {
        let examples = rule.examples.iter().map(|example| RuleExample {
            title: example.title,
            bad: example.bad,
            files: example.files.iter().map(|&(path, text)| RuleFile { path, text: text.into() }).collect(),
        });
        RuleInfo {
            id: rule.id,
            code: rule.code,
            title: rule.title,
            text: rule.docs,
            category: rule.category,
            enforcement: rule.enforcement,
            severities: RuleSeverities {
                default: Profile::Default.severity(rule),
                opm: Profile::Opm.severity(rule),
                strict: Profile::Strict.severity(rule),
            },
            tools: Vec::new(),
            since: rule.since,
            docs: docs_url(rule.id),
            examples: examples.collect(),
        }
    }
}

impl RuleList {
    /// The list of some rules, by code.
    #[must_use]
    pub fn new<'r>(rules: impl IntoIterator<Item = &'r Rule>) -> Self {
        let mut rules: Vec<RuleInfo> = rules.into_iter().map(RuleInfo::from).collect();
        order::sort_by_key(&mut rules, |rule| rule.code);
        RuleList { version: VERSION, rules }
    }
}
