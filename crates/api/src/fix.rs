//! Fixes that are applied together.

use serde::{Deserialize, Serialize};

use super::edit::Refusal;
use super::report::Edit;
use super::semantics::Semantics;

/// Which fixes to apply.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default, deny_unknown_fields)]
pub struct FixQuery {
    /// Whether to apply unsafe fixes too.
    #[serde(rename = "unsafe")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub with_unsafe: bool,
    /// Only fixes for findings of this rule, by id.
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub rule: Option<String>,
}

impl FixQuery {
    /// Whether the query is about the findings of a rule, by its id.
    #[must_use]
    pub fn is_about(&self, rule: &str) -> bool {
        self.rule.as_ref().is_none_or(|wanted| wanted == rule)
    }
}

/// Fixes that were verified together: they cause no new error and no worse verdict of opm.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FixReport {
    /// Version of this shape: 1.
    pub version: u32,
    /// The number of applied fixes.
    pub fixed: usize,
    /// The number of remaining findings, of the queried rule if there is one, that only an unsafe fix removes.
    pub with_unsafe: usize,
    /// The number of the other ones: they have no fix, or their fixes conflict with the others.
    pub without_fix: usize,
    /// The edits, ordered by path and position; they do not overlap. Ranges refer to the text before the edits.
    pub edits: Vec<Edit>,
}

/// Which stranded versions to fix.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(deny_unknown_fields)]
pub struct StrandedFixQuery {
    /// The package.
    pub package: String,
    /// Only versions of this channel.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub channel: Option<String>,
    /// Only this version.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub entry: Option<String>,
    /// Only versions that are stranded under these semantics.
    #[serde(default)]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub semantics: Option<Semantics>,
}

/// All verified fixes of stranded versions of a package as one change, or the reason why there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(untagged)]
pub enum StrandedFixes {
    /// The edits. Nothing is applied yet.
    Edits {
        /// Always true.
        #[cfg_attr(feature = "tsify", tsify(type = "true"))]
        ok: bool,
        /// What the edits do together.
        title: String,
        /// What each step does, in the order of the steps.
        steps: Vec<String>,
        /// The number of versions that stay stranded, in the queried channel and under the queried semantics.
        left: usize,
        /// The edits, ordered by path and position; they do not overlap.
        edits: Vec<Edit>,
    },
    /// There is no fix.
    Refused(Refusal),
}

/// The finding to suppress with a comment, and the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(deny_unknown_fields)]
pub struct SuppressQuery {
    /// The rule, by id.
    pub rule: String,
    /// The file of the finding, as the report names it.
    pub path: String,
    /// The line on which the finding starts, from 1.
    pub line: u32,
    /// Why the finding is acceptable.
    pub reason: String,
}
