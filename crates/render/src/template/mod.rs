//! Catalog templates (FBC specification 7.9, 7.10), which `opm alpha render-template` and `convert-template` use.
//!
//! A template refers to bundles by image. This module does not fetch images. The caller provides the bundles.

mod basic;
mod channel;
mod convert;
mod error;
mod semver;
mod shape;
mod substitutes;

use olmkit_collections::{HashSet, SortedMap};

use olmkit_catalog::template_schemas::{RENDERED, template_kind};
use olmkit_catalog::{Input, LoadedFile, load};
use olmkit_yaml::{Format, NodeRef, Reader, TextSize, Value, read_document};

use olmkit_bundle::RenderError;

use crate::document::{Document, Place};
use crate::migrate::csv_of;
use crate::typed::{field, text};
use crate::{Explanation, Level, NotLoaded, Rendering};
use olmkit_yaml::decode::{Mode, Type};

pub use convert::convert;
pub use error::TemplateError;
pub(crate) use semver::repeated_keys;

/// A bundle that a template can refer to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RenderedBundle {
    /// The `olm.bundle` document, as JSON.
    pub json: String,
    /// The CSV as JSON, if it is known and is not one of the objects in the document.
    pub csv: Option<String>,
    /// The `olm.package` document of the bundle's catalog, as JSON.
    pub package: Option<String>,
}

/// Bundles by image.
pub type Bundles = SortedMap<String, RenderedBundle>;

impl Rendering {
    /// Returns the migrated bundles of this rendering by image. Of several with the same image, the first is used.
    ///
    /// # Errors
    /// Returns an error if a CSV is not valid.
    pub fn into_bundles(mut self, level: Level) -> Result<Bundles, RenderError> {
        // Migration removes the CSV from the document.
        let keep = |document| (level != Level::None).then(|| csv(document)).flatten();
        let csvs: Vec<Option<String>> = self.documents.iter().map(keep).collect();
        let packages: SortedMap<String, String> = self
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

/// The CSV in the objects of a bundle, as JSON.
fn csv(document: &Document) -> Option<String> {
    if !matches!(document.place, Place::Bundle(_)) {
        return None;
    }
    document.with(csv_among).flatten()
}

/// The CSV in the properties of a bundle, as JSON.
fn csv_among(root: NodeRef<'_>) -> Option<String> {
    field(root, "properties").and_then(|list| list.items().find_map(csv_of))
}

/// The kinds of templates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemplateKind {
    /// `olm.template.basic`: a catalog that lists its bundles by image.
    Basic,
    /// `olm.semver`: channels are generated from versions.
    Semver,
    /// `olm.template.substitutes`: a catalog in which bundles substitute for others.
    Substitutes,
}

impl TemplateKind {
    /// The names on the command line.
    pub const NAMES: [&'static str; 3] = RENDERED;

    /// Returns the kind with that name on the command line.
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
        TemplateKind::from_name(template_kind(schema)?)
    }
}

enum Kind {
    Basic(basic::Basic),
    Semver(semver::Semver),
    Substitutes(substitutes::Substitutes),
}

/// A parsed template.
pub struct Template(Kind);

impl Template {
    /// Reads a template from the first document of a text. If `kind` is `None`, the schema determines it.
    ///
    /// # Errors
    /// Returns opm's error if it rejects the template.
    pub fn read(bytes: &[u8], kind: Option<TemplateKind>) -> Result<Template, TemplateError> {
        let kind = kind.map_or_else(|| detect(bytes), Ok)?;
        let read = match kind {
            TemplateKind::Basic => basic::Basic::read(bytes).map(Kind::Basic),
            TemplateKind::Semver => semver::Semver::read(bytes)
                .map(Kind::Semver)
                .map_err(|error| error.in_step("render: unable to read file")),
            TemplateKind::Substitutes => substitutes::Substitutes::read(bytes).map(Kind::Substitutes),
        };
        read.map(Template)
    }

