//! Channels as upgrade graphs.

use serde::{Deserialize, Serialize};

use super::report::OlmRange;
use super::semantics::Semantics;
use super::stranded_cause::StrandedCause;
use super::upgrade::EdgeKind;

/// Which graphs to draw.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct GraphQuery {
    /// Only this package.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub package: Option<String>,
    /// Only this channel of each package.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub channel: Option<String>,
    /// The semantics whose upgrades are shown. Defaults to OLM v0; Mermaid output then has no highlighting, like that
    /// of opm.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub semantics: Option<Semantics>,
    /// Mermaid only: draws the package of this bundle, starting at this bundle.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub minimum_edge: Option<String>,
}

/// The format of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "lowercase")]
pub enum Drawing {
    /// Mermaid, as `opm alpha render-graph` writes it.
    #[default]
    Mermaid,
    /// Graphviz.
    Dot,
    /// SVG.
    Svg,
}

/// Channels as upgrade graphs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphReport {
    /// Version of this shape: 1.
    pub version: u32,
    /// The semantics whose upgrades are shown.
    pub semantics: Semantics,
    /// The channels, ordered by package and name.
    pub channels: Vec<ChannelGraph>,
    /// Whether the answer may lack something: opm cannot load a file or document, or a name is defined more than once.
    /// Only the command line sets it. `loadProblems` lists what opm cannot load.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub incomplete: bool,
}

/// A channel as an upgrade graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChannelGraph {
    /// The package.
    pub package: String,
    /// The channel.
    pub channel: String,
    /// Whether it is the default channel.
    pub is_default: bool,
    /// The entries that no other entry replaces or skips, sorted.
    pub heads: Vec<String>,
    /// The entry that upgrades should reach; null if there is none.
    pub target: Option<String>,
    /// OLM's message that explains why OLM v0 cannot order the channel; null if it can.
    pub order_error: Option<String>,
    /// The common prefix of all names.
    pub prefix: String,
    /// Width and height of the drawing, in pixels. All coordinates are in pixels of this drawing.
    pub size: [i32; 2],
    /// Width and height of the box of an entry.
    pub box_size: [i32; 2],
    /// The minor versions, from top to bottom.
    pub rows: Vec<GraphRow>,
    /// The valid skipRanges.
    pub bands: Vec<GraphBand>,
    /// The versions, the newest first.
    pub nodes: Vec<GraphNode>,
    /// The edges, from the older to the newer version.
    pub edges: Vec<GraphEdge>,
}

/// A row of the drawing: a minor version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphRow {
    /// `MAJOR.MINOR`, or `No version`.
    pub label: String,
    /// Y coordinate of the top edge.
    pub y: i32,
    /// Height.
    pub height: i32,
    /// Y coordinate of the middle of its newest entries.
    pub middle: i32,
}

/// A skipRange, drawn behind the entries that it matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GraphBand {
    /// Index in `nodes` of the entry that has the skipRange.
    pub of: usize,
    /// The range as written.
    pub text: String,
    /// Position of the start of the label's baseline.
    pub label: [i32; 2],
    /// SVG path of the band; empty if the range matches no entry.
    pub path: String,
    /// SVG path of the edge from the entry to the band; empty for bands that are not always shown.
    pub arrow: String,
    /// Whether the band is always shown: no other shown band contains it.
    pub is_shown: bool,
    /// Whether an upgrade uses the skipRange.
    pub is_taken: bool,
}

/// A version that can be installed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GraphNode {
    /// The name.
    pub name: String,
    /// The version, if it is known.
    pub version: Option<String>,
    /// The name without the common prefix, shortened.
    pub label: String,
    /// X coordinate of the left edge of its box.
    pub x: i32,
    /// Y coordinate of the top edge of its box.
    pub y: i32,
    /// Whether it is a channel head.
    pub is_head: bool,
    /// Whether it is an entry. Otherwise only `replaces` or `skips` names it.
    pub is_entry: bool,
    /// Whether upgrades should end at this version.
    pub is_target: bool,
    /// Whether an entry skips it.
    pub is_skipped: bool,
    /// Whether its bundle is deprecated.
    pub is_deprecated: bool,
    /// Whether the catalog has its bundle.
    pub has_bundle: bool,
    /// The version that is installed next; null if there is no upgrade.
    pub next: Option<String>,
    /// Why it does not reach the target; null if it does.
    pub stranded: Option<StrandedCause>,
    /// Its skipRange.
    pub skip_range: Option<String>,
    /// The file of the channel.
    pub path: String,
    /// The range of the entry. For names that are not entries, the range of the channel's name.
    pub range: OlmRange,
}

/// An edge, from the older to the newer version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GraphEdge {
    /// Index of the older version in `nodes`.
    pub from: usize,
    /// Index of the newer version in `nodes`.
    pub to: usize,
    /// The kind. Edges of a skipRange are listed only if an upgrade uses them.
    pub kind: EdgeKind,
    /// Whether an upgrade uses the edge.
    pub is_taken: bool,
    /// SVG path from the newer to the older version. Empty for skipRanges, which have bands.
    pub path: String,
    /// Position of the mark that crosses the edge out, because upgrades end at its older version.
    pub cut: Option<[i32; 2]>,
    /// Position of that mark under the other semantics.
    pub other_cut: Option<[i32; 2]>,
}
