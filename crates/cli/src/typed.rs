//! Decodes a YAML or JSON file as a typed value, with positions of errors.

use olmkit_collections::HashSet;
use olmkit_serde_messages::{Mismatch, Notation};
use olmkit_yaml::{Document, Format, Kind, NodeRef, Reader, TextSize, to_json};
use serde::de::DeserializeOwned;
use serde_path_to_error::Segment;

use crate::host::{Host, read_found};
use crate::mistake::Mistake;

/// A step from a value to a nested one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step<'s> {
    Key(&'s str),
    Item(usize),
}

/// Decodes the document of a file. `what`: the name of the file in messages, such as "a configuration". A file without
/// a document is decoded as an empty mapping.
pub(crate) fn read<T: DeserializeOwned>(path: &str, text: &[u8], what: &str) -> Result<T, Mistake> {
    let mut documents = documents(text);
    let Some(document) = documents.next() else {
        return serde_json::from_str("{}").map_err(|error| Mistake::of(path, Mismatch::of(&error, Notation::Yaml)));
    };
    if let Some(error) = &document.error {
        return Err(mistake(path, text, &document, error.range.start(), &error.message));
    }
    if let Some(second) = documents.next() {
        let message = format!("{what} must be a single document");
        return Err(mistake(path, text, &second, start(&second), &message));
    }
    let Some(root) = document.root() else { return Err(Mistake::of(path, format!("{what} must be a mapping"))) };
    if root.resolved().kind() != Kind::Mapping {
        let message = format!("{what} must be a mapping");
        return Err(mistake(path, text, &document, root.range().start(), &message));
    }
    if let Some(again) = repeated_key(root) {
        let message = format!("`{}` is given twice", again.scalar_text());
        return Err(mistake(path, text, &document, again.range().start(), &message));
    }
    let json = to_json(root);
    let mut from = serde_json::Deserializer::from_str(&json);
    serde_path_to_error::deserialize(&mut from).map_err(|error| {
        let mismatch = Mismatch::of(error.inner(), Notation::Yaml);
        let steps: Vec<Step<'_>> = error.path().iter().map_while(step).collect();
        let path_in_file = error.path().to_string();
        let named = match mismatch.part(&path_in_file) {
            "" => String::new(),
            _ if steps.is_empty() => String::new(),
            part => format!("{part}: "),
        };
        let at = match mismatch {
            Mismatch::UnknownField { .. } => key(root, &steps),
            Mismatch::Other(_) => innermost(root, &steps),
        };
        mistake(path, text, &document, at.range().start(), &format!("{named}{mismatch}"))
    })
}

/// The first key that occurs twice in a mapping. YAML would keep the last value.
fn repeated_key(root: NodeRef<'_>) -> Option<NodeRef<'_>> {
    root.subtree_with(|node| node.kind == Kind::Mapping).find_map(|mapping| {
        let mut seen = HashSet::default();
        mapping.pairs().map(|(key, _)| key).find(|key| !key.is_merge_key() && !seen.insert(key.scalar_text()))
    })
}

/// The documents of a file that are not empty.
fn documents(text: &[u8]) -> impl Iterator<Item = Document<'_>> {
    let mut reader = Reader::new(text);
    std::iter::from_fn(move || reader.next_document()).filter(|document| {
        let is_empty = |root| document.format == Format::Yaml && to_json(root) == "null";
        document.error.is_some() || document.root().is_some_and(|root| !is_empty(root))
    })
}

/// The start of the content of a document.
fn start(document: &Document<'_>) -> TextSize {
    match (&document.error, document.root()) {
        (Some(error), _) => error.range.start(),
        (None, root) => root.map_or_else(TextSize::default, |root| root.range().start()),
    }
}

/// An error at a nested value of a file.
pub(crate) fn at(path: &str, text: &[u8], steps: &[Step<'_>], message: &str) -> Mistake {
    let Some(document) = documents(text).next() else { return Mistake::of(path, message) };
    let Some(root) = document.root() else { return Mistake::of(path, message) };
    mistake(path, text, &document, innermost(root, steps).range().start(), message)
}

/// An error at the first scalar that equals `word` in the files, otherwise about the whole first file.
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

/// The key at the end of the steps.
fn key<'d>(root: NodeRef<'d>, steps: &[Step<'_>]) -> NodeRef<'d> {
    let value = innermost(root, steps);
    let Some((Step::Key(name), above)) = steps.split_last() else { return value };
    let found = innermost(root, above).members().find(|member| member.key == *name);
    found.map_or(value, |member| member.key_node)
}

/// The innermost existing value on the path of the steps.
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
