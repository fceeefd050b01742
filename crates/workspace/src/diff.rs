//! Compares two workspaces.

use olmkit_catalog::diff::{Change, ChangeKind, Side};
use olmkit_catalog::schemas::CSV_PROPERTIES;
use olmkit_catalog::{Catalog, Doc};
use olmkit_collections::order;
use olmkit_gostd::fold::names_field;
use olmkit_yaml::{Format, Kind, NodeRef, read_document, to_json};

use crate::api::CatalogChange;
use crate::convert::Converter;
use crate::visit::text;
use crate::workspace::Workspace;

/// Returns the fields of a document as canonical JSON, sorted by name.
pub(crate) fn content(text: &[u8], format: Format) -> Vec<(String, String)> {
    let document = read_document(text, format);
    let Some(root) = document.root() else { return Vec::new() };
    let mut fields = Vec::new();
    for member in root.members() {
        let is_list = |name| member.value.kind() == Kind::Sequence && names_field(&member.key, name);
        if is_list("properties") {
            properties(member.value, &mut fields);
        } else if is_list("relatedImages") {
            fields.push(("relatedImages".to_owned(), sorted(member.value.children())));
        } else {
            fields.push((member.key.into_owned(), to_json(member.value)));
        }
    }
    order::sort(&mut fields);
    fields
}

/// Ignores the order of properties. Each type becomes a field of its own, so that a change names it. The types that can
/// contain the CSV keep their names.
fn properties(list: NodeRef<'_>, fields: &mut Vec<(String, String)>) {
    let named = |item: NodeRef<'_>| {
        let kind = text(item, "type");
        let name = if CSV_PROPERTIES.contains(&kind.as_str()) { kind } else { format!("property {kind}") };
        (name, to_json(item.resolved()))
    };
    let mut items: Vec<(String, String)> = list.children().map(named).collect();
    order::sort(&mut items);
    for (name, value) in items {
        match fields.last_mut() {
            Some((last, values)) if *last == name => values.extend(["\n", &value]),
            _ => fields.push((name, value)),
        }
    }
}

fn sorted<'d>(items: impl Iterator<Item = NodeRef<'d>>) -> String {
    let mut items: Vec<String> = items.map(|item| to_json(item.resolved())).collect();
    order::sort(&mut items);
    items.join("\n")
}

/// A change with its kind.
pub(crate) type OfKind = (ChangeKind, CatalogChange);

impl Workspace {
    /// Returns the changes since another state of the catalog, with their kinds. Places refer to this workspace.
    pub(crate) fn changes(&mut self, old: &mut Workspace) -> Vec<OfKind> {
        self.apply_ignore();
        old.apply_ignore();
        let (before, after) = (Catalog::new(&old.files), Catalog::new(&self.files));
        let (text_before, text_after) = (|doc: &Doc<'_>| old.text_at(doc), |doc: &Doc<'_>| self.text_at(doc));
        let content_before = |doc: &Doc<'_>| content(old.text_at(doc), doc.format);
        let content_after = |doc: &Doc<'_>| content(self.text_at(doc), doc.format);
        let mut converter = Converter::new(&self.files, &self.sources);
        let old = Side { catalog: &before, content_of: &content_before, text_of: &text_before };
        let new = Side { catalog: &after, content_of: &content_after, text_of: &text_after };
        let changes = olmkit_catalog::diff::diff(old, new);
        changes.into_iter().map(|change| (change.kind, convert(change, &mut converter))).collect()
    }

    fn text_at(&self, doc: &Doc<'_>) -> &[u8] {
        self.sources.get(doc.file.index()).map_or(&[], |source| source.part(doc.range))
    }
}

fn convert(change: Change, converter: &mut Converter<'_>) -> CatalogChange {
    CatalogChange {
        kind: change.kind,
        severity: change.kind.severity(),
        package: change.package,
        channel: change.channel,
        entry: change.entry,
        semantics: change.semantics,
        message: change.message,
        path: change.place.map(|place| converter.path(place.file)),
        range: change.place.map(|place| converter.range(place)),
    }
}
