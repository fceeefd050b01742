//! What changed between two workspaces.

use std::collections::BTreeMap;

use olmkit_catalog::Doc;
use olmkit_catalog::diff::{CSV_CARRIERS, Change, Side};
use olmkit_diagnostics::FileId;
use olmkit_syntax::{Kind, NodeRef, read_document, to_json};

use crate::api::{CatalogChange, DiffReport, VERSION};
use crate::convert::Converter;
use crate::options::shown;

/// The fields of a document as canonical JSON.
pub(crate) fn content<'t>(text_of: &dyn Fn(FileId) -> &'t [u8], doc: &Doc<'_>) -> BTreeMap<String, String> {
    let range = usize::from(doc.range.start())..usize::from(doc.range.end());
    let Some(text) = text_of(doc.file).get(range) else { return BTreeMap::new() };
    let document = read_document(text, doc.format);
    let Some(root) = document.root() else { return BTreeMap::new() };
    let mut fields = BTreeMap::new();
    for member in root.members() {
        match (&*member.key, member.value.kind()) {
            ("properties", Kind::Sequence) => properties(member.value, &mut fields),
            ("relatedImages", Kind::Sequence) => {
                let mut images: Vec<String> = member.value.children().map(|image| to_json(image.resolved())).collect();
                images.sort();
                fields.insert(member.key.into_owned(), images.join("\n"));
            }
            _ => {
                fields.insert(member.key.into_owned(), to_json(member.value));
            }
        }
    }
    fields
}

/// The order of properties says nothing. The two ways to carry the CSV are fields of their own, because moving from one
/// to the other changes no bundle.
fn properties(list: NodeRef<'_>, fields: &mut BTreeMap<String, String>) {
    let mut by_field: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for item in list.children().map(NodeRef::resolved) {
        let kind = item.get("type").and_then(|kind| kind.as_str());
        let field = CSV_CARRIERS.into_iter().find(|name| kind.as_deref() == Some(name)).unwrap_or("properties");
        by_field.entry(field).or_default().push(to_json(item));
    }
    for (field, mut items) in by_field {
        items.sort();
        fields.insert(field.to_owned(), items.join("\n"));
    }
}

/// Compares, with places in the new catalog.
pub(crate) fn report(old: Side<'_, '_>, new: Side<'_, '_>, converter: &mut Converter<'_>) -> DiffReport {
    let changes = olmkit_catalog::diff::diff(old, new);
    let changes = changes.into_iter().filter_map(|change| convert(change, converter)).collect();
    DiffReport { version: VERSION, changes }
}

fn convert(change: Change, converter: &mut Converter<'_>) -> Option<CatalogChange> {
    Some(CatalogChange {
        kind: change.kind.name(),
        severity: shown(change.kind.severity())?,
        package: change.package,
        channel: change.channel,
        entry: change.entry,
        semantics: change.semantics.map(Into::into),
        message: change.message,
        path: change.place.map(|place| converter.path(place.file)),
        range: change.place.map(|place| converter.range(place)),
    })
}
