//! A file of YAML or JSON as a typed value. What is wrong has its place.

use olmkit_misfit::Notation;
use olmkit_yaml::{Document, Format, Kind, NodeRef, Reader, TextSize, to_json};
use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;

use crate::host::{Host, read_found};
use crate::mistake::Mistake;

/// How serde says that a mapping has a key that its type does not have.
const UNKNOWN: &str = "unknown field ";

/// A step to a value within another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step<'s> {
    Key(&'s str),
    Item(usize),
}

/// Reads the document of a file. `what` names it in messages: "a configuration". A file without a document has no members.
pub(crate) fn read<T: DeserializeOwned>(path: &str, text: &[u8], what: &str) -> Result<T, Mistake> {
    let mut documents = documents(text);
    let Some(document) = documents.next() else {
        return serde_json::from_str("{}")
            .map_err(|error| Mistake::of(path, olmkit_misfit::message(&error, Notation::Yaml)));
    };
    if let Some(error) = &document.error {
        return Err(mistake(path, text, &document, error.range.start(), &error.message));
    }
    if let Some(second) = documents.next() {
        let message = format!("a second document: {what} is a single one");
        return Err(mistake(path, text, &second, start(&second), &message));
    }
    let Some(root) = document.root() else { return Err(Mistake::of(path, format!("{what} must be a mapping"))) };
    if root.resolved().kind() != Kind::Mapping {
        let message = format!("{what} must be a mapping");
        return Err(mistake(path, text, &document, root.range().start(), &message));
    }
    let json = to_json(root);
    let mut from = serde_json::Deserializer::from_str(&json);
    serde_path_to_error::deserialize(&mut from).map_err(|error| {
        let message = olmkit_misfit::message(error.inner(), Notation::Yaml);
        let steps: Vec<Step<'_>> = error.path().iter().map_while(step).collect();
        let path_in_file = error.path().to_string();
        let named = match olmkit_misfit::part(&path_in_file, &message) {
            "" => String::new(),
            _ if steps.is_empty() => String::new(),
            part => format!("{part}: "),
        };
        let at = if message.starts_with(UNKNOWN) { key(root, &steps) } else { innermost(root, &steps) };
        mistake(path, text, &document, at.range().start(), &format!("{named}{message}"))
    })
}

/// The documents of a file that have something.
fn documents(text: &[u8]) -> impl Iterator<Item = Document<'_>> {
    let mut reader = Reader::new(text);
    std::iter::from_fn(move || reader.next_document()).filter(|document| {
        let is_empty = |root| document.format == Format::Yaml && to_json(root) == "null";
        document.error.is_some() || document.root().is_some_and(|root| !is_empty(root))
    })
}

/// Where the content of a document begins.
fn start(document: &Document<'_>) -> TextSize {
    match (&document.error, document.root()) {
        (Some(error), _) => error.range.start(),
        (None, root) => root.map_or_else(TextSize::default, |root| root.range().start()),
    }
}

/// The mistake at a value of a file, by the steps that lead to it.
pub(crate) fn at(path: &str, text: &[u8], steps: &[Step<'_>], message: &str) -> Mistake {
    let Some(document) = documents(text).next() else { return Mistake::of(path, message) };
    let Some(root) = document.root() else { return Mistake::of(path, message) };
    mistake(path, text, &document, innermost(root, steps).range().start(), message)
}

/// An error with its position: the first file that contains the wrong word.
pub(crate) fn placed(
    files: &[String],
    word: Option<&str>,
    error: impl std::fmt::Display,
    host: &mut dyn Host,
) -> Mistake {
    for (path, word) in files.iter().flat_map(|path| Some((path, word?))) {
        let Ok(text) = read_found(path, host) else { continue };
        let Some(document) = documents(&text).next() else { continue };
        let node = document.tree.nodes.iter().find(|node| {
            let source = document.text.get(node.start as usize..node.end as usize).unwrap_or_default();
            source.trim_ascii() == word.as_bytes()
                || source == format!("'{word}'").as_bytes()
                || source == format!("\"{word}\"").as_bytes()
        });
        if let Some(node) = node {
            let at = document.offset.checked_add(TextSize::new(node.start)).unwrap_or_default();
            return Mistake::at(path, &text, at, error);
        }
    }
    Mistake::of(files.first().map_or("", String::as_str), error)
}

fn mistake(path: &str, text: &[u8], document: &Document<'_>, at: TextSize, message: &str) -> Mistake {
    Mistake::at(path, text, document.offset.checked_add(at).unwrap_or_default(), message)
}

fn step(segment: &Segment) -> Option<Step<'_>> {
    match segment {
        Segment::Map { key } => Some(Step::Key(key)),
        Segment::Seq { index } => Some(Step::Item(*index)),
        Segment::Enum { .. } | Segment::Unknown => None,
    }
}

/// The key that the steps end with.
fn key<'d>(root: NodeRef<'d>, steps: &[Step<'_>]) -> NodeRef<'d> {
    let value = innermost(root, steps);
    let Some((Step::Key(name), above)) = steps.split_last() else { return value };
    let found = innermost(root, above).members().find(|member| member.key == *name);
    found.map_or(value, |member| member.key_node)
}

/// The innermost value that the steps lead to.
fn innermost<'d>(root: NodeRef<'d>, steps: &[Step<'_>]) -> NodeRef<'d> {
    let mut node = root;
    for step in steps {
        let next = match step {
            Step::Key(key) => node.get(key),
            Step::Item(index) => node.items().nth(*index),
        };
        match next {
            Some(next) => node = next,
            None => break,
        }
    }
    node
}
