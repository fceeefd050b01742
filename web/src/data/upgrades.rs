//! The upgrades of a channel: graph, ways, who is stranded, releases, ranges.

use serde::{Deserialize, Serialize};

use super::{ChannelTable, Edit, Fix};
use crate::intention::NewEntry;

/// A channel for the page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct ChannelView {
    #[serde(default)]
    pub table: Option<ChannelTable>,
    pub stranded: Vec<Stranded>,
    #[serde(default)]
    pub graph: Option<ChannelGraph>,
}

/// A version that never reaches the head.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Stranded {
    pub entry: String,
    pub semantics: String,
    pub message: String,
    pub help: String,
    pub fixes: Vec<Fix>,
}

/// Fixes of a package, made one after the other.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct FixSeries {
    pub ok: bool,
    pub reason: String,
    pub title: String,
    pub steps: Vec<String>,
    /// Versions that only a new release can help.
    pub left: usize,
    pub edits: Vec<Edit>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChannelGraph {
    pub package: String,
    pub channel: String,
    #[serde(default)]
    pub target: Option<String>,
    #[serde(default)]
    pub order_error: Option<String>,
    pub nodes: Vec<GraphNode>,
    pub edges: Vec<GraphEdge>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GraphNode {
    pub name: String,
    #[serde(default)]
    pub version: Option<String>,
    pub lane: u32,
    pub is_entry: bool,
    pub is_target: bool,
    pub is_skipped: bool,
    pub is_deprecated: bool,
    pub has_bundle: bool,
    #[serde(default)]
    pub next: Option<String>,
    #[serde(default)]
    pub stranded: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GraphEdge {
    pub from: usize,
    pub to: usize,
    pub kind: String,
    pub is_taken: bool,
}

/// What is asked about the upgrades of an installed version.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PathQuestion {
    pub package: String,
    pub channel: String,
    pub from: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    pub semantics: &'static str,
}

/// The way of an installed version.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Way {
    pub from: String,
    pub to: Option<String>,
    pub channel: String,
    pub reaches: bool,
    pub steps: Vec<PathStep>,
    pub stops_because: Option<String>,
    /// Why the question has no answer.
    pub problem: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct PathStep {
    pub from: String,
    pub to: String,
    pub edge: String,
}

/// A version that may be installed, of any channel of a package; of no channel where only `replaces` or `skips` names it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Installable {
    pub name: String,
    #[serde(default)]
    pub version: Option<String>,
    pub channels: Vec<String>,
}

/// A release that is thought about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ReleaseQuestion {
    pub package: String,
    pub channel: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<NewEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub under: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ReleaseReport {
    pub entry: NewEntry,
    pub under: Option<String>,
    pub reasons: Vec<String>,
    pub has_bundle: bool,
    pub is_sound: bool,
    pub heads: Vec<String>,
    pub steps: Vec<ReleaseStep>,
    pub gains: Vec<ReleaseStep>,
    pub loses: Vec<ReleaseStep>,
    /// Why the question has no answer.
    pub problem: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct ReleaseStep {
    pub entry: String,
    pub semantics: String,
    #[serde(default)]
    pub edge: Option<String>,
}

/// A skipRange that is tried.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct RangeQuestion {
    pub package: String,
    pub channel: String,
    pub entry: String,
    pub text: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct RangeReport {
    #[serde(default)]
    pub problem: Option<String>,
    #[serde(default)]
    pub suggestion: Option<String>,
    pub words: String,
    pub warnings: Vec<String>,
    pub matched: Vec<RangeRow>,
    pub missed: Vec<RangeRow>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RangeRow {
    pub name: String,
    #[serde(default)]
    pub version: Option<String>,
    pub just_missed: bool,
    #[serde(default)]
    pub is_next: bool,
}
