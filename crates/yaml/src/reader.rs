//! Reads files to documents, like operator-registry's stream decoder (YAML or JSON, with its fallback).
#![allow(
    clippy::arithmetic_side_effects,
    reason = "positions are bounded by the file length, which Reader keeps below 2 GiB"
)]

use std::ops::Range;

use olmkit_text::{TextRange, TextSize};

use crate::chunks::{Chunks, first_char, is_json};
use crate::document::{Document, SyntaxError, SyntaxRule};
use crate::exact;
use crate::fast::{self, Before};
use crate::format::Format;
use crate::json::{self, Cause, Problem};
use crate::scalar::text_of;
use crate::tree::{Kind, Node, Style, Tree};
use olmkit_scan::lines::line_with_start;
use olmkit_text::span;

/// The maximum size of a file.
const MAX_FILE: usize = i32::MAX as usize;
/// The number of bytes that must remain wherever operator-registry looks for the start of YAML after JSON.
const LOOKAHEAD: usize = 4;

/// Reads the documents of a file in order, as operator-registry does. operator-registry stops at the first error; this
/// reader continues, so that all other documents are still checked.
///
/// A file whose first character (within 4096 bytes) is `{` is read as concatenated JSON objects. If the first or second
/// object cannot be read, the rest of the file is read as YAML. The caller decides whether an object that is valid JSON
/// is acceptable, and sends the reader back if it is not:
///
/// ```
/// use olmkit_yaml::{Document, Reader, SyntaxError};
/// # fn refuse(document: &Document<'_>) -> Option<SyntaxError> { None }
///
/// let mut reader = Reader::new(b"{\"schema\": \"a\"}\n---\nschema: b\n");
/// let mut count = 0;
/// while let Some(document) = reader.next_document() {
///     if let Some(error) = refuse(&document) && reader.can_fall_back() {
///         reader.fall_back(error);
///         continue;
///     }
///     count += 1;
/// }
/// assert_eq!(count, 2);
/// ```
///
/// A separator line with text after its dashes (`yaml-separator-text`) is returned as a document without nodes.
/// operator-registry stops there, before it reads the document that the separator ends.
#[derive(Debug, Clone)]
pub struct Reader<'s> {
    bytes: &'s [u8],
    /// `None` in JSON mode.
    chunks: Option<Chunks<'s>>,
    json: Json,
    /// The JSON error to report if the next YAML document is rejected, relative to the file.
    pending: Option<SyntaxError>,
    /// The same for the document that was returned last.
    fallback_error: Option<SyntaxError>,
    queued: Option<Document<'s>>,
    /// The text and nodes of the previous document, to read the next one faster.
    before: (&'s [u8], Vec<Node>),
    /// Whether the next document notes what it repeats of the previous one.
    notes_repeated: bool,
    /// Memory for the nodes of the next document.
    spare: Vec<Node>,
}

/// The state of JSON mode.
#[derive(Debug, Clone, Copy, Default)]
struct Json {
    /// The number of objects read, including those with errors.
    count: usize,
    /// The start of the object that was returned last, and the end of the object before it.
    start: usize,
    before: usize,
    /// The position at which the search for the next object starts.
    at: usize,
    /// Whether the object that was returned last has no error.
    good: bool,
}

impl<'s> Reader<'s> {
    /// A reader for a whole file. Only the first 2 GiB are read.
    #[must_use]
    pub fn new(bytes: &'s [u8]) -> Self {
        let bytes = bytes.get(..MAX_FILE).unwrap_or(bytes);
        let mut reader = Reader::over(bytes, None);
        if bytes.starts_with(b"\xFE\xFF") || bytes.starts_with(b"\xFF\xFE") {
            reader.queued = Some(utf16(bytes));
            reader.chunks = Some(Chunks::new(bytes, bytes.len()));
        } else if !is_json(bytes) {
            reader.chunks = Some(Chunks::new(bytes, 0));
        }
        reader
    }

    /// A reader for one of the [`parts`](crate::parts) of a file. Offsets are relative to the file.
    #[must_use]
    pub fn part(bytes: &'s [u8], part: Range<usize>) -> Self {
        if part == (0..bytes.len()) {
            return Reader::new(bytes);
        }
        let bytes = bytes.get(..part.end.min(MAX_FILE)).unwrap_or(bytes);
        Reader::over(bytes, Some(Chunks::new(bytes, part.start)))
    }

