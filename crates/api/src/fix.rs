//! Fixes made together.

use serde::{Deserialize, Serialize};

use super::report::Edit;

/// Which fixes are made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default, deny_unknown_fields)]
pub struct FixQuestion {
    /// Whether unsafe fixes are made too.
    #[serde(rename = "unsafe")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub with_unsafe: bool,
}

/// Fixes that were tried together: after them there is no new error, and opm's verdict is no worse.
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
    /// How many findings are left for which no fix is known, or none that goes with the others.
    pub without_fix: usize,
    /// The edits, ordered by path and position; they do not overlap. Ranges are those of the text before them.
    pub edits: Vec<Edit>,
}
