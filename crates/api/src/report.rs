//! The report of a check.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::candidates::EdgeField;
use super::semantics::Semantics;

/// What a check found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(rename = "OlmReport", missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// Version of this shape: 1.
    pub version: u32,
    /// What `opm validate` says. Of a template: whether `opm alpha render-template` can read it.
    pub opm: Opm,
    /// Counts.
    pub summary: Summary,
    /// What was checked, when it was an operator bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundle: Option<BundleVerdict>,
    /// What was checked, when it was the dependencies between bundles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dependencies: Option<DependencySummary>,
    /// What was not checked of a catalog: a document that cannot be read may hold what seems to be missing.
    #[serde(rename = "notChecked", default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub not_checked: Vec<NotChecked>,
    /// The findings, ordered by path, position and rule.
    pub diagnostics: Vec<Diagnostic>,
}

/// Counts of a check of dependencies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DependencySummary {
    /// All bundles.
    pub bundles: usize,
    /// Bundles that require something.
    pub requiring: usize,
    /// Bundles with a requirement that nothing meets.
    pub unmet: usize,
    /// Findings that stop an installation.
    pub errors: usize,
    /// Findings that are probably not wanted.
    pub warnings: usize,
    /// Bundles whose dependencies were not followed to the end, because it would take too long.
    pub not_followed: usize,
}

/// What the tools say of an operator bundle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BundleVerdict {
    /// Name of its CSV; empty when it has none.
    pub name: String,
    /// Its package; empty when it names none.
    pub package: String,
    /// `registry+v1`, `helm` or `plain`, as opm detects it.
    pub media_type: Cow<'static, str>,
    /// Whether the loader and the csv, crd and bundle validators of operator-framework/api accept it; of a package
    /// manifest also its validator. Absent when the files are none that it is given: objects of a cluster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api: Option<bool>,
    /// Whether `opm alpha bundle validate` accepts it; absent when it is not a bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opm: Option<bool>,
    /// Whether the released `operator-sdk bundle validate` accepts it; absent when it is not a bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sdk: Option<bool>,
    /// Checks of the selected tools that need more than the files.
    pub not_checked: Vec<NotChecked>,
}

/// Something that was not checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotChecked {
    /// The tool that checks it.
    pub tool: Cow<'static, str>,
    /// What it is, and what it would take.
    pub what: Cow<'static, str>,
}

/// A tool that enforces a finding.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tool {
    /// Its name: `opm alpha bundle validate (content)`.
    pub name: Cow<'static, str>,
    /// How severe the tool says it is.
    pub severity: Severity,
}

/// The verdict of `opm validate`. Findings of olmkit's own and profiles never change it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opm {
    /// Whether opm accepts the catalog.
    pub accepted: bool,
    /// The rule that opm reports first; null when it accepts.
    pub first: Option<Cow<'static, str>>,
    /// opm's own text; empty when it accepts.
    pub message: String,
}

/// Counts of a check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// Findings of severity error.
    pub errors: usize,
    /// Findings of severity warning.
    pub warnings: usize,
    /// Findings of severity info.
    pub infos: usize,
    /// Files that were checked (not the ignored ones).
    pub files: usize,
    /// Packages.
    pub packages: usize,
    /// Channels.
    pub channels: usize,
    /// Channel entries.
    pub entries: usize,
    /// Bundles.
    pub bundles: usize,
    /// Templates, which are files that are read but not rendered. Absent if there are none.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub templates: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; nothing breaks.
    Info,
    /// Probably wrong, or wrong for some users.
    Warning,
    /// The catalog is rejected, or clusters break.
    Error,
}

impl Severity {
    /// Its name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diagnostic {
    /// Id of the rule: `channel-multiple-heads`.
    pub rule: Cow<'static, str>,
    /// Code of the rule: `FBC031`.
    pub code: Cow<'static, str>,
    /// Severity under the options of the check.
    pub severity: Severity,
    /// What is wrong, and why it matters.
    pub message: String,
    /// What to do about it; may be empty.
    pub help: String,
    /// Address of the rule's page.
    pub docs: String,
    /// The file.
    pub path: String,
    /// Where the fix goes.
    pub range: OlmRange,
    /// Name of the package it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// Name of the channel it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// Name of the channel entry or bundle it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// The field of the channel entry whose value is wrong, if it is an edge field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<EdgeField>,
    /// Under which semantics the versions are stranded; only about stranded versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stranded: Option<Semantics>,
    /// Name of the catalog; only if several are checked together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub catalog: Option<String>,
    /// The bundles that share the finding; only about dependencies and stranded versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub bundles: Vec<String>,
    /// The tools that enforce it; only for bundles and dependencies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub tools: Vec<Tool>,
    /// The messages of the tools, as exact as they are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub upstream: Vec<String>,
    /// Whether a tool rejects the input because of it. Neither a comment nor a baseline hides it.
    #[serde(skip)]
    pub decides: bool,
    /// Places that explain it.
    pub related: Vec<Related>,
    /// Its fixes, the best first.
    pub fixes: Vec<Fix>,
}

/// A position in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in UTF-16 units.
    pub column: u32,
    /// Bytes from the start of the file.
    pub offset: u32,
    /// UTF-16 units from the start of the file.
    pub utf16: u32,
}

/// The start of a file.
impl Default for Position {
    fn default() -> Self {
        Position { line: 1, column: 1, offset: 0, utf16: 0 }
    }
}

/// A range of a file; the end is exclusive.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Range"))]
pub struct OlmRange {
    /// Where it starts.
    pub start: Position,
    /// Where it ends, exclusive.
    pub end: Position,
}

/// One more place that explains a finding.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Related {
    /// The file.
    pub path: String,
    /// Where.
    pub range: OlmRange,
    /// What is there.
    pub message: String,
}

/// Whether a fix can be applied without review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Safety {
    /// The meaning is unchanged or unambiguous.
    Safe,
    /// Needs a review.
    Unsafe,
}

/// A fix of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fix {
    /// What it does.
    pub title: String,
    /// Whether it can be applied without review.
    pub safety: Safety,
    /// The edits; they do not overlap.
    pub edits: Vec<Edit>,
}

/// Replaces a range of a file by a text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Edit {
    /// The file.
    pub path: String,
    /// What is replaced; an empty range inserts.
    pub range: OlmRange,
    /// The new text.
    pub text: String,
}

/// Why opm does not load a file or a document. Answers about the catalog do not include it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{path}:{line}:{column}: {message} ({rule})", line = at.line, column = at.column)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadProblem {
    /// Its file.
    pub path: String,
    /// Where its first problem is.
    pub at: Position,
    /// What is wrong.
    pub message: String,
    /// Name of the rule that reports it.
    pub rule: Cow<'static, str>,
}