    /// Returns the distinct images of the template's bundles, in order.
    #[must_use]
    pub fn images(&self) -> Vec<String> {
        let all: Vec<&Image> = match &self.0 {
            Kind::Basic(basic) => basic.images.iter().collect(),
            Kind::Semver(semver) => semver.images().collect(),
            Kind::Substitutes(substitutes) => substitutes.images().collect(),
        };
        let mut known = HashSet::default();
        all.into_iter().map(|image| &image.name).filter(|name| known.insert(name.as_str())).cloned().collect()
    }

    /// Renders the catalog. Like opm, validates the result only for templates of substitutes.
    ///
    /// # Errors
    /// Returns opm's error, or an error if an image has no bundle.
    pub fn render(&self, bundles: &Bundles) -> Result<Rendering, TemplateError> {
        match &self.0 {
            Kind::Basic(basic) => basic.render(bundles),
            Kind::Semver(semver) => semver.render(bundles),
            Kind::Substitutes(substitutes) => substitutes.render(bundles),
        }
    }
}

/// An image that a template names.
#[derive(Debug, Clone, Default)]
struct Image {
    name: String,
    /// Its byte offset in the template.
    place: TextSize,
}

impl Image {
    fn bundle<'b>(&self, bundles: &'b Bundles) -> Result<&'b RenderedBundle, TemplateError> {
        bundles.get(&self.name).ok_or_else(|| TemplateError::NoBundle(self.name.clone()).at(self.place))
    }

    /// Adds the offset of the document in the template.
    fn shift(&mut self, by: TextSize) {
        self.place = self.place.checked_add(by).unwrap_or(self.place);
    }
}

