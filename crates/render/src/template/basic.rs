//! `olm.template.basic`: a catalog that lists its bundles by image.

use olmkit_catalog::schemas;
use olmkit_yaml::NodeRef;

use super::error::TemplateError;
use super::shape::{DOCUMENT, place_of, values};
use super::{Bundles, Image, STEPS, expect_schema, first_document, load_entries};
use crate::document::{Document, Place};
use crate::typed::{field, text};
use crate::{Explanation, Rendering};
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
    pub(super) images: Vec<Image>,
}

impl Basic {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, TemplateError> {
        let (mut basic, offset) = first_document(bytes, STEPS, &TEMPLATE, Basic::of)?;
        basic.images.iter_mut().for_each(|image| image.shift(offset));
        Ok(basic)
    }

    fn of(root: NodeRef<'_>) -> Result<Self, TemplateError> {
        expect_schema(root, SCHEMA)?;
        let is_bundle = |entry: &Document| matches!(entry.place, Place::Bundle(_));
        let (bundles, rest) = load_entries(root)?.documents.into_iter().partition(is_bundle);
        let rest = Rendering { documents: rest };
        let bundles: Vec<Document> = bundles;
        let names = bundles.iter().map(image).collect::<Option<Vec<String>>>();
        let names = names.ok_or_else(|| unexpected_fields(root))?;
        let mut places = entries(root).filter(is_of_bundle).map(|entry| place_of(entry, "image"));
        let images = names.into_iter().map(|name| Image { name, place: places.next().unwrap_or_default() });
        Ok(Basic { rest, images: images.collect() })
    }

    pub(super) fn render(&self, bundles: &Bundles) -> Result<Rendering, TemplateError> {
        let mut rendering = Rendering { documents: self.rest.documents.clone() };
        for image in &self.images {
            rendering.add_document(&image.bundle(bundles)?.json);
        }
        Ok(rendering)
    }
}

/// The entries of a template. If the key occurs more than once, the last list counts.
fn entries(root: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    values(root, "entries").into_iter().next_back().into_iter().flat_map(NodeRef::items)
}

fn is_of_bundle(entry: &NodeRef<'_>) -> bool {
    text(*entry, "schema").as_deref() == Some(schemas::BUNDLE)
}

/// The error for a bundle with more than an image and a name, or without an image.
fn unexpected_fields(root: NodeRef<'_>) -> TemplateError {
    let error = TemplateError::refused("unexpected fields present in basic template bundle");
    let is_wrong = |entry: &NodeRef<'_>| {
        let has_image = text(*entry, "image").is_some_and(|image| !image.is_empty());
        is_of_bundle(entry) && (extra(*entry).is_some() || !has_image)
    };
    let Some(entry) = entries(root).find(is_wrong) else { return error };
    let help = "Write only `schema` and `image`: opm takes the rest from the image.";
    match extra(entry) {
        Some((name, value)) => {
            let message = format!("A bundle of a basic template cannot have `{name}`.");
            error.explained_at(Explanation::at(value, message, help))
        }
        None => error.explained_at(Explanation::at(entry, "The bundle has no `image`.", help)),
    }
}

/// A field that a bundle of a basic template cannot have, with its value.
fn extra<'d>(bundle: NodeRef<'d>) -> Option<(&'static str, NodeRef<'d>)> {
    let has_package = text(bundle, "package").is_some_and(|package| !package.is_empty());
    let has_items = |name: &&str| field(bundle, name).is_some_and(|list| list.items().next().is_some());
    let name = if has_package { "package" } else { ["properties", "relatedImages"].into_iter().find(has_items)? };
    Some((name, field(bundle, name)?))
}

/// The image of a bundle that has no other fields except a name.
fn image(entry: &Document) -> Option<String> {
    entry.with(|root| text(root, "image").filter(|image| !image.is_empty() && extra(root).is_none()))?
}
