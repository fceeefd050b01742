//! What is asked: a ClusterExtension, and what is installed for it.

use olmkit_api::TextMap;

use serde::Deserialize;

/// What a ClusterExtension wants from the catalogs (`spec.source.catalog`).
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Extension {
    /// The package.
    pub package: String,
    /// `version`: a constraint as OLM v1 reads it; without it, or empty, any version.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub version: Option<String>,
    /// `channels`; none means all, and bundles in no channel too.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub channels: Vec<String>,
    /// `upgradeConstraintPolicy`.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub upgrade_constraint_policy: UpgradeConstraintPolicy,
    /// `selector`: which catalogs are asked.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub selector: Option<LabelSelector>,
    /// The installed bundle: `NAME`, or `NAME@VERSION` for one that no catalog has any more.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub installed: Option<String>,
}

/// What an upgrade may lead to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub enum UpgradeConstraintPolicy {
    /// What the catalog's upgrade edges allow.
    #[default]
    CatalogProvided,
    /// Anything, downgrades too.
    SelfCertified,
}

/// A label selector of Kubernetes: all of it must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct LabelSelector {
    /// Labels and their values.
    #[cfg_attr(feature = "tsify", tsify(optional, type = "Record<string, string>"))]
    pub match_labels: TextMap,
    /// Conditions.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub match_expressions: Vec<LabelExpression>,
}

/// A condition on a label.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct LabelExpression {
    /// The label.
    pub key: String,
    /// `In`, `NotIn`, `Exists` or `DoesNotExist`.
    pub operator: String,
    /// Values of `In` and `NotIn`.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub values: Vec<String>,
}
