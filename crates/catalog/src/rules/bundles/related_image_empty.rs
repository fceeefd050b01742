//! `related-image-empty`: A related image without a pull spec.

use crate::facts::{Body, Facts};
use crate::rules::declare::{foo, rule};
use crate::rules::support::{field, field_text, has_text, is_mistyped};
use crate::sink::Sink;
use olmkit_yaml::NodeRef;

rule! {
    RULE, "related-image-empty", "FBC065", "A related image without a pull spec",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Warning,
    finds: "An element of `relatedImages` whose `image` is missing or empty.",
    why: "Mirroring tools copy the listed images. Some fail on an empty one, and the image is missing in disconnected \
        clusters.",
    fix: "Set `image`, or remove the element.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!(properties "\
relatedImages:
- name: foo
") }],
    good: [{ foo!(properties "\
relatedImages:
- name: foo
  image: quay.io/x/foo:v1
") }],
}

/// Checks the related images of a bundle.
pub(crate) fn check(root: NodeRef<'_>, facts: &Facts, sink: &mut Sink) {
    if !matches!(&facts.body, Body::Bundle(bundle) if bundle.has_related_images) {
        return;
    }
    let Some(images) = field(root, "relatedImages") else { return };
    for image in images.items() {
        if has_text(image, "image") || is_mistyped(image, "image") {
            continue;
        }
        let name = field_text(image, "name").map(|text| text.value).unwrap_or_default();
        let message = format!("Related image `{name}` has no `image`, so mirroring tools cannot copy it.");
        sink.add(&RULE, image.range(), message, "Set `image`, or remove the element.".to_owned(), None);
    }
}
