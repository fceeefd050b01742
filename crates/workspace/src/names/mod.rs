//! The name at an offset, and the names that can be used there.

mod complete;
mod known;

use olmkit_catalog::names::{Mention, Role, mentions};
use olmkit_catalog::{Catalog, Doc};
use olmkit_diagnostics::{FileId, TextSize};

use crate::api::{Completion, Related, Symbol};
use crate::convert::Converter;
use crate::file::Source;

/// Returns the document that contains an offset of a file, and the offset within the document.
fn document_at<'c, 'f>(catalog: &'c Catalog<'f>, file: FileId, at: TextSize) -> Option<(&'c Doc<'f>, TextSize)> {
    let first = catalog.docs.partition_point(|doc| (doc.file, doc.range.start()) <= (file, at));
    let doc = catalog.docs.get(first.checked_sub(1)?).filter(|doc| doc.file == file)?;
    Some((doc, at.checked_sub(doc.range.start())?))
}

/// Returns the name at a byte offset of a file.
pub(crate) fn symbol(catalog: &Catalog<'_>, sources: &[Source], file: FileId, at: TextSize) -> Option<Symbol> {
    let (doc, inside) = document_at(catalog, file, at)?;
    let here = mentions(doc).into_iter().find(|mention| mention.range.contains_inclusive(inside))?;
    let mut converter = Converter::new(catalog.files, sources);
    let mut symbol = Symbol {
        schema: here.schema.into(),
        package: here.package.to_owned(),
        name: here.name.to_owned(),
        definition: None,
        mentions: Vec::new(),
        range: converter.range(doc.place(here.range)),
        known: known::known(catalog, &here),
    };
    // A reference such as `replaces` is resolved to the entry of this channel first, and to the document of the bundle
    // otherwise. All other names are resolved to the document first.
    let (mut best, is_reference) = (0, here.role == Role::Reference);
    for of in &catalog.docs {
        for mention in mentions(of) {
            if !mention.is_same_object(&here) {
                continue;
            }
            let place = related(of, &mention, &mut converter);
            let rank = match mention.role {
                Role::Document => 2,
                Role::Entry if of.order == doc.order => {
                    if is_reference {
                        3
                    } else {
                        1
                    }
                }
                _ => 0,
            };
            if rank > best {
                best = rank;
                symbol.definition = Some(place.clone());
            }
            symbol.mentions.push(place);
        }
    }
    Some(symbol)
}

fn related(doc: &Doc<'_>, mention: &Mention<'_>, converter: &mut Converter<'_>) -> Related {
    let schema = doc.facts.schema.as_ref().map_or("", |text| &text.value);
    converter.related(doc.place(mention.range), format!("{schema} {}", doc.facts.own_name()))
}

/// Returns the completions at a byte offset of a file.
pub(crate) fn complete(catalog: &Catalog<'_>, sources: &[Source], file: FileId, at: TextSize) -> Option<Completion> {
    let (doc, inside) = document_at(catalog, file, at)?;
    let text = sources.get(file.index())?.part(doc.range);
    let (range, options) = complete::options(catalog, doc, text, inside)?;
    Some(Completion { range: Converter::new(catalog.files, sources).range(doc.place(range)), options })
}
