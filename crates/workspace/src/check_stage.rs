//! The stages of a check, for performance measurements.

/// A stage of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckStage {
    /// Building packages, channels and bundles.
    Model,
    /// Running the rules and determining opm's verdict.
    Rules,
    /// Trying fixes.
    Fixes,
}

impl CheckStage {
    /// The name of the stage in a table of times.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            CheckStage::Model => "model",
            CheckStage::Rules => "rules",
            CheckStage::Fixes => "fixes",
        }
    }
}
