//! Names of the catalog, for semantic highlighting.

use olmkit_catalog::names::{Role, mentions};
use olmkit_catalog::schemas::PACKAGE;
use olmkit_collections::order;

use super::Shown;
use crate::api::Range;
use crate::convert::Converter;
use crate::outline::deprecated;

/// A name of a package, channel or bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NameToken {
    /// `olm.package`, `olm.channel` or `olm.bundle`.
    pub schema: &'static str,
    /// Whether the name defines an object, as the name of a document or entry does.
    pub is_declaration: bool,
    /// Whether the named object is deprecated.
    pub is_deprecated: bool,
    /// The range of the name, on one line.
    pub range: Range,
}

pub(super) fn tokens(shown: &Shown<'_, '_>, converter: &mut Converter<'_>) -> Vec<NameToken> {
    let deprecated = deprecated(shown.catalog);
    let mut found = Vec::new();
    for doc in shown.docs() {
        for mention in mentions(doc) {
            let name = if mention.schema == PACKAGE { "" } else { mention.name };
            found.push(NameToken {
                schema: mention.schema,
                is_declaration: mention.role != Role::Reference,
                is_deprecated: deprecated.contains_key(&(mention.package, mention.schema, name)),
                range: converter.range(doc.place(mention.range)),
            });
        }
    }
    found.retain(|token| token.range.start.line == token.range.end.line);
    order::sort_by(&mut found, |a, b| a.range.start.offset.cmp(&b.range.start.offset));
    // An alias makes several names at the same place. The first is kept.
    found.dedup_by_key(|token| token.range.start.offset);
    found
}
