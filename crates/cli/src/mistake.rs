//! Errors in files of the user, with their positions.

use std::fmt;

use olmkit_text::{LineIndex, shown_line};
use olmkit_workspace::api::{Diagnostic, Position, Range};
use olmkit_workspace::invalid_configuration;
use olmkit_yaml::TextSize;
use serde::{Serialize, Serializer};

/// An error in a file, with its position if known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Mistake {
    /// The path of the file. Empty if it is not one of the files that were read.
    pub(crate) path: String,
    /// From the error to the end of its line. `None` if the error is about the whole file. JSON has the line and column
    /// of the start.
    #[serde(flatten, serialize_with = "line_and_column")]
    pub(crate) range: Option<Range>,
    pub(crate) message: String,
}

impl Mistake {
    /// An error about a whole file.
    pub(crate) fn of(path: &str, message: impl fmt::Display) -> Self {
        Self { path: path.to_owned(), range: None, message: message.to_string() }
    }

    /// An error at a byte of a file with this text.
    pub(crate) fn at(path: &str, text: &[u8], offset: TextSize, message: impl fmt::Display) -> Self {
        let lines = LineIndex::new(text);
        let position = |offset| {
            let found = lines.position(text, offset);
            Position { line: found.line, column: found.column, offset: found.offset, utf16: found.utf16 }
        };
        let range = Range { start: position(offset), end: position(end_of_line(text, offset)) };
        Self { range: Some(range), ..Self::of(path, message) }
    }

    /// The error as a finding about a configuration.
    pub(crate) fn finding(self) -> Diagnostic {
        invalid_configuration(&self.path, self.range, &self.message)
    }
}

fn line_and_column<S: Serializer>(range: &Option<Range>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(range.iter().flat_map(|range| [("line", range.start.line), ("column", range.start.column)]))
}

/// The end of the text of a line, without whitespace.
fn end_of_line(text: &[u8], offset: TextSize) -> TextSize {
    let at = usize::from(offset).min(text.len());
    let line = text.get(at..shown_line(text, at).end).unwrap_or_default().trim_ascii_end();
    TextSize::try_from(line.len()).ok().and_then(|length| offset.checked_add(length)).unwrap_or(offset)
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, range, message } = self;
        if let Some(Range { start, .. }) = range {
            return write!(f, "{path}:{}:{}: {message}", start.line, start.column);
        }
        if path.is_empty() { f.write_str(message) } else { write!(f, "{path}: {message}") }
    }
}

impl std::error::Error for Mistake {}
