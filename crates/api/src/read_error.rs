//! The error of reading a file.

/// The reason why an existing file cannot be read, in the form of Go's errors: `read d: is a directory`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ReadError(pub String);
