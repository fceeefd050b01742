//! Reads the files of a bundle.

use std::borrow::Cow;

use olmkit_collections::{SortedSet, order};

use olmkit_diagnostics::{FileId, Place};
use olmkit_yaml::{
    Chunk, Document, Format, NodeRef, Reader, SyntaxRule, TextRange, TextSize, Value, chunks, is_json, read_document,
};

use crate::go::Mode;
use crate::view::View;

/// What a file belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The previous version of the bundle. Its objects are compared with, not checked.
    Before,
    /// A cluster that the bundle is installed on.
    Cluster,
    /// The bundle itself.
    Bundle,
}

/// A file, or a directory if the path ends with `/`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Input<'s> {
    /// What the file belongs to.
    pub part: Part,
    /// Prefix of the path in reports. Empty, or ends with `/`.
    pub root: &'s str,
    /// Path below the root of its part, with `/` as separator.
    pub path: &'s str,
    /// Content. Empty for a directory.
    pub bytes: &'s [u8],
}

impl<'s> Input<'s> {
    /// Creates a file of the bundle.
    #[must_use]
    pub fn new(path: &'s str, bytes: &'s [u8]) -> Self {
        Input { part: Part::Bundle, root: "", path, bytes }
    }
}

/// Converts paths and contents to the input of the checks.
#[must_use]
pub fn inputs(files: &[(String, Vec<u8>)]) -> Vec<Input<'_>> {
    files.iter().map(|(path, bytes)| Input::new(path, bytes)).collect()
}

/// A file and its documents.
#[derive(Debug, Clone)]
pub struct File<'s> {
    /// Prefix of the path in reports.
    pub(crate) root: &'s str,
    /// Path below the root of its part.
    pub path: &'s str,
    /// Content.
    pub bytes: &'s [u8],
    /// Index of the file. Files are in the order of a directory walk.
    pub id: FileId,
    /// What the file belongs to.
    pub part: Part,
    pub(crate) documents: Vec<Document<'s>>,
}

/// The reason why the first document of a file is not a valid object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unreadable {
    pub(crate) place: Place,
    /// Upstream's error message.
    pub(crate) upstream: String,
    /// The message for the user, without a full stop.
    pub(crate) message: String,
    /// Whether the file contains no document.
    pub(crate) is_empty: bool,
}

impl Unreadable {
    fn empty(place: Place) -> Self {
        Unreadable { place, upstream: "EOF".to_owned(), message: "the file is empty".to_owned(), is_empty: true }
    }
}

/// The first document of a file, decoded as an untyped object.
#[derive(Debug, Clone)]
pub(crate) struct Object<'d> {
    pub(crate) view: View<'d>,
    pub(crate) path: &'d str,
    pub(crate) kind: String,
    pub(crate) api_version: String,
}

impl<'d> Object<'d> {
    pub(crate) fn group(&self) -> &str {
        self.api_version.split_once('/').map_or("", |(group, _)| group)
    }

    pub(crate) fn version(&self) -> &str {
        self.api_version.split_once('/').map_or(self.api_version.as_str(), |(_, version)| version)
    }

    /// The group, version and kind as Go prints them: `group/version, Kind=Kind`.
    pub(crate) fn gvk(&self) -> String {
        format!("{}/{}, Kind={}", self.group(), self.version(), self.kind)
    }

    /// `metadata.name` if it is a string, otherwise empty.
    pub(crate) fn name(&self) -> String {
        let name = self.view.path(&["metadata", "name"]).and_then(View::text);
        name.map(std::borrow::Cow::into_owned).unwrap_or_default()
    }

    /// The place of `metadata.name`, otherwise the start of the object.
    pub(crate) fn name_place(&self) -> Place {
        self.view.path(&["metadata", "name"]).map_or_else(|| self.view.start(), View::place)
    }
}

/// The number of bytes at the start of a file in which the tools look for JSON.
const JSON_WINDOW: usize = 30;

/// The number of bytes in which opm looks for JSON when it detects the media type of a bundle.
const MEDIA_TYPE_WINDOW: usize = 10;

