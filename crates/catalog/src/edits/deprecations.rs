//! Edits of deprecations.

use crate::schemas;
use olmkit_diagnostics::TextEdit;
use olmkit_yaml::NodeRef;
use olmkit_yaml::decode::Object;
use olmkit_yaml_edit::{Items, NewItem, NewValue, insert_item, new_document};

use super::documents::{append_document, remove_documents_at, runs};
use super::locate::{Source, channel_of, no_bundle};
use super::{EditPlan, Note, Planned, refuse};
use crate::document_fields::{DEPRECATION_KEYS, DEPRECATIONS_KEYS};
use crate::model::{Doc, Package};

/// Whether an entry is about a reference.
fn is_about(entry: NodeRef<'_>, schema: &str, name: Option<&str>) -> bool {
    let text = |mapping: NodeRef<'_>, key: &str| {
        Object::new(mapping).last(key).and_then(|value| value.as_str().map(|text| text.into_owned()))
    };
    let Some(reference) = Object::new(entry).last("reference") else { return false };
    let own = text(reference, "name").filter(|own| !own.is_empty());
    text(reference, "schema").as_deref() == Some(schema) && own.as_deref() == name.filter(|name| !name.is_empty())
}

/// The result of removing a deprecation from the documents of a package.
#[derive(Default)]
pub(super) struct Removal<'f> {
    /// The edits of documents that have other entries.
    pub(super) edits: Vec<TextEdit>,
    /// The documents without other entries. They are removed completely.
    pub(super) documents: Vec<Doc<'f>>,
}

impl Removal<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.edits.is_empty() && self.documents.is_empty()
    }

    /// Returns a note for the user, if a document is removed.
    pub(super) fn note(&self) -> Option<String> {
        (!self.documents.is_empty())
            .then(|| "removes the `olm.deprecations` document, which has no other entry".to_owned())
    }
}

/// Removes the entries for a reference.
pub(super) fn remove<'f>(
    source: &Source<'_, 'f, '_>,
    package: &Package<'f>,
    schema: &str,
    name: Option<&str>,
) -> Planned<Removal<'f>> {
    let mut removal = Removal::default();
    for of in &package.deprecations {
        let opened = source.open(&of.doc)?;
        let Some((key, entries)) = opened.field(opened.root()?, "entries")? else { continue };
        let gone: Vec<bool> = entries.resolved().children().map(|entry| is_about(entry, schema, name)).collect();
        if !gone.contains(&true) {
            continue;
        }
        if !gone.contains(&false) {
            removal.documents.push(of.doc);
            continue;
        }
        let items = opened.made(Items::new(key, entries))?;
        for (from, to) in runs(&gone) {
            removal.edits.push(opened.edit(opened.made(items.remove(from, to))?));
        }
    }
    Ok(removal)
}

pub(super) fn undeprecate(
    source: &Source<'_, '_, '_>,
    package: &str,
    schema: &str,
    name: Option<&str>,
) -> Planned<EditPlan> {
    let removal = remove(source, source.package(package)?, schema, name)?;
    if removal.is_empty() {
        let of = name.filter(|name| !name.is_empty()).map_or_else(String::new, |name| format!(" of `{name}`"));
        return refuse(format!("package `{package}` has no deprecation with schema `{schema}`{of}"));
    }
    let notes = removal.note().into_iter().map(Note::from).collect();
    let mut edits = removal.edits;
    edits.extend(remove_documents_at(source, &removal.documents));
    Ok(EditPlan { label: format!("Remove the deprecation of {}", name.unwrap_or(package)), edits, notes })
}

pub(super) fn deprecate(
    source: &Source<'_, '_, '_>,
    package: &str,
    schema: &str,
    name: Option<&str>,
    message: &str,
) -> Planned<EditPlan> {
    let owner = source.package(package)?;
    let name = name.filter(|name| !name.is_empty());
    check(owner, schema, name, message)?;
    let label = format!("Deprecate {}", name.unwrap_or(package));
    let Some(of) = owner.deprecations.first() else {
        let edit = new_deprecations(source, owner, schema, name, message)?;
        return Ok(EditPlan { label, edits: vec![edit], notes: vec!["adds an `olm.deprecations` document".into()] });
    };
    let opened = source.open(&of.doc)?;
    let root = opened.root()?;
    let list = opened.field(root, "entries")?.filter(|(_, entries)| !entries.is_null());
    let mut entries = list.into_iter().flat_map(|(_, entries)| entries.resolved().children());
    let edits = match (entries.find(|entry| is_about(*entry, schema, name)), list) {
        (Some(entry), _) => opened.set(entry, "message", Some(message), DEPRECATION_KEYS)?,
        (None, Some((key, entries))) => {
            let (at, item) = (entries.resolved().children().count(), NewItem::Mapping(item(schema, name, message)));
            vec![opened.made(insert_item(key, entries, at, &item))?]
        }
        (None, None) => {
            let entries = NewValue::Mappings(vec![item(schema, name, message)]);
            vec![opened.add_list(root, "entries", &entries, DEPRECATIONS_KEYS)?]
        }
    };
    Ok(opened.plan(label, edits, Vec::new()))
}

fn check(package: &Package<'_>, schema: &str, name: Option<&str>, message: &str) -> Planned<()> {
    match (schema, name) {
        (schemas::PACKAGE, None) => {}
        (schemas::CHANNEL, Some(name)) => {
            channel_of(package, name)?;
        }
        (schemas::BUNDLE, Some(name)) if package.bundles.contains_key(name) => {}
        (schemas::BUNDLE, Some(name)) => return no_bundle(package, name),
        _ => {
            return refuse(
                "only a package (olm.package without a name), a channel (olm.channel) or a bundle (olm.bundle) can be \
                 deprecated",
            );
        }
    }
    if message.trim().is_empty() {
        return refuse("a deprecation needs a message");
    }
    Ok(())
}

fn item(schema: &str, name: Option<&str>, message: &str) -> Vec<(String, NewValue)> {
    let text = |key: &str, text: &str| (key.to_owned(), NewValue::Text(text.to_owned()));
    let mut reference = vec![text("schema", schema)];
    reference.extend(name.map(|name| text("name", name)));
    vec![
        ("reference".to_owned(), NewValue::Mapping(reference)),
        ("message".to_owned(), NewValue::Text(message.to_owned())),
    ]
}

fn new_deprecations(
    source: &Source<'_, '_, '_>,
    package: &Package<'_>,
    schema: &str,
    name: Option<&str>,
    message: &str,
) -> Planned<TextEdit> {
    let of_package = source.catalog.docs.iter().filter(|doc| {
        doc.file == package.decl.doc.file
            && (doc.facts.package_name() == package.name || doc.order == package.decl.doc.order)
    });
    let last = of_package.max_by_key(|doc| doc.order).copied().unwrap_or(package.decl.doc);
    let opened = source.open(&last)?;
    let near = opened.root()?;
    let text = |text: &str| NewValue::Text(text.to_owned());
    let keys = vec![
        ("schema".to_owned(), text(schemas::DEPRECATIONS)),
        ("package".to_owned(), text(package.name)),
        ("entries".to_owned(), NewValue::Mappings(vec![item(schema, name, message)])),
    ];
    let text = new_document(near, &keys);
    Ok(append_document(source, &last, opened.document.format, &text))
}
