//! `olm.template.basic`: a catalog whose bundles are images.

use olmkit_syntax::{NodeRef, Value};

use super::{Bundles, bundle, entries, expect_schema, load_entries};
use crate::Rendering;
use crate::typed::{field, text};

pub(super) const SCHEMA: &str = "olm.template.basic";

pub(super) struct Basic {
    /// Everything but bundles.
    rest: Rendering,
    pub(super) images: Vec<String>,
}

impl Basic {
    pub(super) fn read(root: NodeRef<'_>) -> Result<Self, String> {
        expect_schema(root, SCHEMA)?;
        let is_bundle = |entry: &NodeRef<'_>| text(*entry, "schema").as_deref() == Some("olm.bundle");
        let (bundles, rest): (Vec<_>, Vec<_>) = entries(root)?.into_iter().partition(is_bundle);
        let rest = load_entries(&rest)?;
        let images = bundles.into_iter().map(image).collect::<Option<Vec<String>>>();
        let images = images.ok_or("unexpected fields present in basic template bundle")?;
        Ok(Basic { rest, images })
    }

    pub(super) fn render(&self, bundles: &Bundles) -> Result<Rendering, String> {
        let mut rendering = Rendering { documents: self.rest.documents.clone() };
        for image in &self.images {
            rendering.add_bundle(&bundle(image, bundles)?.json);
        }
        Ok(rendering)
    }
}

/// The image of an entry that has nothing else.
fn image(entry: NodeRef<'_>) -> Option<String> {
    let is_there = |name: &str| match field(entry, name).map(NodeRef::value) {
        None => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Sequence) => field(entry, name).is_some_and(|list| list.items().next().is_some()),
        Some(_) => true,
    };
    if ["package", "properties", "relatedImages"].into_iter().any(is_there) {
        return None;
    }
    text(entry, "image").filter(|image| !image.is_empty())
}