/// Reads the root of a document.
type Read<T> = fn(NodeRef<'_>) -> Result<T, TemplateError>;

/// Reads the first document of a text, and returns its offset too. opm first decodes, then unmarshals it; its messages
/// name both `steps`.
fn first_document<T>(
    bytes: &[u8],
    steps: [&str; 2],
    expected: &'static Type,
    read: Read<T>,
) -> Result<(T, TextSize), TemplateError> {
    let [decoding, unmarshalling] = steps;
    let mut reader = Reader::new(bytes);
    let document = reader.next_document().ok_or_else(|| {
        let error = TemplateError::Refused(format!("{decoding}: EOF"));
        error
            .explained("The template is empty.", format!("Write a document with {}.", known_schemas()))
            .at(TextSize::default())
    })?;
    // opm finds an invalid separator before it reads the document that the separator ends.
    let end = usize::from(document.offset).saturating_add(document.text.len());
    let next = if document.format == Format::Yaml { reader.next_document() } else { None };
    let separator = next.filter(|next| usize::from(next.offset) == end).and_then(|next| next.error);
    if let Some(error) = separator.as_ref().or(document.error.as_ref()) {
        let offset = document.offset.checked_add(error.range.start()).unwrap_or_default();
        let refused = TemplateError::Refused(format!("{decoding}: {}", error.decoding()));
        return Err(refused.explained(error.message.clone(), "").at(offset));
    }
    let Some(root) = document.root().filter(|root| root.value() != Value::Null) else {
        let error = TemplateError::Refused(format!("{unmarshalling}: unexpected end of JSON input"));
        let help = format!("Write a document with {}. opm reads only the first one.", known_schemas());
        return Err(error.explained("The first document of the template is empty.", help).at(document.offset));
    };
    shape::check(root, expected, Mode::Json)
        .map_err(|error| error.in_step(unmarshalling))
        .and_then(|()| read(root))
        .map(|found| (found, document.offset))
        .map_err(|error| error.at(root.range().start()).moved(document.offset))
}

/// opm's names of the steps of reading a template, except for semver templates.
const STEPS: [&str; 2] = ["decoding template schema", "unmarshalling template"];

/// Detects the kind of a template by its schema.
fn detect(bytes: &[u8]) -> Result<TemplateKind, TemplateError> {
    const STEPS: [&str; 2] = ["decoding template input", "unmarshalling template schema"];
    const SCHEMA: Type =
        Type::Struct("struct { Schema string \"json:\\\"schema\\\"\" }", "", &[("schema", Type::Text("string"))]);
    first_document(bytes, STEPS, &SCHEMA, |root| {
        let schema = schema_of(root);
        if schema.is_empty() {
            let error = TemplateError::refused("template input missing required 'schema' field");
            let message = "The template has no `schema`, which tells its kind.";
            return Err(error
                .explained(message, format!("Add {}.", known_schemas()))
                .at(shape::place_of(root, "schema")));
        }
        let unknown = || {
            let (message, help) = match template_kind(&schema) {
                Some(kind) => (
                    format!("opm does not render templates of the schema `{schema}`."),
                    format!("Write the {kind} template as {}.", known_schemas()),
                ),
                None => (format!("`{schema}` is not the schema of a template."), format!("Use {}.", known_schemas())),
            };
            let error = TemplateError::UnknownSchema(schema.clone());
            error.explained(message, help).at(shape::place_of(root, "schema"))
        };
        TemplateKind::from_schema(&schema).ok_or_else(unknown)
    })
    .map(|(kind, _)| kind)
}

fn schema_of(root: NodeRef<'_>) -> String {
    let mut schemas = shape::values(root, "schema").into_iter().filter_map(NodeRef::as_str);
    schemas.next_back().unwrap_or_default().into_owned()
}

/// Checks that a template has the expected schema.
fn expect_schema(root: NodeRef<'_>, expected: &'static str) -> Result<(), TemplateError> {
    let schema = schema_of(root);
    if schema == expected {
        return Ok(());
    }
    let (message, help) = other_schema(&schema, expected);
    let error = TemplateError::OtherSchema { found: schema, expected };
    Err(error.explained(message, help).at(shape::place_of(root, "schema")))
}

/// The explanation of a schema that is not the expected one.
fn other_schema(found: &str, expected: &str) -> (String, String) {
    let kind = |schema| template_kind(schema).unwrap_or_default();
    let help = match TemplateKind::from_schema(found) {
        Some(_) => format!("Render it as a {} template.", kind(found)),
        None => format!("Set `schema` to {expected}."),
    };
    let found = if found.is_empty() { "none".to_owned() } else { format!("`{found}`") };
    (format!("A {} template needs the schema `{expected}`; the schema is {found}.", kind(expected)), help)
}

/// The schemas of the templates that opm renders.
fn known_schemas() -> String {
    format!("`schema: {}`, `schema: {}` or `schema: {}`", semver::SCHEMA, basic::SCHEMA, substitutes::SCHEMA)
}

/// The error of an entry that opm cannot load, at its value in the template.
fn refused_entry(error: NotLoaded, json: &str, files: &[LoadedFile], entry: NodeRef<'_>) -> TemplateError {
    let error = TemplateError::Refused(error.message);
    let finding = files.iter().flat_map(|file| &file.documents).find_map(|document| document.facts.refusal());
    let Some(finding) = finding else { return error.at(entry.range().start()) };
    let document = read_document(json.as_bytes(), Format::Json);
    let value = shape::same_value(&document, finding.range.start(), entry);
    error.explained_at(Explanation::at(value, finding.message.clone(), finding.help.clone()))
}

/// Loads the catalog documents in a template.
fn load_entries(root: NodeRef<'_>) -> Result<Rendering, TemplateError> {
    let mut rendering = Rendering::default();
    let lists = shape::values(root, "entries");
    let entries: Vec<NodeRef<'_>> = lists.last().into_iter().flat_map(|list| list.items()).collect();
    for (at, entry) in entries.into_iter().enumerate() {
        if entry.value() == Value::Null {
            let error = TemplateError::Refused(format!("entries[{at}] is null. opm crashes there."));
            return Err(error.at(entry.range().start()));
        }
        let json = shape::json(entry);
        let files = load(&[Input { path: "entry", content: Ok(json.as_bytes()) }]);
        let refused = |error: NotLoaded| refused_entry(error, &json, &files, entry);
        rendering.add_loaded(&files, &[json.as_bytes()]).map_err(refused)?;
    }
    Ok(rendering)
}
