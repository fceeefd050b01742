//! A resolution request: a ClusterExtension, and the bundle installed for it.

use olmkit_api::TextMap;

use serde::Deserialize;

/// The catalog source of a ClusterExtension (`spec.source.catalog`), and the installed bundle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Extension {
    /// The package.
    pub package: String,
    /// `version`: a version constraint as OLM v1 reads it. Absent or empty means any version.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub version: Option<String>,
    /// `channels`. Empty means all channels, and bundles in no channel.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub channels: Vec<String>,
    /// `upgradeConstraintPolicy`.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub upgrade_constraint_policy: UpgradeConstraintPolicy,
    /// `selector`: selects catalogs by their labels. Absent means all catalogs.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub selector: Option<LabelSelector>,
    /// The installed bundle: `NAME`, or `NAME@VERSION` if no catalog contains it.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub installed: Option<String>,
}

/// The versions that an upgrade can lead to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub enum UpgradeConstraintPolicy {
    /// Versions that the catalog's upgrade edges allow.
    #[default]
    CatalogProvided,
    /// Any version, including downgrades.
    SelfCertified,
}

/// A Kubernetes label selector. All conditions must be true.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct LabelSelector {
    /// Labels and their required values.
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
    /// The key of the label.
    pub key: String,
    /// `In`, `NotIn`, `Exists` or `DoesNotExist`.
    pub operator: String,
    /// The values for `In` and `NotIn`.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub values: Vec<String>,
}
