//! The report of a check.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::candidates::EdgeField;
use super::semantics::Semantics;
use super::stranded_cause::StrandedCause;
use crate::named::named;

/// The result of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(rename = "OlmReport", missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// Version of this shape: 1.
    pub version: u32,
    /// opm's verdict: the result of `opm validate`. For a template, whether `opm alpha render-template` can read it.
    pub opm: Opm,
    /// The counts.
    pub summary: Summary,
    /// The verdicts of the tools, if operator bundles were checked: on all of them together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundle: Option<BundleVerdict>,
    /// The counts, if the dependencies between bundles were checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dependencies: Option<DependencySummary>,
    /// Checks that were skipped. A document that cannot be read may contain objects that seem to be missing.
    #[serde(rename = "notChecked", default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub not_checked: Vec<NotChecked>,
    /// The findings, ordered by path, position and rule.
    pub diagnostics: Vec<Diagnostic>,
}

/// The counts of a check of dependencies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DependencySummary {
    /// The number of all bundles.
    pub bundles: usize,
    /// The number of bundles that have requirements.
    pub requiring: usize,
    /// The number of bundles with an unmet requirement.
    pub unmet: usize,
    /// The number of findings that prevent an installation.
    pub errors: usize,
    /// The number of findings that are probably unintended.
    pub warnings: usize,
    /// The number of bundles whose dependencies were not fully resolved because it would take too long.
    pub not_followed: usize,
}

/// The verdicts of the tools about an operator bundle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BundleVerdict {
    /// Name of its CSV; empty if it has no CSV, or if several bundles with different names were checked.
    pub name: String,
    /// Its package; empty if it does not name a package, or if bundles of several packages were checked.
    pub package: String,
    /// `registry+v1`, `helm` or `plain`, as opm detects it.
    pub media_type: Cow<'static, str>,
    /// Whether the loader and the csv, crd and bundle validators of operator-framework/api accept it; for a package
    /// manifest, also its validator. Absent if these tools do not apply, as for the objects of a cluster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api: Option<bool>,
    /// Whether `opm alpha bundle validate` accepts it; absent if it is not a bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opm: Option<bool>,
    /// Whether the released `operator-sdk bundle validate` accepts it; absent if it is not a bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sdk: Option<bool>,
    /// Checks of the selected tools that need more than the files.
    pub not_checked: Vec<NotChecked>,
}

/// A check that was skipped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotChecked {
    /// The tool that performs the check.
    pub tool: Cow<'static, str>,
    /// What the check is, and what it needs.
    pub what: Cow<'static, str>,
}

/// A tool that enforces a finding.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tool {
    /// The name, such as `opm alpha bundle validate (content)`.
    pub name: Cow<'static, str>,
    /// The severity that the tool reports.
    pub severity: Severity,
}

/// The verdict of `opm validate`. olmkit's own findings and profiles never change it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opm {
    /// Whether opm accepts the catalog.
    pub accepted: bool,
    /// The rule that opm reports first; null if opm accepts the catalog.
    pub first: Option<Cow<'static, str>>,
    /// opm's message; empty if opm accepts the catalog.
    pub message: String,
}

/// The counts of a check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// The number of findings of severity error.
    pub errors: usize,
    /// The number of findings of severity warning.
    pub warnings: usize,
    /// The number of findings of severity info.
    pub infos: usize,
    /// The number of checked files, without ignored files.
    pub files: usize,
    /// The number of packages.
    pub packages: usize,
    /// The number of channels.
    pub channels: usize,
    /// The number of channel entries.
    pub entries: usize,
    /// The number of bundles.
    pub bundles: usize,
    /// The number of templates: files that are read but not rendered. Absent if there are none.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub templates: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

named! {
    /// The severity of a finding.
    pub enum Severity {
        /// Worth knowing; nothing breaks.
        Info = "info",
        /// Probably wrong, or wrong for some users.
        Warning = "warning",
        /// The catalog is rejected, or clusters break.
        Error = "error",
    }
}

