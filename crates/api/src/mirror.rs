//! What `olmkit mirror` answers.

use serde::Serialize;

use crate::Semantics;

/// A catalog as oc-mirror filters it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MirrorReport {
    /// Version of this shape: 1.
    pub version: u32,
    /// The catalog, as the configuration names it.
    pub catalog: String,
    /// Whether the catalog is mirrored as it is.
    pub copy: bool,
    /// The packages that are mirrored, by name.
    pub packages: Vec<MirroredPackage>,
    /// How many packages the catalog has.
    pub packages_before: usize,
    /// How many bundles the catalog has.
    pub bundles_before: usize,
    /// How many images the mirrored bundles list.
    pub images: usize,
    /// How many images all bundles list.
    pub images_before: usize,
    /// Bundle images that no bundle lists as related: oc-mirror does not mirror them.
    pub unlisted_images: Vec<String>,
    /// What oc-mirror warns of.
    pub warnings: Vec<String>,
    /// Installed versions that can no longer upgrade to the head of their channel.
    pub stranded: Vec<StrandedByMirror>,
    /// Whether opm accepts the result.
    pub accepted: bool,
    /// opm's text, where it rejects the result.
    pub message: String,
}

/// A package that is mirrored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MirroredPackage {
    /// Its name.
    pub name: String,
    /// Its default channel; null if none is set.
    pub default_channel: Option<String>,
    /// That of the catalog.
    pub default_channel_before: Option<String>,
    /// How many bundles are mirrored.
    pub bundles: usize,
    /// How many bundles the catalog has.
    pub bundles_before: usize,
    /// The channels that are mirrored, by name.
    pub channels: Vec<MirroredChannel>,
    /// The channels that are left out.
    pub removed_channels: Vec<String>,
}

/// A channel that is mirrored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MirroredChannel {
    /// Its name.
    pub name: String,
    /// Its heads; exactly one in a valid channel.
    pub heads: Vec<String>,
    /// Those of the catalog.
    pub heads_before: Vec<String>,
    /// How many entries are mirrored.
    pub entries: usize,
    /// How many entries the catalog has.
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
    /// What is installed.
    pub entry: String,
    /// Whose resolver; null where the change is the same for both.
    pub semantics: Option<Semantics>,
}
