//! Several catalogs side by side, such as those of the versions of OpenShift.

use serde::{Deserialize, Serialize};

use super::diff::ImpactCluster;
use super::edit::Plan;

/// A folder that is a catalog of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CatalogFolder {
    /// Its path; empty for the folder that was searched.
    pub path: String,
    /// How many packages it defines.
    pub packages: usize,
}

/// The versions of a package in several catalogs: rows are versions, columns are catalogs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CatalogsMatrix {
    /// Version of this shape: 1.
    pub version: u32,
    /// What all names of entries begin with.
    pub prefix: String,
    /// The catalogs, in the order of the question.
    pub catalogs: Vec<MatrixCatalog>,
    /// The versions, the newest first.
    pub rows: Vec<CatalogsRow>,
}

/// A catalog of the matrix.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct MatrixCatalog {
    /// Its name.
    pub name: String,
    /// The default channel of the package, where it has one.
    pub default_channel: Option<String>,
    /// The channels of the package.
    pub channels: usize,
    /// The versions in those channels; 0 where the catalog does not have the package.
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
    /// The catalogs that have it, by column.
    pub cells: Vec<CatalogsCell>,
}

/// A version in a catalog.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct CatalogsCell {
    /// Its column.
    pub catalog: usize,
    /// The channels that have it.
    pub channels: Vec<String>,
    /// The channels whose head it is.
    pub heads: Vec<String>,
    /// The channels whose head it cannot reach, under OLM v0 or v1.
    pub stranded: Vec<String>,
    /// Whether the default channel has it.
    pub is_default: bool,
    /// Whether its bundle is deprecated.
    pub is_deprecated: bool,
}

/// What it means that one catalog takes the place of another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CatalogsComparison {
    /// Version of this shape: 1.
    pub version: u32,
    /// Packages and channels that only the first has: clusters that follow them get no further upgrades.
    pub removed: Vec<RemovedPlace>,
    /// Verdicts, upgrade paths and problems that differ.
    pub clusters: Vec<ImpactCluster>,
    /// The packages of both that differ.
    pub changed: Vec<ChangedPackage>,
    /// Packages that only the second has.
    pub added: Vec<String>,
}

/// A package or channel that a catalog does not have any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct RemovedPlace {
    /// The package.
    pub package: String,
    /// The channel; absent where the whole package was removed.
    pub channel: Option<String>,
    /// How many versions it had.
    pub versions: usize,
}

/// A package that differs between two catalogs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct ChangedPackage {
    /// The package.
    pub package: String,
    /// One sentence for each change, the most severe first.
    pub changes: Vec<String>,
}

/// A change of one catalog, made in another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CarriedChange {
    /// The edits, or why the change cannot be made there.
    pub plan: Plan,
    /// What it means there; empty where it cannot be made or changes nothing.
    pub clusters: Vec<ImpactCluster>,
}
