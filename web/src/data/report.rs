//! Findings, their fixes, their rules.

use serde::{Deserialize, Serialize};

use super::bundle::{BundleVerdict, Tool};

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
    /// The document that it was made for, and the version of it: the page's JavaScript refuses it for any other.
    pub document: u32,
    pub version: u32,
    pub range: Range,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    pub title: String,
    pub safety: String,
    pub edits: Vec<Edit>,
    /// What it does, step by step, where it is several changes.
    #[serde(default)]
    pub notes: Vec<String>,
}

/// Fixes that hold together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct FixReport {
    pub fixed: usize,
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
    /// Files that are no catalog.
    #[serde(default)]
    pub unrelated: Option<UnrelatedFiles>,
}

/// What is to be known of files that are no catalog, and what leaves them out or makes a catalog of them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct UnrelatedFiles {
    pub text: String,
    #[serde(default)]
    pub fix: Option<Fix>,
    #[serde(default)]
    pub command: Option<String>,
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
