//! The JSON shapes of OLM v1's resolution. Field names are camelCase; fields that do not apply are absent.

use serde::{Deserialize, Serialize};

use super::resolver::Reason;
use crate::named::named;

/// What OLM v1 would install for a ClusterExtension.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ExtensionResolution {
    /// Version of this shape.
    pub version: u32,
    /// Whether the resolution succeeds.
    pub satisfiable: bool,
    /// The bundle that is installed, or stays installed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub install: Option<ExtensionInstall>,
    /// What was found in each catalog, in the order of the request.
    pub catalogs: Vec<ExtensionCatalog>,
    /// The deprecation conditions of the ClusterExtension after the installation; empty if the resolution fails.
    pub conditions: Vec<ExtensionCondition>,
    /// Notes for the user.
    pub notes: Vec<String>,
    /// Why the resolution fails.
    pub explanation: Vec<Reason>,
    /// OLM's message in the condition `Progressing`; absent if the resolution succeeds.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub olm: String,
    /// Whether the answer may lack something: opm cannot load a file or document, or a name is defined more than once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub incomplete: bool,
}

/// The bundle that is installed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ExtensionInstall {
    /// The catalog.
    pub catalog: String,
    /// The package.
    pub package: String,
    /// The bundle.
    pub bundle: String,
    /// Its version.
    pub version: String,
    /// The requested channels that contain the bundle.
    pub channels: Vec<String>,
    /// The installed bundle that it replaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    /// Whether it is already installed, so that nothing changes.
    pub stays: bool,
    /// Why OLM chooses this bundle.
    pub because: String,
}

/// What was found in a catalog. Each number counts the bundles of the package that also meet the conditions of the
/// numbers before it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ExtensionCatalog {
    /// The catalog.
    pub name: String,
    /// Its priority; higher is preferred.
    pub priority: i64,
    /// Whether the selector of the ClusterExtension matches it.
    pub selected: bool,
    /// Whether it has the package.
    pub has_package: bool,
    /// Bundles of the package.
    pub bundles: usize,
    /// Those in one of the requested channels.
    pub in_channels: usize,
    /// Those whose version is in the requested range.
    pub in_range: usize,
    /// Those to which the installed bundle can be upgraded.
    pub candidates: usize,
    /// The candidate that OLM prefers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// The version of that candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Whether the catalog deprecates that candidate.
    pub deprecated: bool,
}

named! {
    /// The type of a deprecation condition.
    pub enum ConditionType {
        /// The package, a requested channel or the bundle.
        Deprecated = "Deprecated",
        /// The package.
        PackageDeprecated = "PackageDeprecated",
        /// A requested channel.
        ChannelDeprecated = "ChannelDeprecated",
        /// The bundle.
        BundleDeprecated = "BundleDeprecated",
    }
}

named! {
    /// The status of a condition.
    pub enum ConditionStatus {
        /// It applies.
        True = "True",
        /// It does not apply.
        False = "False",
    }
}

/// A deprecation condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ExtensionCondition {
    /// What is deprecated.
    #[serde(rename = "type")]
    pub kind: ConditionType,
    /// Whether it is deprecated.
    pub status: ConditionStatus,
    /// The deprecation messages of the catalog.
    pub message: String,
}
