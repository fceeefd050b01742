//! Rules, as `olmkit rules` and `olmkit explain` show them.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::report::Severity;
use crate::named::named;

/// All rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RuleList {
    /// Version of this shape: 1.
    pub version: u32,
    /// The rules, by code.
    pub rules: Vec<RuleInfo>,
}

/// A rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RuleInfo {
    /// The id, in kebab case.
    pub id: Cow<'static, str>,
    /// The code.
    pub code: Cow<'static, str>,
    /// Ids of the rule in earlier releases, which are still accepted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub former: Vec<Cow<'static, str>>,
    /// A title of one line: what is wrong.
    pub title: Cow<'static, str>,
    /// Markdown that explains what the rule finds, why it matters, and how to fix it.
    pub text: Cow<'static, str>,
    /// The scope of the rule.
    pub scope: Scope,
    /// The category of the rule.
    pub category: Category,
    /// The upstream tool that rejects what the rule finds.
    pub enforcement: Enforcement,
    /// The severity of the rule in each profile.
    pub severities: RuleSeverities,
    /// The tools that enforce the rule; only for bundle rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub tools: Vec<super::Tool>,
    /// The version of olmkit that introduced the rule.
    pub since: Cow<'static, str>,
    /// URL of the rule's page.
    pub docs: String,
    /// The examples, which the tests execute.
    pub examples: Vec<RuleExample>,
}

/// Severity of a rule in each profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RuleSeverities {
    /// Profile `default`.
    pub default: RuleSeverity,
    /// Profile `opm`.
    pub opm: RuleSeverity,
    /// Profile `strict`.
    pub strict: RuleSeverity,
}

/// A minimal catalog that demonstrates a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RuleExample {
    /// What the example demonstrates.
    pub title: Cow<'static, str>,
    /// Whether the rule has findings in the example.
    pub bad: bool,
    /// The files of the catalog.
    pub files: Vec<RuleFile>,
    /// The files of the base, an older state of the catalog; empty for most rules.
    pub base: Vec<RuleFile>,
}

/// A file of an example.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RuleFile {
    /// Its path.
    pub path: Cow<'static, str>,
    /// Its text.
    #[cfg_attr(feature = "tsify", tsify(type = "string"))]
    pub text: Cow<'static, str>,
}

named! {
    /// Severity of a rule in a profile.
    pub enum RuleSeverity {
        /// Not reported.
        Off = "off",
        /// Worth knowing; nothing breaks.
        Info = "info",
        /// Probably wrong, or wrong for some users.
        Warning = "warning",
        /// The catalog is rejected, or clusters break.
        Error = "error",
    }
}

impl RuleSeverity {
    /// The severity of findings of the rule. `None` if they are not reported.
    #[must_use]
    pub const fn of_finding(self) -> Option<Severity> {
        match self {
            RuleSeverity::Off => None,
            RuleSeverity::Info => Some(Severity::Info),
            RuleSeverity::Warning => Some(Severity::Warning),
            RuleSeverity::Error => Some(Severity::Error),
        }
    }
}

named! {
    /// The category of a rule.
    pub enum Category {
        /// Reading YAML and JSON.
        Syntax = "syntax",
        /// Loading documents: schemas and types.
        Schema = "schema",
        /// Packages, channels and bundles, and their references.
        Reference = "reference",
        /// The upgrade graph.
        Upgrade = "upgrade",
        /// Deprecations.
        Deprecation = "deprecation",
        /// Valid, but probably unintended.
        Suspicious = "suspicious",
    }
}

/// The upstream tool that rejects what a rule finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Enforcement {
    /// `opm validate` fails: the rule is part of opm's verdict.
    Opm,
    /// `opm validate` passes, `opm serve` fails.
    OpmServe,
    /// No upstream tool reports it.
    Olmkit,
}

/// The scope of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Catalogs.
    Catalog,
    /// Bundles.
    Bundle,
    /// Requirements between the bundles of catalogs.
    Dependencies,
    /// The images that catalogs and bundles name, as their registries serve them.
    Images,
    /// Templates of catalogs.
    Template,
    /// `olmkit.yaml`.
    Configuration,
}

impl Scope {
    /// Every scope, in the order of the documentation.
    pub const ALL: [Scope; 6] =
        [Scope::Catalog, Scope::Bundle, Scope::Dependencies, Scope::Images, Scope::Template, Scope::Configuration];

    /// The folder below `docs` that contains the pages of the rules.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Scope::Catalog => "rules",
            Scope::Bundle => "bundle-rules",
            Scope::Dependencies => "dependency-rules",
            Scope::Images => "image-rules",
            Scope::Template => "template-rules",
            Scope::Configuration => "configuration-rules",
        }
    }
}