fn starts_as_json(bytes: &[u8], window: usize) -> bool {
    is_json(bytes.get(..window).unwrap_or(bytes))
}

/// The documents of a file. A file is JSON if its first character after whitespace is `{`, within `window` bytes.
fn documents(bytes: &[u8], window: usize) -> Vec<Document<'_>> {
    if starts_as_json(bytes, window) || !is_json(bytes) {
        let mut reader = Reader::new(bytes);
        return std::iter::from_fn(|| reader.next_document()).collect();
    }
    let document = |chunk: Chunk| {
        let text = bytes.get(chunk.start..chunk.end).unwrap_or_default();
        Document { offset: TextSize::try_from(chunk.start).unwrap_or_default(), ..read_document(text, Format::Yaml) }
    };
    chunks(bytes).map(document).collect()
}

/// Reads the files. Returns the files in the order of a directory walk, and the directories.
pub(crate) fn read<'s>(inputs: &[Input<'s>]) -> (Vec<File<'s>>, SortedSet<String>) {
    let mut sorted: Vec<Input<'s>> = inputs.iter().copied().filter(|input| !input.path.is_empty()).collect();
    order::sort_by(&mut sorted, |a, b| {
        let place = |input: &Input<'s>| (input.part, input.root);
        place(a).cmp(&place(b)).then_with(|| a.path.split('/').cmp(b.path.split('/')))
    });
    sorted.dedup_by(|later, kept| (later.part, later.root, later.path) == (kept.part, kept.root, kept.path));
    let mut directories = SortedSet::new();
    let mut files = Vec::new();
    for input in sorted {
        let Input { part, root, path, bytes } = input;
        let mut from = 0;
        for (at, _) in path.match_indices('/') {
            if part == Part::Bundle {
                directories.insert(path.get(..at).unwrap_or_default().to_owned());
            }
            from = at.saturating_add(1);
        }
        if from == path.len() {
            continue;
        }
        let id = FileId::new(files.len());
        let documents = documents(bytes, JSON_WINDOW);
        files.push(File { root, path, bytes, id, part, documents });
    }
    (files, directories)
}

impl<'s> File<'s> {
    /// The file as opm reads it to detect the media type.
    pub(crate) fn for_media_type(&self) -> Cow<'_, File<'s>> {
        if starts_as_json(self.bytes, JSON_WINDOW) == starts_as_json(self.bytes, MEDIA_TYPE_WINDOW) {
            return Cow::Borrowed(self);
        }
        Cow::Owned(File { documents: documents(self.bytes, MEDIA_TYPE_WINDOW), ..*self })
    }

    /// The path as shown in reports.
    #[must_use]
    pub fn shown(&self) -> String {
        format!("{}{}", self.root, self.path)
    }

