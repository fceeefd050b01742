//! Files to documents: operator-registry's stream decoder (YAML or JSON, with its fallback).
#![allow(
    clippy::arithmetic_side_effects,
    reason = "positions are bounded by the file length, which Reader keeps below 4 GiB"
)]

use text_size::{TextRange, TextSize};

use crate::document::{Document, Format, SyntaxError};
use crate::tree::Tree;
use crate::yaml::span;
use crate::{json, yaml};

/// How many bytes are looked at to tell JSON from YAML.
const GUESS: usize = 4096;
/// Largest file that is read.
const MAX_FILE: usize = u32::MAX as usize / 2;

/// Reads the documents of one file in order.
///
/// A file whose first character (within 4096 bytes) is `{` is read as concatenated JSON objects. When the first or
/// second object cannot be read, the rest of the file is read as YAML. The caller decides whether an object that is
/// valid JSON is acceptable: with [`Reader::can_fall_back`] and [`Reader::fall_back`] it sends the reader back.
///
/// ```
/// let mut reader = olmkit_syntax::Reader::new(b"schema: a\n---\nschema: b\n");
/// assert_eq!(std::iter::from_fn(|| reader.next_document()).count(), 2);
/// ```
#[derive(Debug)]
pub struct Reader<'s> {
    bytes: &'s [u8],
    mode: Mode,
    at: usize,
    /// JSON: objects read so far, and where the one before the last ended.
    good: usize,
    before_last: usize,
    /// The JSON error that stands when YAML cannot read the rest either.
    pending: Option<(SyntaxError, usize)>,
    queued: Option<Document<'s>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Json,
    Yaml,
}

impl<'s> Reader<'s> {
    /// A reader over a whole file. Of a file beyond 2 GiB only that much is read.
    #[must_use]
    pub fn new(bytes: &'s [u8]) -> Self {
        let bytes = bytes.get(..MAX_FILE).unwrap_or(bytes);
        let mode = if looks_like_json(bytes) { Mode::Json } else { Mode::Yaml };
        Reader { bytes, mode, at: 0, good: 0, before_last: 0, pending: None, queued: None }
    }

    /// The next document, one with an error included; `None` at the end of the file.
    pub fn next_document(&mut self) -> Option<Document<'s>> {
        if let Some(document) = self.queued.take() {
            return Some(document);
        }
        if self.mode == Mode::Json
            && let Some(found) = self.next_json()
        {
            return found;
        }
        self.next_yaml()
    }

    /// Whether the JSON object just returned may be read again as YAML: it is the first or second, and at least
    /// 4 bytes are left.
    #[must_use]
    pub fn can_fall_back(&self) -> bool {
        self.mode == Mode::Json && self.good <= 2 && self.bytes.len() - self.resume_at(self.before_last) >= 4
    }

    /// Goes back before the object just returned and reads the rest as YAML. `error` stands if YAML fails too.
    pub fn fall_back(&mut self, error: SyntaxError, object_start: TextSize) {
        self.pending = Some((error, usize::from(object_start)));
        self.at = self.resume_at(self.before_last);
        self.mode = Mode::Yaml;
    }

    /// After the last good object: blanks up to and including the first line break are skipped.
    fn resume_at(&self, end: usize) -> usize {
        let rest = self.bytes.get(end..).unwrap_or_default();
        for (at, &byte) in rest.iter().enumerate() {
            match byte {
                b'\n' => return end + at + 1,
                b' ' | b'\t' | b'\r' | 0x0B | 0x0C => {}
                _ => return end + at,
            }
        }
        self.bytes.len()
    }

    /// `None`: go on as YAML. `Some(None)`: the end.
    #[allow(clippy::option_option, reason = "the outer option is the change of mode")]
    fn next_json(&mut self) -> Option<Option<Document<'s>>> {
        let last_end = self.at;
        let rest = self.bytes.get(last_end..).unwrap_or_default();
        let start = last_end + rest.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n')).count();
        if start >= self.bytes.len() {
            return Some(None);
        }
        let text = self.bytes.get(start..).unwrap_or_default();
        let read = json::read_value(text, start);
        let Some(error) = read.error else {
            self.before_last = last_end;
            self.good += 1;
            self.at = start + read.end;
            return Some(Some(document(
                start,
                text.get(..read.end).unwrap_or_default(),
                Format::Json,
                read.tree,
                None,
            )));
        };
        if self.good <= 1 && self.bytes.len() - self.resume_at(last_end) >= 4 {
            self.before_last = last_end;
            self.fall_back(error, TextSize::new(u32::try_from(start).unwrap_or(0)));
            return None;
        }
        let error = self.final_json_error(error);
        let end = next_object(text, usize::from(error.range.start()));
        self.at = start + end;
        self.good += 1;
        Some(Some(document(start, text.get(..end).unwrap_or_default(), Format::Json, read.tree, Some(error))))
    }

    fn final_json_error(&self, error: SyntaxError) -> SyntaxError {
        if self.good <= 1 {
            return error;
        }
        let upstream = error.upstream.splitn(3, ": ").nth(2).unwrap_or(&error.upstream).to_owned();
        let rule = if error.rule == "json-syntax" { "json-locked" } else { error.rule };
        let message = format!("{} After two JSON objects the rest of the file must be JSON too.", error.message);
        SyntaxError { rule, upstream, message, ..error }
    }

    fn next_yaml(&mut self) -> Option<Document<'s>> {
        let chunk = next_chunk(self.bytes, self.at)?;
        self.at = chunk.resume;
        let separator = chunk.bad_separator.map(|line| self.bad_separator(line));
        let text = self.bytes.get(chunk.start..chunk.end).unwrap_or_default();
        if text.is_empty() {
            return separator;
        }
        self.queued = separator;
        let mut found = read_yaml(chunk.start, text);
        if let Some((json, start)) = self.pending.take()
            && found.error.is_some()
        {
            let shift = start.saturating_sub(chunk.start);
            let range = json.range.checked_add(TextSize::new(u32::try_from(shift).unwrap_or(0))).unwrap_or(json.range);
            let inside = usize::from(range.end()) <= text.len();
            found.error = Some(SyntaxError { range: if inside { range } else { TextRange::default() }, ..json });
        }
        Some(found)
    }

    fn bad_separator(&self, (start, end): (usize, usize)) -> Document<'s> {
        let text = self.bytes.get(start..end).unwrap_or_default();
        let after = String::from_utf8_lossy(text.get(3..).unwrap_or_default()).trim().to_owned();
        let error = SyntaxError {
            rule: "yaml-separator-text",
            message: format!(
                "Only blanks and a comment may follow `---`; here stands `{after}`. Put the content on the next line."
            ),
            upstream: format!("invalid Yaml document separator: {after}"),
            range: span(0, text.len()),
        };
        document(start, text, Format::Yaml, Tree::default(), Some(error))
    }
}

