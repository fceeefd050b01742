//! What changed between two workspaces.

use olmkit_catalog::diff::{CSV_CARRIERS, Change, Side};
use olmkit_collections::order;
use olmkit_yaml::{Format, Kind, NodeRef, read_document, to_json};

use crate::api::{CatalogChange, DiffReport, VERSION};
use crate::convert::Converter;

/// The fields of a document with this text as canonical JSON, sorted by name.
pub(crate) fn content(text: &[u8], format: Format) -> Vec<(String, String)> {
    let document = read_document(text, format);
    let Some(root) = document.root() else { return Vec::new() };
    let mut fields = Vec::new();
    for member in root.members() {
        match (&*member.key, member.value.kind()) {
            ("properties", Kind::Sequence) => properties(member.value, &mut fields),
            ("relatedImages", Kind::Sequence) => {
                fields.push((member.key.into_owned(), sorted(member.value.children())));
            }
            _ => fields.push((member.key.into_owned(), to_json(member.value))),
        }
    }
    order::sort(&mut fields);
    fields
}

/// The order of properties says nothing. The two ways to carry the CSV are fields of their own, because moving from one
/// to the other changes no bundle.
fn properties(list: NodeRef<'_>, fields: &mut Vec<(String, String)>) {
    let field = |item: &NodeRef<'_>| {
        let kind = item.resolved().get("type").and_then(|kind| kind.as_str());
        CSV_CARRIERS.into_iter().find(|name| kind.as_deref() == Some(name)).unwrap_or("properties")
    };
    for name in CSV_CARRIERS.into_iter().chain(["properties"]) {
        let text = sorted(list.children().filter(|item| field(item) == name));
        if !text.is_empty() {
            fields.push((name.to_owned(), text));
        }
    }
}

fn sorted<'d>(items: impl Iterator<Item = NodeRef<'d>>) -> String {
    let mut items: Vec<String> = items.map(|item| to_json(item.resolved())).collect();
    order::sort(&mut items);
    items.join("\n")
}

/// Compares, with places in the new catalog.
pub(crate) fn report(old: Side<'_, '_>, new: Side<'_, '_>, converter: &mut Converter<'_>) -> DiffReport {
    let changes = olmkit_catalog::diff::diff(old, new);
    let changes = changes.into_iter().filter_map(|change| convert(change, converter)).collect();
    DiffReport { version: VERSION, changes }
}

fn convert(change: Change, converter: &mut Converter<'_>) -> Option<CatalogChange> {
    Some(CatalogChange {
        kind: change.kind.name().into(),
        severity: change.kind.severity().of_finding()?,
        package: change.package,
        channel: change.channel,
        entry: change.entry,
        semantics: change.semantics,
        message: change.message,
        path: change.place.map(|place| converter.path(place.file)),
        range: change.place.map(|place| converter.range(place)),
    })
}
