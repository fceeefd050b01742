//! What a catalog consists of, and bundles found by what they are.

use serde::{Deserialize, Serialize};

use crate::{Range, StrandedCounts};

/// What a catalog consists of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// The version of the shape.
    pub version: u32,
    /// Files that belong to the catalog.
    pub files: usize,
    /// Their bytes.
    pub bytes: usize,
    /// Documents by schema; the name is empty where there is none. In the order of the names.
    pub documents: Vec<SchemaStats>,
    /// Different images that bundles name, their own included.
    pub images: usize,
    /// Packages, by name.
    pub packages: Vec<PackageStats>,
}

/// The documents of a schema.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SchemaStats {
    /// The schema.
    pub schema: String,
    /// How many there are.
    pub count: usize,
    /// Their bytes.
    pub bytes: usize,
}

/// What a package consists of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PackageStats {
    /// Its name.
    pub name: String,
    /// Its channels.
    pub channels: usize,
    /// The entries of all channels.
    pub entries: usize,
    /// Its bundles.
    pub bundles: usize,
    /// The bytes of its documents.
    pub bytes: usize,
    /// Installed versions that cannot reach a channel head. A version that several channels strand counts once.
    pub stranded: StrandedCounts,
}

/// Which bundles are looked for: all that fit every field that is given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct BundleQuestion {
    /// The package.
    pub package: Option<String>,
    /// A channel that has it as an entry.
    pub channel: Option<String>,
    /// A part of the name.
    pub name: Option<String>,
    /// A part of its own image or of a related one.
    pub image: Option<String>,
    /// A range of versions as in `skipRange`.
    pub version_range: Option<String>,
    /// The type of a property.
    pub property: Option<String>,
    /// A part of the property's value, as it is written.
    pub value: Option<String>,
    /// An API that it provides: `GROUP/VERSION/KIND`, where `*` matches any part.
    pub provides: Option<String>,
    /// An API that it requires, in the same way.
    pub requires: Option<String>,
}

/// A bundle that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundBundle {
    /// The package.
    pub package: String,
    /// The name.
    pub name: String,
    /// The version of its `olm.package` property; null without one.
    pub version: Option<String>,
    /// Its image.
    pub image: String,
    /// The channels that have it as an entry, by name.
    pub channels: Vec<String>,
    /// The file.
    pub path: String,
    /// The place of its name, or of the document.
    pub range: Range,
}
