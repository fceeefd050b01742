//! Whole documents.

use olmkit_diagnostics::{Place, TextEdit, TextRange, TextSize};
use olmkit_yaml::Format;

use super::locate::Source;
use crate::model::Doc;

/// Inserts a document after another one of the same file. `text` ends with a line break.
pub(super) fn append_document(source: &Source<'_, '_, '_>, after: &Doc<'_>, format: Format, text: &str) -> TextEdit {
    let bytes = source.text(after.file);
    let end = usize::from(after.range.end()).min(bytes.len());
    let eol = if text.ends_with("\r\n") { "\r\n" } else { "\n" };
    let ended = end == 0 || bytes.get(end.saturating_sub(1)) == Some(&b'\n');
    // After a third JSON object opm would not read the YAML that follows.
    let file = source.catalog.files.get(after.file.0 as usize);
    let mixed = file.is_some_and(|file| file.documents.iter().any(|document| document.format == Format::Yaml));
    let text = match (format, ended) {
        (Format::Yaml, true) => format!("---{eol}{text}"),
        (Format::Yaml, false) => format!("{eol}---{eol}{}", text.trim_end()),
        (Format::Json, _) if mixed => format!("{eol}---{eol}{}", text.trim_end()),
        (Format::Json, _) => format!("{eol}{}", text.trim_end()),
    };
    let at = TextRange::empty(TextSize::new(u32::try_from(end).unwrap_or(u32::MAX)));
    TextEdit { place: Place { file: after.file, range: at }, text }
}
