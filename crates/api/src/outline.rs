//! What a catalog contains, for lists and tables.

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
    /// How many versions cannot reach a channel head. A version that several channels strand counts once.
    pub stranded: StrandedCounts,
}

/// One file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct FileSummary {
    /// Its path.
    pub path: String,
    /// Its length in bytes.
    pub bytes: usize,
    /// Its documents; 0 for an ignored file.
    pub documents: usize,
    /// How many of them opm cannot read: what they have may be missing elsewhere.
    pub broken: usize,
    /// Findings of severity error.
    pub errors: usize,
    /// Findings of severity warning.
    pub warnings: usize,
    /// Findings of severity info.
    pub infos: usize,
    /// Whether `.indexignore` excludes it.
    pub ignored: bool,
}

/// One package.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct PackageSummary {
    /// Its name.
    pub name: String,
    /// File of its `olm.package` document; null when there is none.
    pub path: Option<String>,
    /// Place of that document's name.
    pub range: Option<OlmRange>,
    /// Name of the default channel, if it is set.
    pub default_channel: Option<String>,
    /// Findings of severity error.
    pub errors: usize,
    /// Findings of severity warning.
    pub warnings: usize,
    /// Findings of severity info.
    pub infos: usize,
    /// The channels: the newest version first, then the one with more entries, then by name.
    pub channels: Vec<ChannelSummary>,
    /// How many versions cannot reach a channel head. A version that several channels strand counts once.
    pub stranded: StrandedCounts,
    /// Number of bundles.
    pub bundles: usize,
    /// Whether the whole package is deprecated.
    pub deprecated: bool,
    /// Deprecation message of the whole package.
    pub deprecation: Option<String>,
}

/// How a package is shown in a list. Missing values are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct PackageInfo {
    /// The display name, from the head of the default channel.
    pub display_name: String,
    /// The provider, from that head.
    pub provider: String,
    /// A summary: the annotation `description` of that head.
    pub summary: String,
    /// Media type of the icon, as it is written.
    pub media_type: String,
    /// The icon in base64, as it is written; empty if it is larger than 256 KiB.
    pub icon: String,
}

/// One channel.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct ChannelSummary {
    /// Its name.
    pub name: String,
    /// File of its document.
    pub path: String,
    /// Place of the document's name.
    pub range: OlmRange,
    /// Number of entries.
    pub entries: usize,
    /// Names of the entries that nothing replaces or skips; exactly one in a valid channel.
    pub heads: Vec<String>,
    /// How many entries cannot reach the channel head.
    pub stranded: StrandedCounts,
    /// Whether the channel is deprecated.
    pub deprecated: bool,
    /// Findings of severity error.
    pub errors: usize,
    /// Findings of severity warning.
    pub warnings: usize,
    /// Findings of severity info.
    pub infos: usize,
}

/// Versions that cannot reach a channel head.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct StrandedCounts {
    /// Under OLM v0.
    pub v0: usize,
    /// Under OLM v1.
    pub v1: usize,
    /// Under at least one of them.
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

/// One channel with its entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Place of the document's name.
    pub range: OlmRange,
    /// Deprecation message, if the channel is deprecated.
    pub deprecation: Option<String>,
    /// Whether an error cuts its text off, so that entries may be missing here.
    pub is_cut: bool,
    /// The entries, in file order.
    pub entries: Vec<EntryRow>,
    /// How they are drawn, with the names that only edges mention.
    pub rail: Rail,
}

/// A channel, unless it equals the one that the caller knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ChannelUpdate {
    /// Identifies the channel: it is the same for two channels that differ in nothing but places.
    pub stamp: String,
    /// The channel; null where its stamp is the known one.
    pub table: Option<ChannelTable>,
    /// Where its entries are now, in their order: UTF-16 offsets of the start and the end of the entry in its file, and
    /// of its bundle's name (0 and 0 without a bundle).
    pub places: Vec<[u32; 4]>,
}

/// One channel entry.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct EntryRow {
    /// Its name.
    pub name: String,
    /// Version of its bundle.
    pub version: Option<String>,
    /// What it replaces.
    pub replaces: Option<String>,
    /// What it skips.
    pub skips: Vec<String>,
    /// Versions it can be reached from.
    pub skip_range: Option<String>,
    /// Whether nothing replaces or skips it.
    pub is_head: bool,
    /// Deprecation message, if its bundle is deprecated.
    pub deprecation: Option<String>,
    /// Whether a bundle of that name exists in the package.
    pub has_bundle: bool,
    /// Image of that bundle.
    pub image: Option<String>,
    /// How it differs from what was saved, or from the base if that is not known; null where it does not.
    pub change: Option<EntryChange>,
    /// File of the entry.
    pub path: String,
    /// Place of the entry.
    pub range: OlmRange,
    /// File of the bundle's document.
    pub bundle_path: Option<String>,
    /// Place of the bundle's document.
    pub bundle_range: Option<OlmRange>,
    /// Findings of severity error.
    pub errors: usize,
    /// Findings of severity warning.
    pub warnings: usize,
    /// Findings of severity info.
    pub infos: usize,
}

/// How an entry differs from what was saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum EntryChange {
    /// The channel did not have it.
    New,
    /// It had other edges.
    Changed,
}

/// Files of the folder that are not part of the catalog, and how to exclude them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct UnrelatedFiles {
    /// Their description; absent if no action is needed.
    pub text: Option<String>,
    /// Excludes them.
    pub fix: Option<Fix>,
    /// The command that renders a catalog from a template.
    pub command: Option<String>,
    /// What is said of their findings.
    pub advice: Vec<Advice>,
}

/// Help and fixes in place of those of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Advice {
    /// Its number in the report.
    pub diagnostic: usize,
    /// The help.
    pub help: String,
    /// The fixes.
    pub fixes: Vec<Fix>,
}
