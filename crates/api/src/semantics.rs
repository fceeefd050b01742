//! The two upgrade semantics.

use serde::{Deserialize, Serialize};

/// The upgrade semantics: those of OLM v0 or of OLM v1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Semantics {
    /// OLM v0: Subscriptions.
    #[default]
    V0,
    /// OLM v1: ClusterExtensions.
    V1,
}

impl Semantics {
    /// Both semantics, in order.
    pub const ALL: [Semantics; 2] = [Semantics::V0, Semantics::V1];

    /// Its name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Semantics::V0 => "v0",
            Semantics::V1 => "v1",
        }
    }

    /// Returns the semantics with the given name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Semantics> {
        Self::ALL.into_iter().find(|semantics| semantics.name() == name)
    }
}
