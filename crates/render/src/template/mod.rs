//! Templates of catalogs (FBC specification 7.9, 7.10): what `opm alpha render-template` and `convert-template` read.
//!
//! A template names bundles by image. The images are not fetched: who renders a template gives the bundles.

mod basic;
mod channel;
mod convert;
mod semver;
mod substitutes;

use std::collections::BTreeMap;

use olmkit_catalog::{Input, load};
use olmkit_syntax::{NodeRef, Reader, to_json};

use crate::document::{Document, Place};
use crate::migrate::csv_of;
use crate::typed::{field, text};
use crate::{Level, Rendering, go_quote};

pub use convert::convert;

/// A bundle that a template may name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RenderedBundle {
    /// Its `olm.bundle` document, as JSON.
    pub json: String,
    /// Its CSV, as JSON, where it is known and not among the objects of the document.
    pub csv: Option<String>,
    /// The `olm.package` document of the catalog it comes from, as JSON.
    pub package: Option<String>,
}

/// Bundles by image.
pub type Bundles = BTreeMap<String, RenderedBundle>;

impl Rendering {
    /// The bundles of this rendering by image, migrated; of those with the same image the first.
    ///
    /// # Errors
    /// A CSV that is none.
    pub fn into_bundles(mut self, level: Level) -> Result<Bundles, String> {
        // What is migrated loses its CSV.
        let keep = |document| (level != Level::None).then(|| csv(document)).flatten();
        let csvs: Vec<Option<String>> = self.documents.iter().map(keep).collect();
        let packages: BTreeMap<String, String> = self
            .documents
            .iter()
            .filter(|document| document.place == Place::Package)
            .map(|document| (document.package.clone(), document.json.clone()))
            .collect();
        self.migrate(level)?;
        let mut bundles = Bundles::new();
        for (document, csv) in self.documents.into_iter().zip(csvs) {
            let image = document.with(|root| text(root, "image")).flatten().filter(|image| !image.is_empty());
            let (Place::Bundle(_), Some(image)) = (&document.place, image) else { continue };
            let package = packages.get(&document.package).cloned();
            bundles.entry(image).or_insert(RenderedBundle { json: document.json, csv, package });
        }
        Ok(bundles)
    }
}

/// The CSV among the objects of a bundle, as JSON.
fn csv(document: &Document) -> Option<String> {
    if !matches!(document.place, Place::Bundle(_)) {
        return None;
    }
    document.with(csv_among).flatten()
}

/// The CSV among the properties of a bundle, as JSON.
fn csv_among(root: NodeRef<'_>) -> Option<String> {
    field(root, "properties").and_then(|list| list.items().find_map(csv_of))
}

/// The kinds of templates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemplateKind {
    /// `olm.template.basic`: a catalog whose bundles are images.
    Basic,
    /// `olm.semver`: channels made from versions.
    Semver,
    /// `olm.template.substitutes`: a catalog in which bundles take the place of others.
    Substitutes,
}

impl TemplateKind {
    /// The kind of a name on the command line.
    #[must_use]
    pub fn from_name(name: &str) -> Option<TemplateKind> {
        match name {
            "basic" => Some(TemplateKind::Basic),
            "semver" => Some(TemplateKind::Semver),
            "substitutes" => Some(TemplateKind::Substitutes),
            _ => None,
        }
    }

    fn from_schema(schema: &str) -> Option<TemplateKind> {
        match schema {
            basic::SCHEMA => Some(TemplateKind::Basic),
            semver::SCHEMA => Some(TemplateKind::Semver),
            substitutes::SCHEMA => Some(TemplateKind::Substitutes),
            _ => None,
        }
    }
}

enum Kind {
    Basic(basic::Basic),
    Semver(semver::Semver),
    Substitutes(substitutes::Substitutes),
}

/// A template, read.
pub struct Template(Kind);

