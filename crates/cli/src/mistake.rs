//! Errors in files of the user, with their positions.

use std::fmt;

use olmkit_text::LineIndex;
use olmkit_yaml::TextSize;
use serde::Serialize;

/// An error in a file, with its position if known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Mistake {
    /// The path of the file. Empty if it is not one of the files that were read.
    pub(crate) path: String,
    /// From 1. `None` if the error is about the whole file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u32>,
    /// In UTF-16 units, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<u32>,
    pub(crate) message: String,
}

impl Mistake {
    /// An error about a whole file.
    pub(crate) fn of(path: &str, message: impl fmt::Display) -> Self {
        Self { path: path.to_owned(), line: None, column: None, message: message.to_string() }
    }

    /// An error at a byte of a file with this text.
    pub(crate) fn at(path: &str, text: &[u8], offset: TextSize, message: impl fmt::Display) -> Self {
        let position = LineIndex::new(text).position(text, offset);
        Self { line: Some(position.line), column: Some(position.column), ..Self::of(path, message) }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, line, column, message } = self;
        if let (Some(line), Some(column)) = (line, column) {
            return write!(f, "{path}:{line}:{column}: {message}");
        }
        if path.is_empty() { f.write_str(message) } else { write!(f, "{path}: {message}") }
    }
}

impl std::error::Error for Mistake {}
