//! The formats of documents.

/// The format of a document, which also determines how scalars are resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// YAML 1.1 as go-yaml v2 reads it.
    Yaml,
    /// JSON as Go's encoding/json reads it.
    Json,
}
