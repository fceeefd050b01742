//! The images that the bundles of a catalog name, with their places.

use olmkit_catalog::suppressions;
use olmkit_diagnostics::Suppression;
use olmkit_yaml::NodeRef;

use crate::api::ImageUse;
use crate::convert::Converter;
use crate::visit::{Visited, documents, text};
use crate::workspace::Workspace;

impl Workspace {
    /// Returns the images that bundles name, with their places, in the order of the files. Empty names are omitted.
    #[must_use]
    pub fn images(&mut self) -> Vec<ImageUse> {
        let (files, sources) = self.contents();
        let mut converter = Converter::new(files, sources);
        let mut found = Vec::new();
        documents(files, sources, &mut |document| found.extend(of_document(document, &mut converter)));
        found
    }
}

fn of_document(visited: Visited<'_>, converter: &mut Converter<'_>) -> Vec<ImageUse> {
    if visited.text("schema") != "olm.bundle" {
        return Vec::new();
    }
    let comments: Vec<Suppression> =
        suppressions(visited.document).into_iter().filter(|comment| comment.has_reason).collect();
    let (package, bundle) = (visited.text("package"), visited.text("name"));
    let related = visited.root.get("relatedImages").into_iter().flat_map(NodeRef::items).map(|item| (item, false));
    let mut found = Vec::new();
    for (item, is_bundle) in [(visited.root, true)].into_iter().chain(related) {
        let Some(node) = item.get("image") else { continue };
        let image = text(item, "image");
        let (Some(place), false) = (visited.place(node), image.is_empty()) else { continue };
        let covering = comments.iter().filter(|comment| comment.covers.contains(node.range().start()));
        found.push(ImageUse {
            image,
            is_bundle,
            name: if is_bundle { String::new() } else { text(item, "name") },
            package: package.clone(),
            bundle: bundle.clone(),
            path: converter.path(place.file),
            range: converter.range(place),
            suppressed: covering.map(|comment| comment.rule.clone()).collect(),
        });
    }
    found
}
