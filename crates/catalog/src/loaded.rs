//! Loaded files.

use std::sync::Arc;

use olmkit_api::ReadError;
use olmkit_diagnostics::TextRange;
use olmkit_yaml::Format;

use crate::facts::Facts;

/// One document of a loaded file.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadedDocument {
    /// The range of the document in the file.
    pub range: TextRange,
    /// The format of the document.
    pub format: Format,
    /// The facts of the document.
    pub facts: Arc<Facts>,
}

/// One file with the facts of its documents.
#[derive(Debug, Clone, Default)]
pub struct LoadedFile {
    /// The path relative to the catalog's root.
    pub path: String,
    /// Whether opm skips the file, because it is an `.indexignore` file or matches one.
    pub ignored: bool,
    /// The reason why the file cannot be read.
    pub problem: Option<ReadError>,
    /// The documents, in order.
    pub documents: Vec<LoadedDocument>,
}
