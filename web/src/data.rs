//! What the engine answers, as far as the page shows it.

pub mod bundle;

use serde::{Deserialize, Serialize};

pub use crate::intention::{Considered, Intention, NewEntry};
use bundle::{BundleVerdict, Tool};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub line: u32,
    pub column: u32,
    pub offset: u32,
    pub utf16: u32,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    pub start: Position,
    pub end: Position,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    pub path: String,
    pub range: Range,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    pub title: String,
    pub safety: String,
    pub edits: Vec<Edit>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    pub path: String,
    pub range: Range,
    pub message: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    pub rule: String,
    pub code: String,
    pub severity: String,
    pub message: String,
    pub help: String,
    pub path: String,
    pub range: Range,
    #[serde(default)]
    pub package: Option<String>,
    #[serde(default)]
    pub channel: Option<String>,
    #[serde(default)]
    pub entry: Option<String>,
    #[serde(default)]
    pub tools: Vec<Tool>,
    pub related: Vec<Related>,
    pub fixes: Vec<Fix>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Opm {
    pub accepted: bool,
    #[serde(default)]
    pub first: Option<String>,
    pub message: String,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub struct Summary {
    pub errors: usize,
    pub warnings: usize,
    pub infos: usize,
    pub files: usize,
    pub packages: usize,
    pub channels: usize,
    pub entries: usize,
    pub bundles: usize,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Report {
    pub opm: Opm,
    pub summary: Summary,
    /// Of a bundle.
    #[serde(default)]
    pub bundle: Option<BundleVerdict>,
    pub diagnostics: Vec<Diagnostic>,
}

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

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
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

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct PageState {
    pub title: String,
    pub files: usize,
    pub changed: usize,
    pub undo: String,
    pub redo: String,
    pub draft: String,
    pub folder: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct Progress {
    pub done: f64,
    pub total: f64,
    pub label: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedFile {
    pub path: String,
    pub before: String,
    pub after: String,
}

/// A changed file that somebody else changed on disk.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Conflict {
    pub path: String,
    pub gone: bool,
    pub mergeable: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Failed {
    pub path: String,
    pub message: String,
}

/// What saving did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Saved {
    pub saved: Vec<String>,
    pub conflicts: Vec<Conflict>,
    pub failed: Vec<Failed>,
}

/// What was dragged, and onto what.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Dragged {
    pub entry: String,
    pub on_entry: String,
    pub on_channel: String,
    pub r#move: bool,
}

/// What came with the files that were opened: drafts, other tabs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Opened {
    pub restored: usize,
    pub merged: bool,
    pub tabs: usize,
    pub left: usize,
}

/// The engine died.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Restart {
    pub ok: bool,
    pub message: String,
    /// The file that the engine is better off without.
    #[serde(default)]
    pub left: String,
}

/// The answer to an intention.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Plan {
    pub ok: bool,
    #[serde(default)]
    pub label: String,
    #[serde(default)]
    pub notes: Vec<String>,
    #[serde(default)]
    pub reason: String,
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
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct RuleList {
    pub rules: Vec<RuleInfo>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct RuleInfo {
    pub id: String,
    pub code: String,
    pub title: String,
    pub text: String,
    pub enforcement: String,
    pub since: String,
    pub examples: Vec<RuleExample>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct RuleExample {
    pub title: String,
    pub bad: bool,
    pub files: Vec<RuleFile>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleFile {
    pub path: String,
    pub text: String,
}

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
