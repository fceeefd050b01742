//! The contents of a catalog, for lists and tables.

use serde::{Deserialize, Serialize};

use super::rail::Rail;
use super::report::{Fix, OlmRange};

/// Files and packages with counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct Outline {
    /// Version of this shape: 1.
    pub version: u32,
    /// The files, by path.
    pub files: Vec<FileSummary>,
    /// The packages, by name.
    pub packages: Vec<PackageSummary>,
    /// The number of versions that cannot reach a channel head. A version that is stranded in several channels counts
    /// once.
    pub stranded: StrandedCounts,
}

/// A file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct FileSummary {
    /// The path of the file.
    pub path: String,
    /// The length in bytes.
    pub bytes: usize,
    /// The number of documents; 0 for an ignored file.
    pub documents: usize,
    /// The number of documents that opm cannot read. Their contents may be reported as missing elsewhere.
    pub broken: usize,
    /// The number of findings of severity error.
    pub errors: usize,
    /// The number of findings of severity warning.
    pub warnings: usize,
    /// The number of findings of severity info.
    pub infos: usize,
    /// Whether `.indexignore` excludes it.
    pub ignored: bool,
}

/// A package.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct PackageSummary {
    /// The name of the package.
    pub name: String,
    /// File of its `olm.package` document; null if there is none.
    pub path: Option<String>,
    /// Range of the name in that document.
    pub range: Option<OlmRange>,
    /// Name of the default channel, if it is set.
    pub default_channel: Option<String>,
    /// The number of findings of severity error.
    pub errors: usize,
    /// The number of findings of severity warning.
    pub warnings: usize,
    /// The number of findings of severity info.
    pub infos: usize,
    /// The channels, ordered by their newest version, the newest first, then by number of entries, the most first, then
    /// by name. Several definitions of a channel follow each other in the order in which they are loaded. The first one
    /// is used.
    pub channels: Vec<ChannelSummary>,
    /// The number of versions that cannot reach a channel head. A version that is stranded in several channels counts
    /// once.
    pub stranded: StrandedCounts,
    /// The number of bundles.
    pub bundles: usize,
    /// Whether the whole package is deprecated.
    pub deprecated: bool,
    /// Deprecation message of the whole package.
    pub deprecation: Option<String>,
}

/// The display information of a package. Missing values are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct PackageInfo {
    /// The display name, from the head of the default channel.
    pub display_name: String,
    /// The provider, from the head of the default channel.
    pub provider: String,
    /// A summary: the annotation `description` of the head of the default channel.
    pub summary: String,
    /// Media type of the icon, as written.
    pub media_type: String,
    /// The icon in base64, as written; empty if it is larger than 256 KiB.
    pub icon: String,
}

/// A channel.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ChannelSummary {
    /// The name of the channel.
    pub name: String,
    /// File of its document.
    pub path: String,
    /// Range of the name in that document.
    pub range: OlmRange,
    /// The number of entries.
    pub entries: usize,
    /// Names of the entries that no other entry replaces or skips; exactly one in a valid channel.
    pub heads: Vec<String>,
    /// The number of entries that cannot reach the channel head.
    pub stranded: StrandedCounts,
    /// Whether the channel is deprecated.
    pub deprecated: bool,
    /// The number of findings of severity error.
    pub errors: usize,
    /// The number of findings of severity warning.
    pub warnings: usize,
    /// The number of findings of severity info.
    pub infos: usize,
}

/// Counts of versions that cannot reach a channel head.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct StrandedCounts {
    /// Under OLM v0.
    pub v0: usize,
    /// Under OLM v1.
    pub v1: usize,
    /// Under at least one of OLM v0 and OLM v1.
    pub total: usize,
}

impl std::iter::Sum for StrandedCounts {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(StrandedCounts::default(), |sum, one| StrandedCounts {
            v0: sum.v0.saturating_add(one.v0),
            v1: sum.v1.saturating_add(one.v1),
            total: sum.total.saturating_add(one.total),
        })
    }
}

/// A channel with its entries.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ChannelTable {
    /// Version of this shape: 1.
    pub version: u32,
    /// Package name.
    pub package: String,
    /// Channel name.
    pub channel: String,
    /// Whether it is the package's default channel.
    pub is_default: bool,
    /// File of its document.
    pub path: String,
    /// Range of the name in that document.
    pub range: OlmRange,
    /// Deprecation message, if the channel is deprecated.
    pub deprecation: Option<String>,
    /// Whether a syntax error truncates the document, so that entries may be missing.
    pub is_cut: bool,
    /// The entries, in file order.
    pub entries: Vec<EntryRow>,
    /// The layout of the entries, and of the names that only edges mention.
    pub rail: Rail,
}

/// A channel, unless it equals the one that the caller already has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ChannelUpdate {
    /// Identifies the contents of the channel. Two channels that differ only in positions have the same stamp.
    pub stamp: String,
    /// The channel; null if its stamp equals that of the caller.
    pub table: Option<ChannelTable>,
    /// The current positions of the entries, in their order. Each has the UTF-16 offsets of the start and the end of
    /// the entry in its file, then those of the name of its bundle (0 and 0 without a bundle).
    pub places: Vec<[u32; 4]>,
}

/// A channel entry.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct EntryRow {
    /// The name of the entry.
    pub name: String,
    /// Version of its bundle.
    pub version: Option<String>,
    /// The entry that it replaces.
    pub replaces: Option<String>,
    /// The entries that it skips.
    pub skips: Vec<String>,
    /// The range of versions that can upgrade to it directly.
    pub skip_range: Option<String>,
    /// Whether no other entry replaces or skips it.
    pub is_head: bool,
    /// Deprecation message, if its bundle is deprecated.
    pub deprecation: Option<String>,
    /// Whether the package has a bundle of that name.
    pub has_bundle: bool,
    /// Image of that bundle.
    pub image: Option<String>,
    /// How it differs from the base; null if it does not differ.
    pub change: Option<EntryChange>,
    /// File of the entry.
    pub path: String,
    /// Range of the entry.
    pub range: OlmRange,
    /// File of the bundle's document.
    pub bundle_path: Option<String>,
    /// Range of the bundle's document.
    pub bundle_range: Option<OlmRange>,
    /// The number of findings of severity error.
    pub errors: usize,
    /// The number of findings of severity warning.
    pub warnings: usize,
    /// The number of findings of severity info.
    pub infos: usize,
}

/// How an entry differs from the base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum EntryChange {
    /// The channel of the base does not have the entry.
    New,
    /// The entry of the base has other edges.
    Changed,
}

/// Files of the folder that are not part of the catalog, and how to exclude them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct UnrelatedFiles {
    /// A description of the files; absent if no action is needed.
    pub text: Option<String>,
    /// A fix that excludes the files.
    pub fix: Option<Fix>,
    /// The command that renders a catalog from a template in the folder.
    pub command: Option<String>,
}
