//! The JSON shapes of `olmkit list`.

use serde::Serialize;

/// A table of a catalog. A cell that does not apply is empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CatalogList {
    /// Version of this shape: 1.
    pub version: u32,
    /// The rows of the table.
    #[serde(flatten)]
    pub rows: ListedRows,
}

/// The rows of a table, by what they list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ListedRows {
    /// `olmkit list packages`, by name.
    Packages(Vec<ListedPackage>),
    /// `olmkit list channels`, by package and name.
    Channels(Vec<ListedChannel>),
    /// `olmkit list bundles`: the entries of all channels.
    Bundles(Vec<ListedBundle>),
}

/// A package.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedPackage {
    /// The name.
    pub name: String,
    /// The display name in the CSV of the head of the default channel.
    pub display_name: String,
    /// The default channel.
    pub default_channel: String,
}

/// A channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedChannel {
    /// The package.
    pub package: String,
    /// The name.
    pub channel: String,
    /// Its head.
    pub head: String,
}

/// An entry of a channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedBundle {
    /// The package.
    pub package: String,
    /// The channel.
    pub channel: String,
    /// The name of the bundle.
    pub bundle: String,
    /// The entry that it replaces.
    pub replaces: String,
    /// The entries that it skips.
    pub skips: Vec<String>,
    /// The versions that it skips.
    pub skip_range: String,
    /// The bundle image.
    pub image: String,
}
