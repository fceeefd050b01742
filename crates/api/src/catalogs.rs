//! Several catalogs side by side, such as those of the versions of OpenShift.

use serde::{Deserialize, Serialize};

use super::diff::ImpactCluster;
use super::edit::Plan;

/// A folder that contains a catalog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CatalogFolder {
    /// The path of the folder; empty for the searched folder itself.
    pub path: String,
    /// The number of packages that the catalog defines.
    pub packages: usize,
}

/// The bundles and catalogs in a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct FolderContents {
    /// The folders of the bundles, relative to the searched folder; empty for the searched folder itself.
    pub bundles: Vec<String>,
    /// The folders that are separate catalogs. Empty if all files are one catalog.
    pub catalogs: Vec<CatalogFolder>,
}

/// The versions of a package in several catalogs: rows are versions, columns are catalogs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CatalogsMatrix {
    /// Version of this shape: 1.
    pub version: u32,
    /// The common prefix of all entry names.
    pub prefix: String,
    /// The catalogs, in the order of the request.
    pub catalogs: Vec<MatrixCatalog>,
    /// The versions, the newest first.
    pub rows: Vec<CatalogsRow>,
}

/// A catalog of the matrix.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct MatrixCatalog {
    /// The name of the catalog.
    pub name: String,
    /// The default channel of the package, if it is set.
    pub default_channel: Option<String>,
    /// The number of channels of the package.
    pub channels: usize,
    /// The number of versions in these channels; 0 if the catalog does not have the package.
    pub versions: usize,
}

/// A version in all catalogs.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct CatalogsRow {
    /// Name of the entry.
    pub name: String,
    /// Whether its major version is lower than that of the row above.
    pub begins_major: bool,
    /// The catalogs that have the version, by column.
    pub cells: Vec<CatalogsCell>,
}

/// A version in a catalog.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct CatalogsCell {
    /// The column: the index of the catalog.
    pub catalog: usize,
    /// The channels that have the version.
    pub channels: Vec<String>,
    /// The channels whose head is this version.
    pub heads: Vec<String>,
    /// The channels whose head this version cannot reach, under OLM v0 or v1.
    pub stranded: Vec<String>,
    /// Whether the default channel has the version.
    pub is_default: bool,
    /// Whether the bundle is deprecated.
    pub is_deprecated: bool,
}

/// The effects of replacing one catalog with another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CatalogsComparison {
    /// Version of this shape: 1.
    pub version: u32,
    /// Packages and channels that only the first catalog has. Clusters that follow them get no further upgrades.
    pub removed: Vec<RemovedPlace>,
    /// Verdicts, upgrade paths and problems that differ.
    pub clusters: Vec<ImpactCluster>,
    /// The packages that are in both catalogs and differ.
    pub changed: Vec<ChangedPackage>,
    /// Packages that only the second catalog has.
    pub added: Vec<String>,
}

/// A package or channel that a catalog no longer has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RemovedPlace {
    /// The package.
    pub package: String,
    /// The channel; absent if the whole package was removed.
    pub channel: Option<String>,
    /// The number of versions that it had.
    pub versions: usize,
}

/// A package that differs between two catalogs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct ChangedPackage {
    /// The package.
    pub package: String,
    /// The changes, one sentence each, the most severe first.
    pub changes: Vec<String>,
}

/// A change of one catalog, applied to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AppliedToOther {
    /// The edits, or the reason why the change cannot be applied.
    pub plan: Plan,
    /// The effects on the other catalog; empty if the change cannot be applied or has no effect.
    pub clusters: Vec<ImpactCluster>,
}
