//! Visits the documents of a catalog that can be read.

use olmkit_catalog::LoadedFile;
use olmkit_diagnostics::{FileId, Place};
use olmkit_yaml::decode::Object;
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

/// The value of a field as upstream decodes it: keys match without regard to case, and the last value that is not null
/// counts.
pub(crate) fn field<'d>(of: NodeRef<'d>, name: &str) -> Option<NodeRef<'d>> {
    Object::new(of).last(name)
}

/// The items of a list field; none if the field is not a list.
pub(crate) fn items<'d>(of: NodeRef<'d>, name: &str) -> impl Iterator<Item = NodeRef<'d>> {
    field(of, name).into_iter().flat_map(NodeRef::items)
}

/// The value of a string field of a node; empty if the field does not exist.
pub(crate) fn text(of: NodeRef<'_>, name: &str) -> String {
    field(of, name).and_then(|node| node.as_str().map(std::borrow::Cow::into_owned)).unwrap_or_default()
}

/// The objects of a bundle whose field `image` names an image: the bundle itself, then its related images.
pub(crate) fn with_image(bundle: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    std::iter::once(bundle).chain(items(bundle, "relatedImages"))
}

/// The images that a bundle names, without empty names: first its own, then its related images.
#[cfg(feature = "bundle")]
pub(crate) fn images(bundle: NodeRef<'_>) -> impl Iterator<Item = String> {
    with_image(bundle).map(|of| text(of, "image")).filter(|image| !image.is_empty())
}

/// Calls `visit` for each document, in the order of the files. Skips files that the catalog ignores.
pub(crate) fn documents(files: &[LoadedFile], sources: &[Source], visit: &mut dyn FnMut(Visited<'_>)) {
    for ((at, file), source) in files.iter().enumerate().zip(sources) {
        if file.ignored {
            continue;
        }
        let mut reader = Reader::new(source.text());
        while let Some(document) = reader.next_document() {
            if let Some(root) = document.root().filter(|_| document.error.is_none()) {
                visit(Visited { document: &document, root, file: FileId::new(at) });
            }
        }
    }
}