    fn over(bytes: &'s [u8], chunks: Option<Chunks<'s>>) -> Self {
        let json = Json::default();
        Reader {
            bytes,
            chunks,
            json,
            pending: None,
            fallback_error: None,
            queued: None,
            before: (&[], Vec::new()),
            notes_repeated: false,
            spare: Vec::new(),
        }
    }

    /// Takes a document that is no longer needed, to read the next one faster: equal parts are not read again, and
    /// memory is reused. Does not change the result, apart from `Tree::repeated`.
    ///
    /// `notes_repeated`: the next document has the ranges of nodes that are copied from this one, so that the caller does
    /// not have to examine them again ([`Tree::repeated`](crate::Tree::repeated)).
    pub fn reuse(&mut self, document: Document<'s>, notes_repeated: bool) {
        // Documents of the exact reader may have comments.
        let is_plain = document.format == Format::Yaml && !document.has_comments;
        let text = if is_plain { document.text } else { &[] };
        let before = std::mem::replace(&mut self.before, (text, document.tree.nodes));
        self.spare = before.1;
        self.notes_repeated = notes_repeated;
    }

    /// The next document, which may have an error; `None` at the end of the file.
    pub fn next_document(&mut self) -> Option<Document<'s>> {
        self.fallback_error = None;
        if let Some(document) = self.queued.take() {
            return Some(document);
        }
        if self.chunks.is_none()
            && let JsonStep::Document(document) = self.next_json()
        {
            return document;
        }
        self.next_yaml()
    }

    /// Whether a rejected JSON object is read again as YAML: it is the first or second object, and operator-registry
    /// finds the start of YAML before it. Applies to the object that was returned last.
    #[must_use]
    pub fn can_fall_back(&self) -> bool {
        self.fallback().is_some()
    }

    fn fallback(&self) -> Option<usize> {
        let undecided = self.chunks.is_none() && self.json.good && self.json.count <= 2;
        undecided.then(|| self.yaml_start(self.json.before)).flatten()
    }

    /// Returns to the position before the last object and reads the rest of the file as YAML. `error` is the reason why
    /// the object is rejected, relative to the object. It is reported if the YAML document is rejected too: see
    /// [`Reader::fallback_error`].
    pub fn fall_back(&mut self, error: SyntaxError) {
        if let Some(at) = self.fallback() {
            self.start_yaml(at, shift(error, self.json.start, 0));
        }
    }

    /// The error that operator-registry reports if it rejects the YAML document that was returned last: the error of
    /// the JSON object that was read first at this position. Relative to the document. If the YAML cannot be read at
    /// all, it is also the error of the document.
    #[must_use]
    pub fn fallback_error(&self) -> Option<&SyntaxError> {
        self.fallback_error.as_ref()
    }

    /// The start of YAML if the reader gives up on JSON after the object that ends at `end`: after whitespace up to and
    /// including the first line break.
    ///
    /// `None` if operator-registry does not get that far: it looks [`LOOKAHEAD`] bytes ahead before every whitespace
    /// character that it skips, and before the character after them. It replaces bytes that are not UTF-8 by U+FFFD.
    fn yaml_start(&self, end: usize) -> Option<usize> {
        let mut rest = self.bytes.get(end..).unwrap_or_default();
        loop {
            let (character, after) = first_char(rest).filter(|_| rest.len() >= LOOKAHEAD)?;
            match character {
                char::REPLACEMENT_CHARACTER => return None,
                '\n' => return Some(self.bytes.len() - after.len()),
                space if space.is_whitespace() => rest = after,
                _ => return Some(self.bytes.len() - rest.len()),
            }
        }
    }

    fn start_yaml(&mut self, at: usize, error: SyntaxError) {
        self.pending = Some(within(error, self.bytes));
        self.chunks = Some(Chunks::new(self.bytes, at));
    }

    fn next_json(&mut self) -> JsonStep<'s> {
        let before = self.json.at;
        let rest = self.bytes.get(before..).unwrap_or_default();
        let start = before + rest.iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n')).count();
        let text = self.bytes.get(start..).unwrap_or_default();
        if text.is_empty() {
            return JsonStep::Document(None);
        }
        let read = json::read_value(text);
        let locked = self.json.count >= 2;
        self.json =
            Json { count: self.json.count + 1, start, before, at: start + read.end, good: read.error.is_none() };
        let Some(problem) = read.error else {
            let text = text.get(..read.end).unwrap_or_default();
            return JsonStep::Document(Some(document(start, text, Format::Json, read.tree, None)));
        };
        let trailing = self.json.count == 2 && read.tree.nodes.is_empty();
        let error = json_error(&problem, start, locked, trailing);
        if let Some(at) = self.yaml_start(before).filter(|_| !locked) {
            self.start_yaml(at, shift(error, start, 0));
            return JsonStep::Yaml;
        }
        let end = if problem.cause == Cause::Number { read.end } else { next_object(text, problem.at) };
        self.json.at = start + end;
        let text = text.get(..end).unwrap_or_default();
        JsonStep::Document(Some(document(start, text, Format::Json, read.tree, Some(error))))
    }

    fn next_yaml(&mut self) -> Option<Document<'s>> {
        let chunk = self.chunks.as_mut()?.next()?;
        let pending = self.pending.take();
        let mut separator = chunk.bad_separator.map(|(start, end)| self.bad_separator(start, end));
        let text = self.bytes.get(chunk.start..chunk.end).unwrap_or_default();
        if text.is_empty() && separator.is_some() {
            return separator.map(|document| replace_error(document, pending));
        }
        let before = Before { text: self.before.0, nodes: &self.before.1, notes_repeated: self.notes_repeated };
        let mut found = read_yaml(chunk.start, text, before, &mut self.spare);
        if separator.is_some() {
            separator = separator.map(|document| replace_error(document, pending));
        } else if found.error.is_some() {
            found = replace_error(found, pending);
        } else {
            self.fallback_error = pending.map(|error| shift(error, 0, chunk.start));
        }
        self.queued = separator;
        Some(found)
    }

    fn bad_separator(&self, start: usize, end: usize) -> Document<'s> {
        let text = self.bytes.get(start..end).unwrap_or_default();
        let after = text_of(text.get(3..).unwrap_or_default()).trim().to_owned();
        let shown: String = after.chars().take(40).collect();
        let advice =
            if text.starts_with(b"----") { "Write three dashes." } else { "Move the content to the next line." };
        let error = SyntaxError {
            rule: SyntaxRule::YamlSeparatorText,
            message: format!("Only whitespace and a comment may follow `---`, not `{shown}`. {advice}"),
            upstream: format!("invalid Yaml document separator: {after}"),
            range: span(0, text.len()),
        };
        document(start, text, Format::Yaml, Tree::default(), Some(error))
    }
}