    /// The file name without its directory.
    pub(crate) fn name(&self) -> &'s str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// The directory. Empty for the root.
    pub(crate) fn directory(&self) -> &'s str {
        self.path.rsplit_once('/').map_or("", |(directory, _)| directory)
    }

    /// The first line, for findings about the whole file.
    pub(crate) fn start(&self) -> Place {
        let line = self.bytes.iter().position(|&b| b == b'\n').unwrap_or(self.bytes.len());
        let end = TextSize::try_from(line).unwrap_or_default();
        Place { file: self.id, range: TextRange::new(TextSize::new(0), end) }
    }

    fn place(&self, document: &Document<'_>, range: TextRange) -> Place {
        let moved = |at: TextSize| at.checked_add(document.offset).unwrap_or(at);
        Place { file: self.id, range: TextRange::new(moved(range.start()), moved(range.end())) }
    }

    /// The root of the first document. Most tools read only this one.
    pub(crate) fn first(&self) -> Result<View<'_>, Unreadable> {
        let Some(document) = self.documents.first() else { return Err(Unreadable::empty(self.start())) };
        let broken = |document: &Document<'_>| {
            document.error.as_ref().map(|error| Unreadable {
                place: self.place(document, error.range),
                upstream: error.upstream.clone(),
                message: error.message.clone(),
                is_empty: false,
            })
        };
        if let Some(unreadable) = broken(document).or_else(|| self.bad_separator().and_then(broken)) {
            return Err(unreadable);
        }
        document.root().map(|node| self.view(document, node)).ok_or_else(|| Unreadable::empty(self.start()))
    }

    /// Why the whole file cannot be read as YAML, if it is JSON. opm reads some objects in this way.
    pub(crate) fn yaml_error(&self) -> Option<Unreadable> {
        self.documents.first().filter(|document| document.format == Format::Json)?;
        let whole = read_document(self.bytes, Format::Yaml);
        let error = whole.error.as_ref()?;
        let place = self.place(&whole, error.range);
        let (upstream, message) = (error.upstream.clone(), format!("opm reads it as YAML: {}", error.message));
        Some(Unreadable { place, upstream, message, is_empty: false })
    }

    /// The root of the first document in the sense of a YAML parser, for which comments before the first `---` do not
    /// form a document.
    pub(crate) fn first_yaml(&self) -> Result<View<'_>, Unreadable> {
        let comment = |line: &[u8]| {
            let line = line.trim_ascii();
            line.is_empty() || line.starts_with(b"#")
        };
        let mut lines = self.bytes.split(|&byte| byte == b'\n');
        let opens = lines.find(|line| !comment(line)).is_some_and(|line| line.starts_with(b"---"));
        let second = self.documents.get(1).filter(|second| opens && second.error.is_none());
        match second.and_then(|second| Some(self.view(second, second.root()?))) {
            Some(view) if !self.bytes.starts_with(b"---") => Ok(view),
            _ => self.first(),
        }
    }

    /// The roots of all documents without syntax errors.
    pub(crate) fn roots(&self) -> Vec<View<'_>> {
        let good = self.documents.iter().filter(|document| document.error.is_none());
        good.filter_map(|document| Some(self.view(document, document.root()?))).collect()
    }

    /// A separator followed by text. It ends the first document, and upstream rejects both together.
    fn bad_separator(&self) -> Option<&Document<'s>> {
        let (first, second) = (self.documents.first()?, self.documents.get(1)?);
        let end = usize::from(first.offset).saturating_add(first.text.len());
        let bad = second.error.as_ref().is_some_and(|error| error.rule == SyntaxRule::YamlSeparatorText);
        (bad && end == usize::from(second.offset)).then_some(second)
    }

    fn view<'d>(&self, document: &Document<'s>, node: NodeRef<'d>) -> View<'d> {
        View { node, file: self.id, base: document.offset, mode: Mode::Coerce }
    }

    /// The first document decoded as `unstructured.Unstructured`: an object with a kind, or null.
    pub(crate) fn object(&self) -> Result<Object<'_>, Unreadable> {
        let view = self.first()?.with(Mode::Converter);
        let fail = |upstream: String, message: &str| {
            Err(Unreadable { place: view.start(), upstream, message: message.to_owned(), is_empty: false })
        };
        let text = |field: &str| match view.get(field).map(|value| value.node.value()) {
            Some(Value::String(text)) => text.into_owned(),
            _ => String::new(),
        };
        match view.node.value() {
            Value::Null => {}
            Value::Mapping => {
                let (kind, version) = (text("kind"), text("apiVersion"));
                if kind.is_empty() || version.matches('/').count() > 1 {
                    let json = olmkit_yaml::to_json(view.node);
                    let upstream =
                        format!("error unmarshaling JSON: while decoding JSON: Object 'Kind' is missing in '{json}'");
                    return fail(upstream, "the object has no `kind`");
                }
            }
            other => {
                let found = match other {
                    Value::String(_) => "string",
                    Value::Number(_) => "number",
                    Value::Bool(_) => "bool",
                    _ => "array",
                };
                let upstream = format!(
                    "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {found} into Go value of type map[string]interface {{}}"
                );
                return fail(upstream, "the document is not an object");
            }
        }
        Ok(Object { view, path: self.path, kind: text("kind"), api_version: text("apiVersion") })
    }
}
