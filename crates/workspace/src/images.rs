//! The images that the bundles of a catalog name, each with its place.

use olmkit_catalog::{LoadedFile, suppressions};
use olmkit_diagnostics::{FileId, Place, Suppression};
use olmkit_yaml::{Document, NodeRef, Reader};

use crate::api::ImageUse;
use crate::convert::Converter;
use crate::file::Source;

/// Every reference, in the order of the files. Empty ones are left out.
pub(crate) fn images(files: &[LoadedFile], sources: &[Source]) -> Vec<ImageUse> {
    let mut converter = Converter::new(files, sources);
    let mut found = Vec::new();
    for ((at, file), source) in (0_u32..).zip(files).zip(sources) {
        if file.ignored {
            continue;
        }
        let mut reader = Reader::new(source.text());
        while let Some(document) = reader.next_document() {
            found.extend(of_document(&document, FileId(at), &mut converter));
        }
    }
    found
}

fn of_document(document: &Document<'_>, file: FileId, converter: &mut Converter<'_>) -> Vec<ImageUse> {
    let Some(root) = document.root().filter(|_| document.error.is_none()) else { return Vec::new() };
    let text = |of: NodeRef<'_>, key: &str| {
        of.get(key).and_then(|node| node.as_str().map(std::borrow::Cow::into_owned)).unwrap_or_default()
    };
    if text(root, "schema") != "olm.bundle" {
        return Vec::new();
    }
    let comments: Vec<Suppression> = suppressions(document).into_iter().filter(|comment| comment.has_reason).collect();
    let (package, bundle) = (text(root, "package"), text(root, "name"));
    let related = root.get("relatedImages").into_iter().flat_map(NodeRef::items).map(|item| (item, false));
    let mut found = Vec::new();
    for (item, is_bundle) in [(root, true)].into_iter().chain(related) {
        let Some(node) = item.get("image") else { continue };
        let image = text(item, "image");
        let at = node.range().start();
        let covering = comments.iter().filter(|comment| comment.covers.contains(at));
        let suppressed = covering.map(|comment| comment.rule.clone()).collect();
        let range = node.range().checked_add(document.offset);
        let (Some(range), false) = (range, image.is_empty()) else { continue };
        found.push(ImageUse {
            image,
            is_bundle,
            name: if is_bundle { String::new() } else { text(item, "name") },
            package: package.clone(),
            bundle: bundle.clone(),
            path: converter.path(file),
            range: converter.range(Place { file, range }),
            suppressed,
        });
    }
    found
}