enum JsonStep<'s> {
    /// The next document; `None` at the end of the file.
    Document(Option<Document<'s>>),
    /// The rest of the file is YAML.
    Yaml,
}

/// Reads a single document as [`Reader`] would: a chunk of YAML, or a JSON object.
#[must_use]
pub fn read_document(text: &[u8], format: Format) -> Document<'_> {
    let text = text.get(..MAX_FILE).unwrap_or(text);
    match format {
        Format::Yaml => read_yaml(0, text, Before::default(), &mut Vec::new()),
        Format::Json => {
            let read = json::read_value(text);
            let error = read.error.map(|problem| json_error(&problem, 0, false, false));
            document(0, text, Format::Json, read.tree, error)
        }
    }
}

/// The error of Go's `json.Unmarshal` if a text does not start with a JSON value.
#[must_use]
pub fn unmarshal_error(text: &[u8]) -> Option<String> {
    let problem = json::read_value(text.get(..MAX_FILE).unwrap_or(text)).error?;
    Some(match problem.cause {
        Cause::End => "unexpected end of JSON input".to_owned(),
        Cause::Syntax | Cause::Number => problem.text,
    })
}

fn read_yaml<'s>(start: usize, text: &'s [u8], before: Before<'_>, spare: &mut Vec<Node>) -> Document<'s> {
    let mut found = match fast::read_after(text, before, spare) {
        Some((tree, has_comments)) => Document { has_comments, ..document(start, text, Format::Yaml, tree, None) },
        None => {
            let read = exact::read_chunk(text);
            // A problem at the end of the text is reported inside the text.
            Document { dropped: read.dropped, ..document(start, text, Format::Yaml, read.tree, read.error) }
        }
    };
    found.tree.final_break = true;
    if found.error.is_none() && found.tree.nodes.is_empty() {
        found.tree.nodes.push(NULL);
    }
    found
}

