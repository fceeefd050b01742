//! A bundle as the `olm.bundle` document of a file-based catalog, as `opm render` of its directory gives it.

mod json;
mod metadata;
mod properties;
mod upstream;

use crate::model::Bundle;
use upstream::Parsed;

pub(crate) use json::{indented, object, quote};
pub use metadata::csv_metadata;
pub(crate) use upstream::{NO_ANNOTATIONS, NO_CSV};

/// How a bundle is rendered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RenderOptions {
    /// The bundle image. `{{.Package}}`, `{{.Name}}` and `{{.Version}}` are replaced.
    pub image: String,
    /// Replaces the objects by `olm.csv.metadata`, as `opm render --migrate` does. Needs an image.
    pub migrate: bool,
}

/// Why a bundle cannot be rendered; opm's words, as near as they can be known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenderError(pub String);

impl std::fmt::Display for RenderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RenderError {}

/// A property: its type, and its value as compact JSON.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Property {
    pub(crate) kind: String,
    pub(crate) value: String,
}

/// The document, with an indent of four blanks and a line break at its end. Empty when the bundle names no package:
/// opm then drops it without a word.
///
/// # Errors
/// What keeps opm from rendering it.
pub fn render(bundle: &Bundle<'_>, options: &RenderOptions) -> Result<String, RenderError> {
    let parsed = Parsed::new(bundle)?;
    let images = parsed.related_images()?;
    let mut properties = properties::properties(&parsed)?;
    if parsed.package.is_empty() {
        return Ok(String::new());
    }
    let image = options
        .image
        .replace("{{.Package}}", &parsed.package)
        .replace("{{.Name}}", &parsed.name)
        .replace("{{.Version}}", &parsed.version);
    if options.migrate && !image.is_empty() {
        properties.retain(|property| property.kind != properties::OBJECT);
        properties.push(metadata::property(&parsed)?);
    }
    let property = |property: &Property| object(&[("type", quote(&property.kind)), ("value", property.value.clone())]);
    let list = |items: Vec<String>| format!("[{}]", items.join(","));
    let related = images.with(&image).into_iter();
    let related = related.map(|(name, image)| object(&[("name", quote(&name)), ("image", quote(&image))])).collect();
    let mut members = vec![
        ("schema", quote("olm.bundle")),
        ("name", quote(&parsed.name)),
        ("package", quote(&parsed.package)),
        ("image", quote(&image)),
        ("properties", list(properties.iter().map(property).collect())),
    ];
    let related: Vec<String> = related;
    if !related.is_empty() {
        members.push(("relatedImages", list(related)));
    }
    Ok(indented(&object(&members)))
}
