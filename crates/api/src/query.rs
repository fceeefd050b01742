//! Statistics of a catalog, and bundles found by their properties.

use serde::{Deserialize, Serialize};

use crate::{Range, StrandedCounts};

/// Statistics of a catalog.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// Version of this shape: 1.
    pub version: u32,
    /// The number of files of the catalog.
    pub files: usize,
    /// The size of these files in bytes.
    pub bytes: usize,
    /// Documents by schema, ordered by name. The name is empty for documents without a schema.
    pub documents: Vec<SchemaStats>,
    /// The number of distinct images that bundles name, including bundle images.
    pub images: usize,
    /// Packages, by name.
    pub packages: Vec<PackageStats>,
    /// Whether the answer may lack something: opm cannot load a file or document, or a name is defined more than once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub incomplete: bool,
}

/// Statistics of the documents of a schema.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SchemaStats {
    /// The schema.
    pub schema: String,
    /// The number of documents.
    pub count: usize,
    /// Their size in bytes.
    pub bytes: usize,
}

/// Statistics of a package.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PackageStats {
    /// The name of the package.
    pub name: String,
    /// The number of channels.
    pub channels: usize,
    /// The number of entries in all channels.
    pub entries: usize,
    /// The number of bundles.
    pub bundles: usize,
    /// The size of its documents in bytes.
    pub bytes: usize,
    /// The number of versions that cannot reach a channel head. A version that is stranded in several channels counts
    /// once.
    pub stranded: StrandedCounts,
}

/// A filter for bundles. A bundle must match all fields that are set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct BundleQuery {
    /// The package.
    pub package: Option<String>,
    /// A channel that has the bundle as an entry.
    pub channel: Option<String>,
    /// A substring of the name.
    pub name: Option<String>,
    /// A substring of the bundle image or of a related image.
    pub image: Option<String>,
    /// A version range in the syntax of `skipRange`.
    pub version_range: Option<String>,
    /// The type of a property.
    pub property: Option<String>,
    /// A substring of the property's value, as written.
    pub value: Option<String>,
    /// An API that the bundle provides: `GROUP/VERSION/KIND`, where `*` matches any part.
    pub provides: Option<String>,
    /// An API that the bundle requires, in the same format.
    pub requires: Option<String>,
}

/// A bundle that matches a filter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundBundle {
    /// The package.
    pub package: String,
    /// The name.
    pub name: String,
    /// The version of its `olm.package` property; null if it does not have this property.
    pub version: Option<String>,
    /// The bundle image.
    pub image: String,
    /// The channels that have the bundle as an entry, by name.
    pub channels: Vec<String>,
    /// The file.
    pub path: String,
    /// The range of its name, or of the document.
    pub range: Range,
}

/// The JSON shape of `olmkit query`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundBundles {
    /// Version of this shape: 1.
    pub version: u32,
    /// The bundles, ordered by package and name.
    pub bundles: Vec<FoundBundle>,
    /// Whether the answer may lack something: opm cannot load a file or document, or a name is defined more than once.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub incomplete: bool,
}
