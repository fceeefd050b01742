//! Channels as graphs.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::report::OlmRange;
use super::semantics::Semantics;

/// What is drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct GraphQuestion {
    /// Only this package.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub package: Option<String>,
    /// Only this channel of each package.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub channel: Option<String>,
    /// Whose upgrades are shown. Without it OLM v0, and Mermaid text without marks, as opm draws it.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub semantics: Option<Semantics>,
    /// Mermaid only: this bundle's package, from this bundle on.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub minimum_edge: Option<String>,
}

/// How a drawing is written.
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

/// Channels as graphs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphReport {
    /// Version of this shape: 1.
    pub version: u32,
    /// Whose upgrades are shown.
    pub semantics: Semantics,
    /// By package and name.
    pub channels: Vec<ChannelGraph>,
}

/// A channel as a graph.
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
    /// The entries that nothing replaces or skips, sorted.
    pub heads: Vec<String>,
    /// What upgrades should reach; null where there is nothing.
    pub target: Option<String>,
    /// Why OLM v0 cannot order the channel, in OLM's words; null where it can.
    pub order_error: Option<String>,
    /// What all names begin with.
    pub prefix: String,
    /// Width and height of the drawing, in pixels. All coordinates are for it.
    pub size: [i32; 2],
    /// Width and height of the box of an entry.
    pub box_size: [i32; 2],
    /// The minor versions, from top to bottom.
    pub rows: Vec<GraphRow>,
    /// The valid skipRanges.
    pub bands: Vec<GraphBand>,
    /// The newest version first.
    pub nodes: Vec<GraphNode>,
    /// From the older to the newer version.
    pub edges: Vec<GraphEdge>,
}

/// A row of the drawing: a minor version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphRow {
    /// `MAJOR.MINOR`, or `No version`.
    pub label: String,
    /// Upper side.
    pub y: i32,
    /// Height.
    pub height: i32,
    /// Vertical middle of its newest entries.
    pub middle: i32,
}

/// A skipRange, drawn behind the entries that it matches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GraphBand {
    /// Index in `nodes` of the entry that has it.
    pub of: usize,
    /// As written.
    pub text: String,
    /// Where the text begins, on its baseline.
    pub label: [i32; 2],
    /// SVG path; empty where it matches no entry.
    pub path: String,
    /// SVG path of the edge from the entry that has it to the band. Empty for bands that are not always shown.
    pub arrow: String,
    /// Whether it is always shown: no other band that is shown contains it.
    pub is_shown: bool,
    /// Whether an upgrade takes it.
    pub is_taken: bool,
}

/// A version that may be installed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GraphNode {
    /// Its name.
    pub name: String,
    /// Its version, where it is known.
    pub version: Option<String>,
    /// The name without what all names begin with, shortened.
    pub label: String,
    /// Left side of its box.
    pub x: i32,
    /// Upper side of its box.
    pub y: i32,
    /// Whether it is a channel head.
    pub is_head: bool,
    /// Whether it is an entry; else only `replaces` or `skips` names it.
    pub is_entry: bool,
    /// Whether upgrades should end here.
    pub is_target: bool,
    /// Whether an entry skips it.
    pub is_skipped: bool,
    /// Whether its bundle is deprecated.
    pub is_deprecated: bool,
    /// Whether the catalog has its bundle.
    pub has_bundle: bool,
    /// What is installed next; null where it stays.
    pub next: Option<String>,
    /// Why it does not reach the target; null where it does.
    pub stranded: Option<Cow<'static, str>>,
    /// Its skipRange.
    pub skip_range: Option<String>,
    /// The file of the channel.
    pub path: String,
    /// The entry; for names that are gone the channel's name.
    pub range: OlmRange,
}

/// An edge, from the older to the newer version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GraphEdge {
    /// Index of the older one in `nodes`.
    pub from: usize,
    /// Index of the newer one in `nodes`.
    pub to: usize,
    /// `replaces`, `skips`, `skipRange`, `sameVersion`. Of a skipRange only what upgrades take is listed.
    pub kind: Cow<'static, str>,
    /// Whether an upgrade takes it.
    pub is_taken: bool,
    /// SVG path from the newer to the older version. Empty for skipRanges, which have bands.
    pub path: String,
    /// Where it is crossed out: upgrades end at its older version.
    pub cut: Option<[i32; 2]>,
    /// Where it is crossed out under the other semantics.
    pub other_cut: Option<[i32; 2]>,
}
