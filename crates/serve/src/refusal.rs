//! Errors of the registry API.

/// An error response.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The requested item does not exist: code `UNKNOWN`, as opm uses for all such errors.
    #[error("{0}")]
    Unknown(String),
    /// The request is not valid: code `INVALID_ARGUMENT`.
    #[error("{0}")]
    Invalid(String),
    /// The document cannot be sent: code `INTERNAL`.
    #[error("{0}")]
    Internal(String),
}
