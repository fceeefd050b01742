//! Foldable ranges.

use olmkit_catalog::Doc;
use olmkit_collections::order;
use olmkit_diagnostics::TextRange;
use olmkit_yaml::{Kind, NodeRef, Style, read_document};

use super::last_line;
use crate::convert::Converter;
use crate::file::Source;

/// A range of lines, counted from 1. Both ends are inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fold {
    /// The line that stays visible.
    pub first: u32,
    /// The last hidden line.
    pub last: u32,
}

/// Returns the documents, values of keys and list items that span several lines.
pub(super) fn folds(docs: &[Doc<'_>], source: &Source, converter: &mut Converter<'_>) -> Vec<Fold> {
    let mut found: Vec<Fold> = Vec::new();
    for doc in docs {
        let document = read_document(source.part(doc.range), doc.format);
        let Some(root) = document.root() else { continue };
        let mut add = |range: TextRange, style: Style| {
            let range = converter.range(doc.place(range));
            // The closing bracket stays visible.
            let last = last_line(range).saturating_sub(u32::from(style == Style::Flow));
            found.extend((last > range.start.line).then_some(Fold { first: range.start.line, last }));
        };
        add(root.range(), root.style());
        for node in root.subtree() {
            each_part(node, &mut add);
        }
    }
    // A document with one key starts on the same line as that key. The larger range is kept.
    order::sort_by(&mut found, |a, b| (a.first, b.last).cmp(&(b.first, a.last)));
    found.dedup_by_key(|fold| fold.first);
    found
}

fn each_part(node: NodeRef<'_>, add: &mut impl FnMut(TextRange, Style)) {
    for (key, value) in node.pairs() {
        add(key.range().cover(value.range()), value.style());
    }
    if node.kind() == Kind::Sequence {
        for item in node.children() {
            add(item.range(), item.style());
        }
    }
}
