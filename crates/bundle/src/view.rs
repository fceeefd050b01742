//! A value as one of the decoders sees it: keys matched, scalars coerced or not.

use olmkit_collections::order;
use std::borrow::Cow;

use olmkit_diagnostics::{FileId, Place};
use olmkit_yaml::{Format, NodeRef, TextRange, TextSize, Value};

use crate::go::{Mode, misfit, number_text};

/// A node, the file it is in, and how its keys are matched. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View<'d> {
    pub(crate) node: NodeRef<'d>,
    pub(crate) file: FileId,
    /// Where the document starts in its file.
    pub(crate) base: TextSize,
    pub(crate) mode: Mode,
}

/// The root of a document as the registry decodes it into a struct; nothing when it does not fit. JSON that does not fit
/// is decoded again as YAML, whose scalars become strings.
pub(crate) fn decode<'d>(root: View<'d>, shape: &'static str) -> Option<View<'d>> {
    let fits = |mode: Mode| misfit(root.node, shape, mode).is_none().then_some(root.with(mode));
    let as_json = (root.node.format() == Format::Json).then(|| fits(Mode::Json)).flatten();
    as_json.or_else(|| fits(Mode::Coerce))
}

impl<'d> View<'d> {
    /// A value of JSON text that is not a file of its own. Its places mean nothing.
    pub(crate) fn detached(node: NodeRef<'d>) -> Self {
        View { node, file: FileId(0), base: TextSize::default(), mode: Mode::Json }
    }

    /// The same value as another decoder sees it.
    pub(crate) fn with(self, mode: Mode) -> Self {
        View { mode, ..self }
    }

    fn at(self, node: NodeRef<'d>) -> Self {
        View { node, ..self }
    }

    /// The value of a field; nothing when it is absent or null.
    pub(crate) fn get(self, field: &str) -> Option<View<'d>> {
        self.member(field).filter(|view| !view.is_null())
    }

    /// The value of a field, which may be null; nothing when it is absent.
    pub(crate) fn member(self, field: &str) -> Option<View<'d>> {
        let matching = self.node.members().filter(|member| self.mode.names(&member.key, field));
        // Of keys that fold to the same field the last one counts; in JSON made from YAML keys are sorted.
        let sorted = self.node.format() == Format::Yaml;
        let found = matching.reduce(|old, new| if sorted && old.key > new.key { old } else { new })?;
        Some(self.at(found.value))
    }

    /// A field of a field of a field.
    pub(crate) fn path(self, fields: &[&str]) -> Option<View<'d>> {
        fields.iter().try_fold(self, |view, field| view.get(field))
    }

    pub(crate) fn is_null(self) -> bool {
        self.node.value() == Value::Null
    }

    /// The items of a list; none for anything else.
    pub(crate) fn items(self) -> Vec<View<'d>> {
        self.node.items().map(|node| self.at(node)).collect()
    }

    /// The items of a list field.
    pub(crate) fn list(self, field: &str) -> Vec<View<'d>> {
        self.get(field).map(View::items).unwrap_or_default()
    }

    /// Keys and values of a map, in the order of the keys, the last of equal keys.
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

    /// The text of a string, or of a scalar that becomes one.
    pub(crate) fn text(self) -> Option<Cow<'d, str>> {
        match self.node.value() {
            Value::String(text) => Some(text),
            Value::Bool(value) if self.mode == Mode::Coerce => Some(if value { "true" } else { "false" }.into()),
            Value::Number(value) if self.mode == Mode::Coerce => {
                Some(number_text(value, &self.node.scalar_text()).into())
            }
            _ => None,
        }
    }

    /// The text of the value; empty when it has none.
    pub(crate) fn string_of(self) -> String {
        self.text().unwrap_or_default().into_owned()
    }

    /// The text of a field; empty when it is absent.
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

    /// Where the value is.
    pub(crate) fn place(self) -> Place {
        self.place_of(self.node.range())
    }

    /// A range of the document as a place in the file.
    pub(crate) fn place_of(self, range: TextRange) -> Place {
        let moved = |at: TextSize| at.checked_add(self.base).unwrap_or(at);
        Place { file: self.file, range: TextRange::new(moved(range.start()), moved(range.end())) }
    }

    /// The position of a field, or of the value itself if it has no such field.
    pub(crate) fn place_at(self, field: &str) -> Place {
        self.get(field).unwrap_or(self).place()
    }

    /// The position of the key of a field.
    pub(crate) fn key_place(self, field: &str) -> Place {
        let found = self.node.members().find(|member| self.mode.names(&member.key, field));
        found.map_or_else(|| self.start(), |member| self.place_of(member.key_node.range()))
    }

    /// The first key of a map, or the value: enough to point at.
    pub(crate) fn start(self) -> Place {
        let first = self.node.resolved().pairs().next().map(|(key, _)| key.range());
        self.place_of(first.unwrap_or_else(|| self.node.range()))
    }
}
