//! The images that the bundles of a catalog name, with their places.

use olmkit_catalog::schemas;
use olmkit_catalog::suppressions;
use olmkit_diagnostics::Suppression;

use crate::api::ImageUse;
use crate::convert::Converter;
use crate::visit::{Visited, documents, field, text, with_image};
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
    if visited.text("schema") != schemas::BUNDLE {
        return Vec::new();
    }
    let comments: Vec<Suppression> =
        suppressions(visited.document).into_iter().filter(|comment| comment.has_reason).collect();
    let (package, bundle) = (visited.text("package"), visited.text("name"));
    let mut found = Vec::new();
    for (at, item) in with_image(visited.root).enumerate() {
        let Some(node) = field(item, "image") else { continue };
        let is_bundle = at == 0;
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
