//! The two ways a document is written.

/// How a document is written, and with it how its scalars are resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// YAML 1.1 as go-yaml v2 reads it.
    Yaml,
    /// JSON as Go's encoding/json reads it.
    Json,
}
