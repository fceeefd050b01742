//! Images that the operator uses and `spec.relatedImages` does not list.

use olmkit_collections::SortedSet;

use crate::model::{Csv, Loaded};
use crate::sample::CSV;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

rule! {
    RULE, "image-not-related", "BDL093", "Image that is not in `relatedImages`",
    since: "0.1.0",
    bundle: [Olmkit Warning],
    finds: "A CSV that lists `relatedImages` and uses another image in a container or in a `RELATED_IMAGE_*` \
variable; or an image by tag while the others are by digest.",
    why: "Tools for disconnected clusters mirror the related images by digest. The operator then cannot pull the \
other image. No upstream tool checks this.",
    fix: "Add the image to the list, with the same digest.",
    source: "olmkit.",
    bad: [(CSV, "image: quay.io/ex/foo:v1.0.0\n                resources", "image: quay.io/ex/other:v1.0.0\n                resources"),
        (CSV, "                resources:\n", "                env:\n                - name: RELATED_IMAGE_BAR\n                  value: quay.io/ex/bar:v1.0.0\n                resources:\n")],
    good: [(CSV, "  relatedImages:\n  - name: foo\n    image: quay.io/ex/foo:v1.0.0\n", ""),
        (CSV, "  relatedImages:\n", "  relatedImages:\n  - name: bar\n    image: quay.io/ex/bar:v1.0.0\n")],
}

pub(crate) fn check(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let csv = &bundle.csv;
    let listed = csv.list(&["relatedImages"]);
    let names: SortedSet<String> = listed.iter().map(|image| image.string("image").into_owned()).collect();
    if names.is_empty() {
        return;
    }
    for image in used(csv) {
        let text = image.string_of();
        if !text.is_empty() && !names.contains(&text) {
            let message = format!("The operator uses `{text}`, which is not in `spec.relatedImages`.");
            to.found(&RULE, image.place(), message, "Add it to `spec.relatedImages`.", "");
        }
    }
    let has_digest = |text: &str| text.contains('@');
    if !names.iter().any(|name| has_digest(name)) {
        return;
    }
    for image in listed.iter().filter_map(|image| image.get("image")) {
        let text = image.string_of();
        if !text.is_empty() && !has_digest(&text) {
            let message = format!("`{text}` has a tag; the other related images have digests.");
            to.found(&RULE, image.place(), message, "Use the digest.", "");
        }
    }
}

/// Images of containers and in environment variables for images.
pub(crate) fn used<'d>(csv: &Csv<'d>) -> Vec<View<'d>> {
    let mut found = Vec::new();
    for deployment in csv.list(&["install", "spec", "deployments"]) {
        let Some(pod) = deployment.path(&["spec", "template", "spec"]) else { continue };
        for container in pod.list("initContainers").into_iter().chain(pod.list("containers")) {
            found.extend(container.get("image"));
            let variables = container.list("env").into_iter();
            let related = variables.filter(|variable| variable.string("name").starts_with("RELATED_IMAGE_"));
            found.extend(related.filter_map(|variable| variable.get("value")));
        }
    }
    found
}
