//! `olm.template.basic`: a catalog that lists its bundles by image.

use olmkit_yaml::NodeRef;

use super::error::TemplateError;
use super::shape::DOCUMENT;
use super::{Bundles, STEPS, bundle, expect_schema, first_document, load_entries};
use crate::Rendering;
use crate::document::{Document, Place};
use crate::typed::{field, text};
use olmkit_yaml::decode::Type;

pub(super) use olmkit_catalog::template_schemas::BASIC as SCHEMA;

const TEMPLATE: Type = Type::Struct(
    "basic.BasicTemplateData",
    "BasicTemplateData",
    &[("schema", Type::Text("string")), ("entries", Type::List("*declcfg.Meta", &DOCUMENT))],
);

pub(super) struct Basic {
    /// All documents except bundles.
    rest: Rendering,
    pub(super) images: Vec<String>,
}

impl Basic {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, TemplateError> {
        first_document(bytes, STEPS, &TEMPLATE, Basic::of)
    }

    fn of(root: NodeRef<'_>) -> Result<Self, TemplateError> {
        expect_schema(root, SCHEMA)?;
        let is_bundle = |entry: &Document| matches!(entry.place, Place::Bundle(_));
        let (bundles, rest) = load_entries(root)?.documents.into_iter().partition(is_bundle);
        let rest = Rendering { documents: rest };
        let bundles: Vec<Document> = bundles;
        let images = bundles.iter().map(image).collect::<Option<Vec<String>>>();
        let images =
            images.ok_or_else(|| TemplateError::refused("unexpected fields present in basic template bundle"))?;
        Ok(Basic { rest, images })
    }

    pub(super) fn render(&self, bundles: &Bundles) -> Result<Rendering, TemplateError> {
        let mut rendering = Rendering { documents: self.rest.documents.clone() };
        for image in &self.images {
            rendering.add_document(&bundle(image, bundles)?.json);
        }
        Ok(rendering)
    }
}

/// The image of a bundle that has no other fields except a name.
fn image(entry: &Document) -> Option<String> {
    entry.with(|root| {
        let has_items = |name| field(root, name).is_some_and(|list| list.items().next().is_some());
        let extra = !entry.package.is_empty() || has_items("properties") || has_items("relatedImages");
        text(root, "image").filter(|image| !image.is_empty() && !extra)
    })?
}
