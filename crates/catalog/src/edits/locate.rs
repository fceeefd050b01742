//! Locates the targets of an intention in the text.

use olmkit_collections::order;
use olmkit_diagnostics::{FileId, Place, TextEdit, TextRange, TextSize};
use olmkit_text::{MAX_NAMES, slice, suggestion};
use olmkit_yaml::{Document, NodeRef, read_document};
use olmkit_yaml_edit::{
    Edit, NewValue, Refusal, fill_key, insert_key, not_alias, remove_key, replace_scalar, written_field,
};

use super::{EditPlan, Note, Planned, Refused, refuse};
use crate::facts::{ChannelFacts, Facts};
use crate::model::{Catalog, Doc, Of, Package};
use olmkit_gostd::fold;

/// Refuses a name that does not exist. `what` is the start of the message. Suggests a similar name, otherwise lists the
/// first known names.
pub(super) fn unknown<T>(what: &str, name: &str, known: &mut dyn Iterator<Item = &str>) -> Planned<T> {
    let hint = suggestion(name, &order::unique(known.filter(|name| !name.is_empty())), MAX_NAMES);
    refuse(format!("{what} `{name}`{hint}"))
}

/// Returns a channel of a package.
pub(super) fn channel_of<'p, 'f>(package: &'p Package<'f>, name: &str) -> Planned<&'p Of<'f, ChannelFacts>> {
    match package.channels.get(name) {
        Some(channel) => Ok(channel),
        None => {
            unknown(&format!("package `{}` has no channel", package.name), name, &mut package.channels.keys().copied())
        }
    }
}

/// Refuses an entry that a channel does not have.
pub(super) fn no_entry<T>(channel: &str, entry: &str, known: &mut dyn Iterator<Item = &str>) -> Planned<T> {
    unknown(&format!("channel `{channel}` has no entry"), entry, known)
}

/// Refuses a bundle that a package does not have.
pub(super) fn no_bundle<T>(package: &Package<'_>, name: &str) -> Planned<T> {
    let known = &mut package.bundles.keys().copied();
    unknown(&format!("package `{}` has no bundle", package.name), name, known)
}

/// The catalog and its texts.
pub(super) struct Source<'s, 'f, 't> {
    pub(super) catalog: &'s Catalog<'f>,
    pub(super) text_of: &'s dyn Fn(FileId) -> &'t [u8],
}

/// A document that was parsed again for editing.
pub(super) struct Opened<'t> {
    pub(super) file: FileId,
    pub(super) offset: TextSize,
    pub(super) document: Document<'t>,
}

impl<'f, 't> Source<'_, 'f, 't> {
    pub(super) fn package(&self, name: &str) -> Planned<&Package<'f>> {
        match self.catalog.packages.get(name) {
            Some(package) => Ok(package),
            None => unknown("the catalog has no package", name, &mut self.catalog.packages.keys().copied()),
        }
    }

    /// Returns a channel that is defined once.
    pub(super) fn channel(&self, package: &str, name: &str) -> Planned<&Of<'f, ChannelFacts>> {
        let found = channel_of(self.package(package)?, name)?;
        self.is_only(&found.doc)?;
        Ok(found)
    }

    /// Returns the document of a package that is defined once.
    pub(super) fn declaration(&self, package: &str) -> Planned<&Doc<'f>> {
        let doc = &self.package(package)?.decl.doc;
        self.is_only(doc)?;
        Ok(doc)
    }

    /// Refuses to edit one of several definitions of a package, channel or bundle, since the others contradict it.
    pub(super) fn is_only(&self, doc: &Doc<'f>) -> Planned<()> {
        let id = |facts: &'f Facts| {
            let schema = facts.schema.as_ref().map(|schema| schema.value.as_str());
            (facts.own_name(), facts.package_name(), schema)
        };
        let mut others = self.catalog.docs.iter().filter(|other| other.order != doc.order);
        let Some(other) = others.find(|other| id(other.facts) == id(doc.facts)) else { return Ok(()) };
        let reason = format!("`{}` is defined more than once; remove the other document first", doc.facts.own_name());
        let place = Some(Place { file: other.file, range: other.range });
        Err(Box::new(Refused { reason, place, ..Refused::default() }))
    }

    /// Returns the bytes of a file.
    pub(super) fn text(&self, file: FileId) -> &'t [u8] {
        (self.text_of)(file)
    }

    pub(super) fn open(&self, doc: &Doc<'_>) -> Planned<Opened<'t>> {
        let Some(text) = slice(self.text(doc.file), doc.range) else {
            return refuse("the text has changed since the last check");
        };
        let document = read_document(text, doc.format);
        if let Some(error) = &document.error {
            let place = Some(doc.place(error.range));
            let reason = "the document has a syntax error; correct it first".to_owned();
            return Err(Box::new(Refused { reason, place, ..Refused::default() }));
        }
        Ok(Opened { file: doc.file, offset: doc.range.start(), document })
    }
}

