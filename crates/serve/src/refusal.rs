//! Why a request has no answer.

/// An answer that is an error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// What was asked for does not exist: code `UNKNOWN`, as everywhere in opm.
    #[error("{0}")]
    Unknown(String),
    /// The request is not valid: code `INVALID_ARGUMENT`.
    #[error("{0}")]
    Invalid(String),
    /// The document cannot be sent: code `INTERNAL`.
    #[error("{0}")]
    Internal(String),
}
