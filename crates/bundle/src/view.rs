//! A value as seen by one of upstream's decoders, which differ in how they match keys and coerce scalars.

use olmkit_collections::order;
use std::borrow::Cow;

use olmkit_diagnostics::{FileId, Place};
use olmkit_yaml::{Format, NodeRef, TextRange, TextSize, Value};

use crate::go::{Mode, mismatch, number_text};

/// A node, its file, and how its keys are matched. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View<'d> {
    pub(crate) node: NodeRef<'d>,
    pub(crate) file: FileId,
    /// Offset of the document in the file.
    pub(crate) base: TextSize,
    pub(crate) mode: Mode,
}

/// The root of a document as the registry decodes it into a struct. `None` if it does not fit. JSON that does not fit
/// is decoded again as YAML, which turns scalars into strings.
pub(crate) fn decode<'d>(root: View<'d>, shape: &'static str) -> Option<View<'d>> {
    let fits = |mode: Mode| mismatch(root.node, shape, mode).is_none().then_some(root.with(mode));
    let as_json = (root.node.format() == Format::Json).then(|| fits(Mode::Json)).flatten();
    as_json.or_else(|| fits(Mode::Coerce))
}

impl<'d> View<'d> {
    /// A value in JSON text that is not a file of its own. Its places are meaningless.
    pub(crate) fn detached(node: NodeRef<'d>) -> Self {
        View { node, file: FileId::FIRST, base: TextSize::default(), mode: Mode::Json }
    }

    /// The same value for another decoder.
    pub(crate) fn with(self, mode: Mode) -> Self {
        View { mode, ..self }
    }

    fn at(self, node: NodeRef<'d>) -> Self {
        View { node, ..self }
    }

    /// The value of a field. `None` if it is absent or null.
    pub(crate) fn get(self, field: &str) -> Option<View<'d>> {
        self.member(field).filter(|view| !view.is_null())
    }

    /// The value of a field, which can be null. `None` if it is absent.
    pub(crate) fn member(self, field: &str) -> Option<View<'d>> {
        let matching = self.node.members().filter(|member| self.mode.names(&member.key, field));
        // Of keys that fold to the same field, the last one counts. JSON converted from YAML has sorted keys.
        let sorted = self.node.format() == Format::Yaml;
        let found = matching.reduce(|old, new| if sorted && old.key > new.key { old } else { new })?;
        Some(self.at(found.value))
    }

    /// The value at a path of nested fields.
    pub(crate) fn path(self, fields: &[&str]) -> Option<View<'d>> {
        fields.iter().try_fold(self, |view, field| view.get(field))
    }

    pub(crate) fn is_null(self) -> bool {
        self.node.value() == Value::Null
    }

    /// The items of a list. Empty for other values.
    pub(crate) fn items(self) -> Vec<View<'d>> {
        self.node.items().map(|node| self.at(node)).collect()
    }

    /// The items of a list of Kubernetes objects, otherwise the object itself.
    pub(crate) fn objects(self) -> Vec<View<'d>> {
        let items = self.get("items").filter(|items| items.node.value() == Value::Sequence);
        match items.filter(|_| self.string("kind").ends_with("List")) {
            Some(items) => items.items(),
            None => vec![self],
        }
    }

    /// The items of a list field.
    pub(crate) fn list(self, field: &str) -> Vec<View<'d>> {
        self.get(field).map(View::items).unwrap_or_default()
    }

    /// Keys and values of a mapping, sorted by key. Of equal keys, the last one counts.
    pub(crate) fn entries(self) -> Vec<(String, View<'d>, Place)> {
        let mut found: Vec<_> = self
            .node
            .members()
            .map(|member| (member.key.into_owned(), self.at(member.value), self.place_of(member.key_node.range())))
            .collect();
        order::sort_by(&mut found, |a, b| a.0.cmp(&b.0));
        found.reverse();
        found.dedup_by(|later, kept| later.0 == kept.0);
        found.reverse();
        found
    }

    /// The text of a string, or of a scalar that is coerced to one.
    pub(crate) fn text(self) -> Option<Cow<'d, str>> {
        match self.node.value() {
            Value::String(text) => Some(text),
            Value::Bool(value) if self.mode == Mode::Coerce => Some(if value { "true" } else { "false" }.into()),
            Value::Number(_) if self.mode == Mode::Coerce => Some(number_text(self.node).into()),
            _ => None,
        }
    }

    /// A string as it is written in quotes in the file of this value.
    pub(crate) fn quoted(self, text: &str) -> String {
        match self.node.format() {
            Format::Yaml => format!("'{}'", text.replace('\'', "''")),
            Format::Json => olmkit_gostd::go_quote(text),
        }
    }

    /// The text of the value. Empty if it has none.
    pub(crate) fn string_of(self) -> String {
        self.text().unwrap_or_default().into_owned()
    }

    /// The text of a field. Empty if it is absent.
    pub(crate) fn string(self, field: &str) -> Cow<'d, str> {
        self.get(field).and_then(View::text).unwrap_or_default()
    }

    /// The texts of a list of strings.
    pub(crate) fn strings(self, field: &str) -> Vec<Cow<'d, str>> {
        self.list(field).into_iter().map(|item| item.text().unwrap_or_default()).collect()
    }

    /// The value of a boolean field.
    pub(crate) fn flag(self, field: &str) -> Option<bool> {
        match self.get(field)?.node.value() {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The place of the value.
    pub(crate) fn place(self) -> Place {
        self.place_of(self.node.range())
    }

    /// Converts a range in the document to a place in the file.
    pub(crate) fn place_of(self, range: TextRange) -> Place {
        let moved = |at: TextSize| at.checked_add(self.base).unwrap_or(at);
        Place { file: self.file, range: TextRange::new(moved(range.start()), moved(range.end())) }
    }

    /// The place of a field, or of the value itself if it has no such field.
    pub(crate) fn place_at(self, field: &str) -> Place {
        self.get(field).unwrap_or(self).place()
    }

    /// The place of the key of a field.
    pub(crate) fn key_place(self, field: &str) -> Place {
        let found = self.node.members().find(|member| self.mode.names(&member.key, field));
        found.map_or_else(|| self.start(), |member| self.place_of(member.key_node.range()))
    }

    /// The place of the first key of a mapping, otherwise of the value. Used for findings about the whole value.
    pub(crate) fn start(self) -> Place {
        let first = self.node.resolved().pairs().next().map(|(key, _)| key.range());
        self.place_of(first.unwrap_or_else(|| self.node.range()))
    }
}
