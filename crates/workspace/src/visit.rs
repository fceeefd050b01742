//! Visits the documents of a catalog that can be read.

use olmkit_catalog::LoadedFile;
use olmkit_diagnostics::{FileId, Place};
use olmkit_yaml::{Document, NodeRef, Reader};

use crate::file::Source;

/// A document during a visit.
#[derive(Clone, Copy)]
pub(crate) struct Visited<'d> {
    pub(crate) document: &'d Document<'d>,
    pub(crate) root: NodeRef<'d>,
    file: FileId,
}

impl Visited<'_> {
    /// The value of a string field; empty if the field does not exist.
    pub(crate) fn text(&self, key: &str) -> String {
        text(self.root, key)
    }

    /// The place of a node of the document.
    pub(crate) fn place(&self, node: NodeRef<'_>) -> Option<Place> {
        let range = node.range().checked_add(self.document.offset)?;
        Some(Place { file: self.file, range })
    }
}

/// The value of a string field of a node; empty if the field does not exist.
pub(crate) fn text(of: NodeRef<'_>, key: &str) -> String {
    of.get(key).and_then(|node| node.as_str().map(std::borrow::Cow::into_owned)).unwrap_or_default()
}

/// Calls `visit` for each document, in the order of the files. Skips files that the catalog ignores.
pub(crate) fn documents(files: &[LoadedFile], sources: &[Source], visit: &mut dyn FnMut(Visited<'_>)) {
    for ((at, file), source) in (0_u32..).zip(files).zip(sources) {
        if file.ignored {
            continue;
        }
        let mut reader = Reader::new(source.text());
        while let Some(document) = reader.next_document() {
            if let Some(root) = document.root().filter(|_| document.error.is_none()) {
                visit(Visited { document: &document, root, file: FileId(at) });
            }
        }
    }
}