/// A finding.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diagnostic {
    /// Id of the rule, such as `channel-multiple-heads`.
    pub rule: Cow<'static, str>,
    /// Code of the rule, such as `FBC031`.
    pub code: Cow<'static, str>,
    /// Severity under the options of the check.
    pub severity: Severity,
    /// What is wrong, and why it matters.
    pub message: String,
    /// How to fix it; may be empty.
    pub help: String,
    /// URL of the rule's page.
    pub docs: String,
    /// The file.
    pub path: String,
    /// Whether the file is part of the previous version of the bundle.
    #[cfg(feature = "bundle")]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub previous: bool,
    /// The range that needs the fix.
    pub range: OlmRange,
    /// Name of the affected package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
    /// Name of the affected channel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// Name of the affected channel entry or bundle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// The edge field of the channel entry whose value is wrong, if the finding is about an edge field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<EdgeField>,
    /// The semantics under which the versions are stranded; only for findings about stranded versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stranded: Option<Semantics>,
    /// The reason why upgrades of the versions end; only for findings about stranded versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<StrandedCause>,
    /// Name of the catalog; only if several catalogs are checked together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub catalog: Option<String>,
    /// The bundles that share the finding; only for findings about dependencies and stranded versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub bundles: Vec<String>,
    /// The tools that enforce the rule; only for findings about bundles and dependencies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub tools: Vec<Tool>,
    /// The messages of the tools, as exactly as they are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub upstream: Vec<String>,
    /// Whether opm, operator-sdk or operator-framework/api rejects the input because of the finding. Comments and
    /// baselines cannot suppress it. Absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub rejects: bool,
    /// Other positions that explain the finding.
    pub related: Vec<Related>,
    /// The fixes, the best first.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// Creates a finding at a range of a file. All other fields are empty. Other crates do not list the fields, because
    /// they do not know the features of this crate.
    #[must_use]
    pub fn at(severity: Severity, path: String, range: OlmRange) -> Self {
        Diagnostic {
            rule: Cow::Borrowed(""),
            code: Cow::Borrowed(""),
            severity,
            message: String::new(),
            help: String::new(),
            docs: String::new(),
            path,
            #[cfg(feature = "bundle")]
            previous: false,
            range,
            package: None,
            channel: None,
            entry: None,
            field: None,
            stranded: None,
            cause: None,
            catalog: None,
            bundles: Vec::new(),
            tools: Vec::new(),
            upstream: Vec::new(),
            rejects: false,
            related: Vec::new(),
            fixes: Vec::new(),
        }
    }
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
    /// The start.
    pub start: Position,
    /// The end, exclusive.
    pub end: Position,
}

/// Another position that explains a finding.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Related {
    /// The file.
    pub path: String,
    /// Whether the file is part of the previous version of the bundle.
    #[cfg(feature = "bundle")]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub previous: bool,
    /// The range.
    pub range: OlmRange,
    /// What is at this position.
    pub message: String,
}

impl Related {
    /// Creates a position that explains a finding.
    #[must_use]
    pub fn at(path: String, range: OlmRange, message: String) -> Self {
        Related {
            path,
            #[cfg(feature = "bundle")]
            previous: false,
            range,
            message,
        }
    }
}

/// Whether a fix can be applied without review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Safety {
    /// The fix keeps the meaning, or is unambiguous.
    Safe,
    /// The fix needs a review.
    Unsafe,
}

/// A fix of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fix {
    /// What the fix does.
    pub title: String,
    /// Whether the fix can be applied without review.
    pub safety: Safety,
    /// The edits; they do not overlap.
    pub edits: Vec<Edit>,
}

/// Replaces a range of a file with a text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Edit {
    /// The file. If it does not exist, the edit creates it.
    pub path: String,
    /// The range to replace; an empty range inserts.
    pub range: OlmRange,
    /// The new text.
    pub text: String,
}

/// The reason why opm does not load a file or a document. Query results about the catalog do not include such
/// documents.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{path}:{line}:{column}: {message} ({rule})", line = at.line, column = at.column)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadProblem {
    /// The file.
    pub path: String,
    /// The position of the first problem.
    pub at: Position,
    /// What is wrong.
    pub message: String,
    /// Name of the rule that reports the problem.
    pub rule: Cow<'static, str>,
}
