//! The JSON shapes of dependency resolution. Field names are camelCase; fields that do not apply are absent.

use serde::{Deserialize, Serialize};

use crate::{DependencySummary, Diagnostic};

/// A bundle in a channel of a catalog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// The catalog.
    pub catalog: String,
    /// The package.
    pub package: String,
    /// The channel.
    pub channel: String,
    /// The bundle.
    pub bundle: String,
    /// Its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// What OLM would install.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct Resolution {
    /// Version of this shape.
    pub version: u32,
    /// Whether the resolution succeeds.
    pub satisfiable: bool,
    /// The bundles that are installed, in the order in which OLM decides on them.
    pub install: Vec<Install>,
    /// Installed bundles that are kept.
    pub stay: Vec<String>,
    /// The minimal explanation of why the resolution fails.
    pub explanation: Vec<Reason>,
    /// OLM's message in the condition `ResolutionFailed`; absent if the resolution succeeds.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub olm: String,
    /// Whether opm rejects one of the catalogs, so that OLM v0 cannot use it, or cannot load a part of one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub incomplete: bool,
}

/// A bundle that is installed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct Install {
    /// The bundle, and the channel and catalog from which it is installed.
    #[serde(flatten)]
    pub place: Place,
    /// The installed bundle that it replaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    /// Why it is installed.
    pub because: String,
    /// The deprecation message, if the bundle is deprecated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<String>,
}

/// A part of an explanation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Reason {
    /// The message.
    pub message: String,
    /// OLM's messages; empty if OLM has none for it.
    pub olm: Vec<String>,
}

/// The requirements of the bundles of some catalogs, and findings about them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct Dependencies {
    /// Version of this shape.
    pub version: u32,
    /// The catalogs, as given.
    pub catalogs: Vec<CatalogName>,
    /// The counts.
    pub summary: DependencySummary,
    /// The findings: errors first, then ordered by catalog, path and position.
    pub diagnostics: Vec<Diagnostic>,
    /// The bundles that have requirements.
    pub bundles: Vec<Requiring>,
    /// Packages that require each other.
    pub cycles: Vec<Vec<String>>,
    /// APIs that several packages provide.
    pub owners: Vec<Owners>,
    /// Whether the answer may lack something: opm cannot load a file or document, or a name is defined more than once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub incomplete: bool,
}

/// A catalog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CatalogName {
    /// Its name.
    pub name: String,
    /// Its priority; higher is preferred.
    pub priority: i64,
}

/// A bundle that has requirements.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Requiring {
    /// The catalog.
    pub catalog: String,
    /// The package.
    pub package: String,
    /// The bundle.
    pub bundle: String,
    /// Its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The channels that contain the bundle.
    pub channels: Vec<String>,
    /// Its requirements.
    #[cfg_attr(feature = "tsify", tsify(type = "Requirement[]"))]
    pub requirements: Vec<Required>,
}

/// A requirement of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(rename = "Requirement", missing_as_null, hashmap_as_object))]
pub struct Required {
    /// The type of the property.
    #[serde(rename = "type")]
    pub kind: String,
    /// The requirement, as a message.
    pub needs: String,
    /// The requirement as OLM prints it.
    pub olm: String,
    /// Whether a bundle meets the requirement.
    pub met: bool,
    /// Whether it is not known if a bundle meets the requirement, because of a limit of olmkit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub unknown: bool,
    /// The channels with bundles that meet it, the most preferred first.
    pub by: Vec<Provider>,
    /// Why no bundle meets it, or why this is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A channel with bundles that meet a requirement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct Provider {
    /// The bundle that OLM prefers in this channel.
    #[serde(flatten)]
    pub place: Place,
    /// Whether the channel is the default channel of its package.
    pub is_default: bool,
    /// The number of bundles of the channel that meet the requirement.
    pub candidates: usize,
    /// The deprecation message of the preferred bundle, if it is deprecated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<String>,
}

/// An API and the packages whose default channel heads provide it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Owners {
    /// The API group.
    pub group: String,
    /// The API version.
    pub version: String,
    /// The kind.
    pub kind: String,
    /// The packages.
    pub packages: Vec<String>,
}
