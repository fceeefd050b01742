//! Why a database is not converted.

/// Why opm does not convert a database. Displays as opm's text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConversionError(String);

impl ConversionError {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        ConversionError(text.into())
    }

    pub(crate) fn within(self, what: &str) -> Self {
        ConversionError(format!("{what}: {self}"))
    }
}
