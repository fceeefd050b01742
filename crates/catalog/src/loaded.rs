//! What a loaded file says.

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
    /// What it says.
    pub facts: Arc<Facts>,
}

/// One file with what its documents say.
#[derive(Debug, Clone, Default)]
pub struct LoadedFile {
    /// Path below the catalog's root.
    pub path: String,
    /// Whether opm leaves it out: an `.indexignore` file, or excluded by one.
    pub ignored: bool,
    /// Why the file cannot be read at all.
    pub problem: Option<String>,
    /// Its documents in order.
    pub documents: Vec<LoadedDocument>,
}
