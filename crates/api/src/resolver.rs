//! The JSON shapes of answers. Field names are camelCase; what does not apply is absent.

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
    /// Whether there is an answer.
    pub satisfiable: bool,
    /// What is installed, in the order in which OLM decides on it.
    pub install: Vec<Install>,
    /// Installed bundles that stay.
    pub stay: Vec<String>,
    /// The minimal explanation of why there is no answer.
    pub explanation: Vec<Reason>,
    /// What OLM writes into the condition `ResolutionFailed`; empty with an answer.
    pub olm: String,
}

/// A bundle that is installed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct Install {
    /// What and from where.
    #[serde(flatten)]
    pub place: Place,
    /// The installed bundle that it takes the place of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    /// Why it is installed.
    pub because: String,
    /// The message of its deprecation, if it is deprecated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<String>,
}

/// A part of an explanation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Reason {
    /// The message.
    pub message: String,
    /// The message of OLM, if it has one.
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
    /// Counts.
    pub summary: DependencySummary,
    /// Findings, errors first, then by catalog, path and position.
    pub diagnostics: Vec<Diagnostic>,
    /// Every bundle that requires something.
    pub bundles: Vec<Requiring>,
    /// Packages that require each other.
    pub cycles: Vec<Vec<String>>,
    /// APIs that several packages provide.
    pub owners: Vec<Owners>,
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

/// A bundle that requires something.
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
    /// The channels it is in.
    pub channels: Vec<String>,
    /// What it requires.
    #[cfg_attr(feature = "tsify", tsify(type = "Requirement[]"))]
    pub requirements: Vec<Required>,
}

/// A requirement of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(rename = "Requirement", missing_as_null, hashmap_as_object))]
pub struct Required {
    /// Type of the property.
    #[serde(rename = "type")]
    pub kind: String,
    /// What is required, as a message.
    pub needs: String,
    /// The same as OLM prints it.
    pub olm: String,
    /// Whether something meets it.
    pub met: bool,
    /// What meets it, by channel, most preferred first.
    pub by: Vec<Provider>,
    /// Why nothing meets it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A channel that has bundles that meet a requirement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct Provider {
    /// The bundle that OLM prefers in this channel.
    #[serde(flatten)]
    pub place: Place,
    /// Whether the channel is the default one of its package.
    pub is_default: bool,
    /// How many bundles of the channel meet the requirement.
    pub candidates: usize,
    /// The message of a deprecation of the preferred one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<String>,
}

/// An API and the packages that provide it from the heads of their default channels.
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
