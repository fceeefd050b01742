//! The JSON shapes of adding a bundle to a catalog.

use serde::{Deserialize, Serialize};

use super::release::NewEntry;

/// How a bundle can be added to a catalog. The proposal can be changed before the edits are planned.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BundleAddition {
    /// The package of the bundle.
    pub package: String,
    /// The name of the bundle.
    pub name: String,
    /// Whether the catalog does not have the package. Its document and its channels are then added too.
    pub is_new: bool,
    /// The default channel of a new package.
    pub default_channel: String,
    /// Whether the catalog already has the document of the bundle. Only entries are then added.
    pub has_bundle: bool,
    /// Whether the document has `olm.csv.metadata` instead of the objects, like the other bundles of the package.
    pub migrate: bool,
    /// The bundle image.
    pub image: String,
    /// The channels of the bundle, then the other channels of the package.
    pub channels: Vec<ChannelAddition>,
}

/// The entry of a bundle in one channel.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChannelAddition {
    /// The channel.
    pub channel: String,
    /// Whether the entry is added.
    pub chosen: bool,
    /// Whether the package does not have the channel. The channel is then added too.
    pub is_new: bool,
    /// Whether the channel already has the entry.
    pub is_there: bool,
    /// The entry, with the edges that follow the convention of the channel.
    pub entry: NewEntry,
    /// The newer entry that replaces or skips the added entry.
    pub successor: Option<String>,
    /// Explains where the edges come from, one sentence for each item.
    pub reasons: Vec<String>,
}
