//! A bundle as the `olm.bundle` document of a file-based catalog, as `opm render` of its directory gives it.

mod apis;
mod csv;
mod error;
mod images;
mod json;
mod metadata;
mod properties;
mod served;
mod upstream;

use crate::model::Bundle;
use upstream::Parsed;

pub(crate) use apis::DefinitionKeys;
pub use csv::{CsvParts, csv_of_metadata};
pub use error::RenderError;
pub(crate) use json::{indented, object, quote};
pub use metadata::csv_metadata;
pub(crate) use upstream::crd_decodes;

/// How a bundle is rendered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RenderOptions {
    /// The bundle image. `{{.Package}}`, `{{.Name}}` and `{{.Version}}` are replaced.
    pub image: String,
    /// Replaces the objects by `olm.csv.metadata`, as `opm render --migrate` does. Needs an image.
    pub migrate: bool,
}

/// The document, with an indent of four blanks and a line break at its end. Empty when the bundle names no package:
/// opm then drops it without a word.
///
/// # Errors
/// What keeps opm from rendering it.
pub fn render(bundle: &Bundle<'_>, options: &RenderOptions) -> Result<String, RenderError> {
    let parsed = Parsed::new(bundle)?;
    let image = image(&parsed, &options.image)?;
    let mut properties = served::properties(&parsed)?;
    let images = parsed.related_images()?;
    let migrated = || properties.iter().any(|property| property.kind == properties::METADATA);
    if options.migrate && !image.is_empty() && !migrated() {
        let metadata = metadata::property(&parsed)?;
        properties.retain(|property| property.kind != properties::OBJECT);
        properties.push(metadata);
    }
    if parsed.package.is_empty() {
        return Ok(String::new());
    }
    let list = |items: Vec<String>| format!("[{}]", items.join(","));
    let related = images.with(&image).into_iter();
    let related = related.map(|(name, image)| object(&[("name", quote(&name)), ("image", quote(&image))])).collect();
    let mut members = vec![
        ("schema", quote("olm.bundle")),
        ("name", quote(&parsed.name)),
        ("package", quote(&parsed.package)),
        ("image", quote(&image)),
        ("properties", list(properties.iter().map(properties::Property::json).collect())),
    ];
    let related: Vec<String> = related;
    if !related.is_empty() {
        members.push(("relatedImages", list(related)));
    }
    Ok(indented(&object(&members)))
}

/// The bundle image: its template filled in.
fn image(parsed: &Parsed<'_>, template: &str) -> Result<String, RenderError> {
    if template.is_empty() {
        return Ok(String::new());
    }
    let version = properties::template_version(&parsed.properties)?;
    let named = template.replace("{{.Package}}", &parsed.package).replace("{{.Name}}", &parsed.name);
    Ok(named.replace("{{.Version}}", &version))
}
