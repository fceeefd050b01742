//! The outline of a file.

use olmkit_catalog::Doc;
use olmkit_catalog::facts::{Body, ChannelFacts};

use crate::api::Range;
use crate::convert::Converter;

/// The kind of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolKind {
    /// An `olm.package` document.
    Package,
    /// An `olm.channel` document.
    Channel,
    /// An entry of a channel.
    Entry,
    /// An `olm.bundle` document.
    Bundle,
    /// Any other document.
    Other,
}

/// A document of a file, or an entry of a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentSymbol {
    /// The kind.
    pub kind: SymbolKind,
    /// The name, or the schema of a document without a name; never empty.
    pub name: String,
    /// Additional information, such as the package; may be empty.
    pub detail: String,
    /// The range of the whole symbol.
    pub range: Range,
    /// The range of the name, within `range`.
    pub name_range: Range,
    /// The entries of a channel.
    pub children: Vec<DocumentSymbol>,
}

pub(super) fn symbols(docs: &[Doc<'_>], converter: &mut Converter<'_>) -> Vec<DocumentSymbol> {
    docs.iter().filter(|doc| doc.facts.schema.is_some()).map(|doc| symbol(doc, converter)).collect()
}

fn symbol(doc: &Doc<'_>, converter: &mut Converter<'_>) -> DocumentSymbol {
    let facts = doc.facts;
    let schema = facts.schema.as_ref().map_or("", |schema| schema.value.as_str());
    let kind = match &facts.body {
        Body::Package(_) => SymbolKind::Package,
        Body::Channel(_) => SymbolKind::Channel,
        Body::Bundle(_) => SymbolKind::Bundle,
        _ => SymbolKind::Other,
    };
    let children = match &facts.body {
        Body::Channel(channel) => entries(doc, channel, converter),
        _ => Vec::new(),
    };
    let named = [facts.own_name(), schema, "document"].into_iter().find(|name| !name.is_empty());
    let package = facts.package_name();
    DocumentSymbol {
        kind,
        name: named.unwrap_or_default().to_owned(),
        detail: if package.is_empty() { schema.to_owned() } else { format!("{schema} of {package}") },
        range: converter.range(doc.place(facts.range)),
        name_range: converter.range(doc.name_place()),
        children,
    }
}

fn entries(doc: &Doc<'_>, channel: &ChannelFacts, converter: &mut Converter<'_>) -> Vec<DocumentSymbol> {
    let mut found = Vec::with_capacity(channel.entries.len());
    for entry in &channel.entries {
        let Some(name) = entry.name.as_ref().filter(|name| !name.value.is_empty()) else { continue };
        let replaces = entry.replaces.as_ref().map(|older| format!("replaces {}", older.value));
        found.push(DocumentSymbol {
            kind: SymbolKind::Entry,
            name: name.value.clone(),
            detail: replaces.unwrap_or_default(),
            range: converter.range(doc.place(entry.range)),
            name_range: converter.range(doc.place(name.range)),
            children: Vec::new(),
        });
    }
    found
}