/// Reads one document alone: a chunk of YAML, or one JSON object.
#[must_use]
pub fn read_document(text: &[u8], format: Format) -> Document<'_> {
    match format {
        Format::Yaml => read_yaml(0, text),
        Format::Json => {
            let read = json::read_value(text, 0);
            document(0, text, Format::Json, read.tree, read.error)
        }
    }
}

fn read_yaml(start: usize, text: &[u8]) -> Document<'_> {
    if let Some(tree) = crate::fast::read(text) {
        return document(start, text, Format::Yaml, tree, None);
    }
    let read = yaml::read_exact(text);
    Document { dropped: read.dropped, ..document(start, text, Format::Yaml, read.tree, read.error) }
}

fn document(start: usize, text: &[u8], format: Format, tree: Tree, error: Option<SyntaxError>) -> Document<'_> {
    let offset = TextSize::new(u32::try_from(start).unwrap_or(u32::MAX));
    Document { offset, text, format, tree, error, dropped: None }
}

fn looks_like_json(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(bytes.get(..GUESS).unwrap_or(bytes));
    head.trim_start_matches(char::is_whitespace).starts_with('{')
}

/// Where the next line that may start a document begins, after an error.
fn next_object(text: &[u8], after: usize) -> usize {
    let mut at = after;
    while let Some(found) = memchr::memchr(b'\n', text.get(at..).unwrap_or_default()) {
        at += found + 1;
        if text.get(at) == Some(&b'{') {
            return at;
        }
    }
    text.len()
}

/// One chunk of a YAML file: the text between two separators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Chunk {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Where the next chunk is looked for.
    pub(crate) resume: usize,
    /// A separator line with something behind the dashes.
    bad_separator: Option<(usize, usize)>,
}

/// The next chunk from `from` on, which is the start of a line.
///
/// A separator ends a chunk that has lines and vanishes; before the first line it becomes the chunk's first line.
pub(crate) fn next_chunk(bytes: &[u8], from: usize) -> Option<Chunk> {
    if from >= bytes.len() {
        return None;
    }
    let mut at = from;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let line_end = memchr::memchr(b'\n', rest).map_or(bytes.len(), |n| at + n + 1);
        if rest.starts_with(b"---") {
            let after = String::from_utf8_lossy(bytes.get(at + 3..line_end).unwrap_or_default());
            let after = after.trim();
            if !after.is_empty() && !after.starts_with('#') {
                let line = at + bytes.get(at..line_end).unwrap_or_default().trim_ascii_end().len();
                return Some(Chunk { start: from, end: at, resume: line_end, bad_separator: Some((at, line)) });
            }
            if at > from {
                return Some(Chunk { start: from, end: at, resume: line_end, bad_separator: None });
            }
        }
        if line_end >= bytes.len() {
            return Some(Chunk { start: from, end: bytes.len(), resume: bytes.len(), bad_separator: None });
        }
        // On to the next line that starts with a dash.
        at = match memchr::memmem::find(bytes.get(line_end - 1..).unwrap_or_default(), b"\n---") {
            Some(found) => line_end + found,
            None => return Some(Chunk { start: from, end: bytes.len(), resume: bytes.len(), bad_separator: None }),
        };
    }
}
