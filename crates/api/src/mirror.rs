//! The JSON shape of `olmkit mirror`.

use serde::Serialize;

use crate::Semantics;

/// A catalog as oc-mirror filters it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MirrorReport {
    /// Version of this shape: 1.
    pub version: u32,
    /// The catalog as the configuration names it.
    pub catalog: String,
    /// Whether the whole catalog is copied without filtering.
    pub copy: bool,
    /// The mirrored packages, by name.
    pub packages: Vec<MirroredPackage>,
    /// The number of packages in the catalog.
    pub packages_before: usize,
    /// The number of bundles in the catalog.
    pub bundles_before: usize,
    /// The number of images that the mirrored bundles list.
    pub images: usize,
    /// The number of images that all bundles list.
    pub images_before: usize,
    /// Bundle images that no bundle lists as related: oc-mirror does not mirror them.
    pub unlisted_images: Vec<String>,
    /// The warnings of oc-mirror.
    pub warnings: Vec<String>,
    /// Installed versions that can no longer upgrade to the head of their channel.
    pub stranded: Vec<StrandedByMirror>,
    /// Whether opm accepts the result.
    pub accepted: bool,
    /// opm's message if it rejects the result.
    pub message: String,
}

/// A mirrored package.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MirroredPackage {
    /// The name of the package.
    pub name: String,
    /// Its default channel; null if none is set.
    pub default_channel: Option<String>,
    /// The default channel in the catalog; null if none is set.
    pub default_channel_before: Option<String>,
    /// The number of mirrored bundles.
    pub bundles: usize,
    /// The number of bundles in the catalog.
    pub bundles_before: usize,
    /// The mirrored channels, by name.
    pub channels: Vec<MirroredChannel>,
    /// The channels that are not mirrored.
    pub removed_channels: Vec<String>,
}

/// A mirrored channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MirroredChannel {
    /// The name of the channel.
    pub name: String,
    /// Its heads; exactly one in a valid channel.
    pub heads: Vec<String>,
    /// Its heads in the catalog.
    pub heads_before: Vec<String>,
    /// The number of mirrored entries.
    pub entries: usize,
    /// The number of entries in the catalog.
    pub entries_before: usize,
}

/// An installed version that a mirrored catalog strands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StrandedByMirror {
    /// The package.
    pub package: String,
    /// The channel that the cluster follows.
    pub channel: String,
    /// The installed version.
    pub entry: String,
    /// The semantics under which it is stranded. A version that is stranded under both occurs twice.
    pub semantics: Semantics,
}
