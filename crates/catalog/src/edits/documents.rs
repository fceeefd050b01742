//! Edits that insert or remove whole documents.

use olmkit_diagnostics::{FileId, Place, TextEdit, TextRange, TextSize};
use olmkit_text::{line_start, next_line, span};
use olmkit_yaml::Format;

use super::locate::Source;
use crate::loaded::LoadedDocument;
use crate::model::Doc;

/// Inserts a document after another one of the same file. `text` ends with a line break.
pub(super) fn append_document(source: &Source<'_, '_, '_>, after: &Doc<'_>, format: Format, text: &str) -> TextEdit {
    let bytes = source.text(after.file);
    let end = usize::from(after.range.end()).min(bytes.len());
    let eol = if text.ends_with("\r\n") { "\r\n" } else { "\n" };
    let ended = end == 0 || bytes.get(end.saturating_sub(1)) == Some(&b'\n');
    // A separator is needed: after a third JSON object, opm would not read the YAML that follows.
    let file = source.catalog.files.get(after.file.index());
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

/// Returns the edits that remove these documents, like [`remove_documents_where`].
pub(super) fn remove_documents_at(source: &Source<'_, '_, '_>, gone: &[Doc<'_>]) -> Vec<TextEdit> {
    remove_documents_where(source, &|file, document| {
        gone.iter().any(|doc| (doc.file, doc.range) == (file, document.range))
    })
}

/// Returns the edits that remove documents with their separators; one edit for adjacent documents. A file without
/// remaining documents becomes empty, because opm rejects a file that contains only comments.
pub(super) fn remove_documents_where(
    source: &Source<'_, '_, '_>,
    is_gone: &dyn Fn(FileId, &LoadedDocument) -> bool,
) -> Vec<TextEdit> {
    let mut edits = Vec::new();
    for (id, file) in (0..).map(FileId::new).zip(source.catalog.files) {
        let gone: Vec<bool> = file.documents.iter().map(|document| is_gone(id, document)).collect();
        for (from, to) in runs(&gone) {
            let (Some(first), Some(last)) = (file.documents.get(from), file.documents.get(to)) else { continue };
            if from == 0 && to.saturating_add(1) == gone.len() {
                let end = TextSize::new(u32::try_from(source.text(id).len()).unwrap_or(u32::MAX));
                let range = TextRange::new(TextSize::new(0), end);
                edits.push(TextEdit { place: Place { file: id, range }, text: String::new() });
                continue;
            }
            edits.push(remove_document(source, id, TextRange::new(first.range.start(), last.range.end())));
        }
    }
    edits
}

/// Returns the first and last index of each run of `true`.
pub(super) fn runs(flags: &[bool]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut at = 0_usize;
    std::iter::from_fn(move || {
        let from = at.saturating_add(flags.get(at..)?.iter().position(|flag| *flag)?);
        let length = flags.get(from..)?.iter().take_while(|flag| **flag).count();
        at = from.saturating_add(length);
        Some((from, at.saturating_sub(1)))
    })
}

/// Returns the offset of the comments after the last document of a file, including the blank lines before them.
fn comments_at_the_end(document: &[u8]) -> usize {
    let mut kept = document.len();
    let mut end = document.len();
    while let Some(last) = end.checked_sub(1) {
        let start = line_start(document, last);
        let line = document.get(start..end).unwrap_or_default();
        let is_comment = line.starts_with(b"#");
        if !is_comment && !line.iter().all(u8::is_ascii_whitespace) {
            break;
        }
        // Blank lines are kept only if a comment follows them.
        if is_comment || kept < document.len() {
            kept = start;
        }
        end = start;
    }
    kept
}

/// Removes a document with one of the separators around it. Comments at the end of the file stay.
fn remove_document(source: &Source<'_, '_, '_>, file: FileId, document: TextRange) -> TextEdit {
    let bytes = source.text(file);
    let (start, mut end) = (usize::from(document.start()), usize::from(document.end()).min(bytes.len()));
    if end == bytes.len() {
        end = start.saturating_add(comments_at_the_end(bytes.get(start..).unwrap_or_default()));
    }
    let is_separator = |at: usize| bytes.get(at..).unwrap_or_default().starts_with(b"---");
    let range = if is_separator(start) && is_separator(end) {
        // The first document, with a separator of its own. The next document keeps its separator.
        (start, end)
    } else if is_separator(end) {
        (start, next_line(bytes, end))
    } else {
        // The last document. The separator before it is removed, too.
        let before = bytes.get(..start).unwrap_or_default();
        let line = line_start(bytes, start.saturating_sub(1));
        let spaces_before = before.iter().rev().take_while(|b| b.is_ascii_whitespace()).count();
        let spaces_after = bytes.get(end..).unwrap_or_default().iter().take_while(|b| b.is_ascii_whitespace()).count();
        if is_separator(start) {
            (start, end)
        } else if is_separator(line) {
            (line, end)
        } else if spaces_before == start {
            // The first JSON object. The remaining text must not start with a blank line.
            (0, end.saturating_add(spaces_after))
        } else {
            (start.saturating_sub(spaces_before), end)
        }
    };
    TextEdit { place: Place { file, range: span(range.0, range.1) }, text: String::new() }
}
