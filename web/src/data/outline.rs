//! Packages, channels and entries.

use serde::{Deserialize, Serialize};

use super::{Range, Related};

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Outline {
    pub files: Vec<FileSummary>,
    pub packages: Vec<PackageSummary>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct FileSummary {
    pub path: String,
    pub errors: usize,
    pub warnings: usize,
    pub ignored: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PackageSummary {
    pub name: String,
    #[serde(default)]
    pub path: Option<String>,
    #[serde(default)]
    pub range: Option<Range>,
    #[serde(default)]
    pub default_channel: Option<String>,
    pub errors: usize,
    pub warnings: usize,
    pub channels: Vec<ChannelSummary>,
    pub bundles: usize,
    pub deprecated: bool,
    #[serde(default)]
    pub deprecation: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct ChannelSummary {
    pub name: String,
    pub path: String,
    pub range: Range,
    pub entries: usize,
    pub heads: Vec<String>,
    pub deprecated: bool,
    pub errors: usize,
    pub warnings: usize,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChannelTable {
    pub package: String,
    pub channel: String,
    pub is_default: bool,
    pub path: String,
    pub range: Range,
    #[serde(default)]
    pub deprecation: Option<String>,
    #[serde(default)]
    pub is_cut: bool,
    pub entries: Vec<EntryRow>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryRow {
    pub name: String,
    #[serde(default)]
    pub version: Option<String>,
    #[serde(default)]
    pub replaces: Option<String>,
    pub skips: Vec<String>,
    #[serde(default)]
    pub skip_range: Option<String>,
    pub is_head: bool,
    #[serde(default)]
    pub deprecation: Option<String>,
    pub has_bundle: bool,
    pub path: String,
    pub range: Range,
    #[serde(default)]
    pub bundle_path: Option<String>,
    #[serde(default)]
    pub bundle_range: Option<Range>,
    pub errors: usize,
    pub warnings: usize,
}

impl EntryRow {
    /// The row without its places: every edit above moves them, and what shows the row need not be made anew for it.
    pub fn placeless(&self) -> Self {
        let bundle_range = self.bundle_range.map(|_| Range::default());
        EntryRow { range: Range::default(), bundle_range, ..self.clone() }
    }
}

/// What stands at the cursor.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct At {
    pub package: String,
    #[serde(default)]
    pub channel: Option<String>,
    #[serde(default)]
    pub entry: Option<String>,
    #[serde(default)]
    pub bundle: Option<String>,
}

/// A package, channel or entry that was searched for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Found {
    pub package: String,
    #[serde(default)]
    pub channel: Option<String>,
    #[serde(default)]
    pub entry: Option<String>,
    /// Where it was asked for.
    #[serde(default)]
    pub version: Option<String>,
}

/// A name in the text: of what it is, and where else it stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Symbol {
    pub schema: String,
    pub package: String,
    pub name: String,
    pub known: Vec<String>,
    pub mentions: Vec<Related>,
}