/// The root of a document without content.
const NULL: Node = Node {
    kind: Kind::Scalar,
    style: Style::Plain,
    has_properties: false,
    needs_cooking: true,
    start: 0,
    end: 0,
    next: 1,
    extra: 0,
};

fn document(start: usize, text: &[u8], format: Format, tree: Tree, error: Option<SyntaxError>) -> Document<'_> {
    let error = error.map(|error| within(error, text));
    Document { offset: size(start), text, format, tree, error, dropped: None, has_comments: format == Format::Yaml }
}

fn utf16(bytes: &[u8]) -> Document<'_> {
    let error = SyntaxError {
        rule: SyntaxRule::YamlUtf16,
        message: "This file is UTF-16. Save it as UTF-8, because opm does not reliably read other encodings."
            .to_owned(),
        upstream: "yaml: incomplete UTF-16 character".to_owned(),
        range: span(0, 2),
    };
    document(0, bytes, Format::Yaml, Tree::default(), Some(error))
}

/// The problem as operator-registry reports it. Go's offset counts from the start of the file and from 1.
fn json_error(problem: &Problem, start: usize, locked: bool, trailing: bool) -> SyntaxError {
    let upstream = if problem.cause == Cause::Syntax && !locked {
        format!("json: offset {}: {}", start + problem.at + 1, problem.text)
    } else {
        problem.text.clone()
    };
    let rule = match problem.rule {
        SyntaxRule::JsonSyntax if locked => SyntaxRule::JsonLocked,
        SyntaxRule::JsonSyntax if trailing => SyntaxRule::JsonTrailingGarbage,
        rule => rule,
    };
    let more = match rule {
        SyntaxRule::JsonLocked => " After two JSON objects, the rest of the file must also be JSON.",
        SyntaxRule::JsonTrailingGarbage => " Only JSON objects, or `---` and YAML, may follow the first object.",
        _ => "",
    };
    let message = format!("{}{more}", problem.message);
    SyntaxError { rule, message, upstream, range: span(problem.at, problem.end) }
}

/// Moves the range of an error inside the text and to character boundaries.
fn within(error: SyntaxError, text: &[u8]) -> SyntaxError {
    let inside = |at: usize| matches!(text.get(at), Some(0x80..=0xBF));
    let start = usize::from(error.range.start()).min(text.len());
    let end = usize::from(error.range.end()).min(text.len());
    let start = (0..4).filter_map(|back| start.checked_sub(back)).find(|at| !inside(*at)).unwrap_or(start);
    let end = (0..4).map(|on| end.saturating_add(on)).find(|at| !inside(*at)).unwrap_or(end);
    SyntaxError { range: TextRange::new(size(start), size(end)), ..error }
}

/// Converts an error relative to `from` to one relative to `to`.
fn shift(error: SyntaxError, from: usize, to: usize) -> SyntaxError {
    let moved = |at: TextSize| size((usize::from(at) + from).saturating_sub(to));
    let range = TextRange::new(moved(error.range.start()), moved(error.range.end()));
    SyntaxError { range, ..error }
}

/// Replaces the error of the document by the pending error, with its range moved inside the document.
fn replace_error<'s>(document: Document<'s>, pending: Option<SyntaxError>) -> Document<'s> {
    let Some(error) = pending else { return document };
    let error = shift(error, 0, usize::from(document.offset));
    let inside = usize::from(error.range.end()) <= document.text.len();
    let range = if inside { error.range } else { document.error.as_ref().map(|own| own.range).unwrap_or_default() };
    Document { error: Some(within(SyntaxError { range, ..error }, document.text)), ..document }
}

/// After an error: the next line that starts with `{`, where another object may start.
fn next_object(text: &[u8], after: usize) -> usize {
    // The bad character may itself start such a line, but never the first one, so that the reader advances.
    line_with_start(text, after.saturating_sub(1), b"{").unwrap_or(text.len())
}

fn size(at: usize) -> TextSize {
    TextSize::new(u32::try_from(at).unwrap_or(u32::MAX))
}
