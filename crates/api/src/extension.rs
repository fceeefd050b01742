//! The JSON shapes of OLM v1's answers. Field names are camelCase; what does not apply is absent.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::resolver::Reason;

/// What OLM v1 would install for a ClusterExtension.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ExtensionResolution {
    /// Version of this shape.
    pub version: u32,
    /// Whether there is an answer.
    pub satisfiable: bool,
    /// What is installed, or stays installed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub install: Option<ExtensionInstall>,
    /// What was found in each catalog, in the order given.
    pub catalogs: Vec<ExtensionCatalog>,
    /// The deprecation conditions of the ClusterExtension once this is installed; empty without an answer.
    pub conditions: Vec<ExtensionCondition>,
    /// Notes.
    pub notes: Vec<String>,
    /// Why there is no answer.
    pub explanation: Vec<Reason>,
    /// What OLM writes into the condition `Progressing`; empty with an answer.
    pub olm: String,
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
    /// The channels that it is in, of those that were asked for.
    pub channels: Vec<String>,
    /// The installed bundle that it takes the place of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    /// Whether it is the installed bundle itself: nothing changes.
    pub stays: bool,
    /// Why it is this one.
    pub because: String,
}

/// What was found in a catalog. Every number counts bundles of the package that also fulfil what is counted before.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ExtensionCatalog {
    /// The catalog.
    pub name: String,
    /// Its priority; higher is preferred.
    pub priority: i64,
    /// Whether the selector matches it.
    pub selected: bool,
    /// Whether it has the package.
    pub has_package: bool,
    /// Bundles of the package.
    pub bundles: usize,
    /// Those in one of the channels.
    pub in_channels: usize,
    /// Those of a version that is wanted.
    pub in_range: usize,
    /// Those to which the installed bundle may be upgraded.
    pub candidates: usize,
    /// The candidate that OLM prefers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// Its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Whether the catalog deprecates that bundle.
    pub deprecated: bool,
}

/// A deprecation condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ExtensionCondition {
    /// `Deprecated`, `PackageDeprecated`, `ChannelDeprecated` or `BundleDeprecated`.
    #[serde(rename = "type")]
    pub kind: Cow<'static, str>,
    /// `True` or `False`.
    pub status: Cow<'static, str>,
    /// The catalog's messages.
    pub message: String,
}
