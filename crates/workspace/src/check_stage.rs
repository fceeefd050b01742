//! The stages of a check, for measurements.

/// A stage of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckStage {
    /// Packages, channels and bundles are put together.
    Model,
    /// The rules have run, and opm's verdict is known.
    Rules,
    /// Fixes have been tried.
    Fixes,
}

impl CheckStage {
    /// Its name in a table of times.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            CheckStage::Model => "model",
            CheckStage::Rules => "rules",
            CheckStage::Fixes => "fixes",
        }
    }
}
