//! Fixes made together.

use serde::{Deserialize, Serialize};

use super::report::Edit;
use super::semantics::Semantics;

/// Which fixes are made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default, deny_unknown_fields)]
pub struct FixQuestion {
    /// Whether unsafe fixes are made too.
    #[serde(rename = "unsafe")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub with_unsafe: bool,
    /// Only fixes for findings of this rule, by id.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub rule: Option<String>,
}

/// Fixes that were verified together: they cause no new error and no worse verdict of opm.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FixReport {
    /// Version of this shape: 1.
    pub version: u32,
    /// How many fixes are made.
    pub fixed: usize,
    /// How many findings are left that only an unsafe fix removes.
    pub with_unsafe: usize,
    /// How many findings are left without a fix, or without one that is compatible with the others.
    pub without_fix: usize,
    /// The edits, ordered by path and position; they do not overlap. Ranges are those of the text before them.
    pub edits: Vec<Edit>,
}

/// Which stranded versions are fixed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(deny_unknown_fields)]
pub struct StrandedFixQuestion {
    /// The package.
    pub package: String,
    /// Only those of this channel.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub channel: Option<String>,
    /// Only under these semantics.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub semantics: Option<Semantics>,
}

/// Every verified fix of stranded versions of a package as one change, or the reason why there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(untagged)]
pub enum StrandedFixes {
    /// The edits. Nothing is applied yet.
    Edits {
        /// Always true.
        #[cfg_attr(feature = "tsify", tsify(type = "true"))]
        ok: bool,
        /// What they do together.
        title: String,
        /// What each step does, in the order in which they are made.
        steps: Vec<String>,
        /// Stranded versions of the package that only a new release can fix.
        left: usize,
        /// The edits, ordered by path and position; they do not overlap.
        edits: Vec<Edit>,
    },
    /// There is none.
    Refused {
        /// Always false.
        #[cfg_attr(feature = "tsify", tsify(type = "false"))]
        ok: bool,
        /// Why.
        reason: String,
    },
}

/// Which finding is suppressed by a comment, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(deny_unknown_fields)]
pub struct SuppressQuestion {
    /// The rule, by id.
    pub rule: String,
    /// The file of the finding.
    pub path: String,
    /// The line on which the finding begins, from 1.
    pub line: u32,
    /// Why the finding is acceptable.
    pub reason: String,
}
