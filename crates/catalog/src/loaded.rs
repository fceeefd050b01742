//! Loaded files.

use std::sync::Arc;

use olmkit_diagnostics::TextRange;
use olmkit_yaml::Format;

use crate::facts::Facts;

/// One document of a loaded file.
#[derive(Debug, Clone)]
pub struct LoadedDocument {
    /// Where the document is in the file.
    pub range: TextRange,
    /// How it is written.
    pub format: Format,
    /// Its facts.
    pub facts: Arc<Facts>,
}

/// One file with the facts of its documents.
#[derive(Debug, Clone, Default)]
pub struct LoadedFile {
    /// Path below the catalog's root.
    pub path: String,
    /// Whether opm skips it: an `.indexignore` file, or a file that matches one.
    pub ignored: bool,
    /// Why the file cannot be read.
    pub problem: Option<String>,
    /// Its documents in order.
    pub documents: Vec<LoadedDocument>,
}