impl Opened<'_> {
    pub(super) fn root(&self) -> Planned<NodeRef<'_>> {
        match self.document.root() {
            Some(root) => Ok(root),
            None => refuse("the document is empty"),
        }
    }

    pub(super) fn place(&self, range: TextRange) -> Place {
        Place { file: self.file, range: range.checked_add(self.offset).unwrap_or(range) }
    }

    pub(super) fn edit(&self, edit: Edit) -> TextEdit {
        TextEdit { place: self.place(edit.range), text: edit.text }
    }

    /// Creates a plan from edits of this document.
    #[inline(never)]
    pub(super) fn plan(&self, label: String, edits: Vec<Edit>, notes: Vec<Note>) -> EditPlan {
        EditPlan { label, edits: edits.into_iter().map(|edit| self.edit(edit)).collect(), notes }
    }

    /// Converts the place of a refusal to a place in the file.
    pub(super) fn made<T>(&self, made: Result<T, Box<Refusal>>) -> Planned<T> {
        made.map_err(|refusal| Box::new(self.refused(*refusal)))
    }

    #[inline(never)]
    fn refused(&self, Refusal { reason, range, anchored, copy }: Refusal) -> Refused {
        let anchored = anchored.map(|range| self.place(range));
        Refused { reason, place: Some(self.place(range)), anchored, copy: copy.map(|edit| self.edit(edit)) }
    }

    /// Sets, adds or removes a string field of a mapping.
    pub(super) fn set(&self, mapping: NodeRef<'_>, key: &str, to: Option<&str>, order: &[&str]) -> Planned<Vec<Edit>> {
        self.made(not_alias(mapping))?;
        let edit = match (self.field(mapping, key)?, to) {
            (Some((_, value)), Some(to)) => replace_scalar(value, to),
            (Some((key, _)), None) => remove_key(mapping, key).map(Some),
            (None, Some(to)) => insert_key(mapping, key, &NewValue::Text(to.to_owned()), order).map(Some),
            (None, None) => Ok(None),
        };
        Ok(self.made(edit)?.into_iter().collect())
    }

    /// Refuses an edit because of a node.
    pub(super) fn refuse<T>(&self, node: NodeRef<'_>, reason: &str) -> Planned<T> {
        let place = Some(self.place(node.range()));
        Err(Box::new(Refused { reason: reason.to_owned(), place, ..Refused::default() }))
    }

    /// Adds a list to a mapping that does not have it, or whose value for it is null.
    pub(super) fn add_list(&self, mapping: NodeRef<'_>, key: &str, list: &NewValue, order: &[&str]) -> Planned<Edit> {
        match self.field(mapping, key)? {
            None => self.made(insert_key(mapping, key, list, order)),
            Some((key, value)) if value.is_null() => self.made(fill_key(mapping, key, value, list)),
            Some((_, value)) => self.refuse(value, &format!("`{key}` is not a list; correct it first")),
        }
    }

    /// Returns key and value of a field. Keys are matched as opm does.
    pub(super) fn field<'d>(&self, mapping: NodeRef<'d>, name: &str) -> Planned<Option<(NodeRef<'d>, NodeRef<'d>)>> {
        self.made(written_field(mapping, name, &|key| fold::names_field(key, name)))
    }
}
