//! `olm.bundle`: image, related images and properties.

use olmkit_yaml::NodeRef;

use super::fields::{Object, Slot, list, string, text};
use super::{fields, property};
use crate::facts::{BundleFacts, Facts, Text};
use crate::rules;
use crate::rules::properties::max_openshift_version;
use crate::sink::Sink;
use olmkit_k8s::image;

const PREFIX: &str = "parse bundle: ";

pub(super) fn read(root: &Object<'_>, facts: &Facts, sink: &mut Sink) -> BundleFacts {
    let slot = |owner, path, go_type| Slot { prefix: PREFIX, owner, path, go_type };
    let before = sink.findings.len();
    let mut found = BundleFacts {
        image: text(root, slot("Bundle", "image", "string"), sink).filter(|text| !text.value.is_empty()),
        is_image_mistyped: sink.findings.len() > before,
        has_related_images: root.field("relatedImages").next().is_some(),
        ..BundleFacts::default()
    };
    let properties = list(root, slot("Bundle", "properties", "[]property.Property"), sink).unwrap_or_default();
    let mut read = Vec::with_capacity(properties.len());
    for item in properties {
        let Some(fields) = fields::item(item, slot("Bundle", "properties", "property.Property"), sink) else {
            continue;
        };
        let kind = string(&fields, slot("Property", "properties.type", "string"), sink);
        read.push((item, kind.map(|(kind, _)| kind).unwrap_or_default(), value_of(&fields)));
    }
    related_images(root, &mut found, sink);
    let good = property::bundle_objects(&read, facts, sink);
    property::read_all(&read, good, &mut found);
    for (_, kind, value) in &read {
        let Some(value) = *value else { continue };
        rules::PROPERTY_CHECKS.iter().for_each(|check| check(kind, value, sink));
    }
    max_openshift_version::check_all(&read, sink);
    found
}

/// Returns the raw `value`. Null is a value, too.
fn value_of<'d>(fields: &Object<'d>) -> Option<NodeRef<'d>> {
    fields.field("value").last()
}

fn related_images(root: &Object<'_>, found: &mut BundleFacts, sink: &mut Sink) {
    let slot = |owner, path, go_type| Slot { prefix: PREFIX, owner, path, go_type };
    let items = list(root, slot("Bundle", "relatedImages", "[]declcfg.RelatedImage"), sink).unwrap_or_default();
    for (at, item) in items.into_iter().enumerate() {
        let Some(fields) = fields::item(item, slot("Bundle", "relatedImages", "declcfg.RelatedImage"), sink) else {
            continue;
        };
        string(&fields, slot("RelatedImage", "relatedImages.name", "string"), sink);
        let image = string(&fields, slot("RelatedImage", "relatedImages.image", "string"), sink);
        let Some((value, range)) = image.filter(|(image, _)| !image.is_empty()) else { continue };
        if image::check(&value).is_err() {
            found.bad_related_images.push((at, Text { value: value.into_owned(), range }));
        }
    }
}