impl Template {
    /// Reads a template: the first document of a text. Without a kind its schema decides.
    ///
    /// # Errors
    /// Why opm refuses it.
    pub fn read(bytes: &[u8], kind: Option<TemplateKind>) -> Result<Template, String> {
        let mut reader = Reader::new(bytes);
        let document = reader.next_document().ok_or("the template is empty")?;
        if let Some(error) = &document.error {
            return Err(format!("decoding template schema: {}", error.upstream));
        }
        let root = document.root().ok_or("the template is empty")?;
        let schema = text(root, "schema").unwrap_or_default();
        let kind = match kind {
            Some(kind) => kind,
            None if schema.is_empty() => return Err("template input missing required 'schema' field".to_owned()),
            None => TemplateKind::from_schema(&schema).ok_or_else(|| format!("unknown template schema: {schema}"))?,
        };
        let read = match kind {
            TemplateKind::Basic => Kind::Basic(basic::Basic::read(root)?),
            TemplateKind::Semver => Kind::Semver(semver::Semver::read(root)?),
            TemplateKind::Substitutes => Kind::Substitutes(substitutes::Substitutes::read(root)?),
        };
        Ok(Template(read))
    }

    /// The images of the bundles it names, each once, in order.
    #[must_use]
    pub fn images(&self) -> Vec<String> {
        let all: Vec<&String> = match &self.0 {
            Kind::Basic(basic) => basic.images.iter().collect(),
            Kind::Semver(semver) => semver.images().collect(),
            Kind::Substitutes(substitutes) => substitutes.images().collect(),
        };
        let mut images: Vec<String> = Vec::with_capacity(all.len());
        for image in all {
            if !images.contains(image) {
                images.push(image.clone());
            }
        }
        images
    }

    /// The catalog. Like opm, this does not validate it, but for templates of substitutes.
    ///
    /// # Errors
    /// opm's text; or an image that no bundle is given for.
    pub fn render(&self, bundles: &Bundles) -> Result<Rendering, String> {
        match &self.0 {
            Kind::Basic(basic) => basic.render(bundles),
            Kind::Semver(semver) => semver.render(bundles),
            Kind::Substitutes(substitutes) => substitutes.render(bundles),
        }
    }
}

fn bundle<'b>(image: &str, bundles: &'b Bundles) -> Result<&'b RenderedBundle, String> {
    bundles.get(image).ok_or_else(|| format!("no bundle is given for the image {}", go_quote(image)))
}

/// The schema that a template must have.
fn expect_schema(root: NodeRef<'_>, expected: &str) -> Result<(), String> {
    let schema = text(root, "schema").unwrap_or_default();
    if schema == expected {
        return Ok(());
    }
    Err(format!("template has unknown schema ({}), should be {}", go_quote(&schema), go_quote(expected)))
}

/// Documents of a catalog that stand in a list.
fn load_entries(entries: &[NodeRef<'_>]) -> Result<Rendering, String> {
    let mut rendering = Rendering::default();
    if entries.is_empty() {
        return Ok(rendering);
    }
    let json: Vec<String> = entries.iter().map(|entry| to_json(*entry)).collect();
    let json = json.join("\n");
    let files = load(&[Input { path: "entries", content: Ok(json.as_bytes()) }]);
    rendering.add_loaded(&files, &[json.as_bytes()]).map_err(|error| error.message)?;
    Ok(rendering)
}

/// The entries of a template, which are objects.
fn entries(root: NodeRef<'_>) -> Result<Vec<NodeRef<'_>>, String> {
    let Some(list) = field(root, "entries") else { return Ok(Vec::new()) };
    let entries: Vec<NodeRef<'_>> = list.items().collect();
    let is_object = |entry: &NodeRef<'_>| entry.value() == olmkit_syntax::Value::Mapping;
    match (list.value(), entries.iter().position(|entry| !is_object(entry))) {
        (olmkit_syntax::Value::Sequence, None) => Ok(entries),
        (olmkit_syntax::Value::Sequence, Some(at)) => {
            Err(format!("unmarshalling template: entries[{at}] is no object"))
        }
        _ => Err("unmarshalling template: `entries` is not a list".to_owned()),
    }
}
