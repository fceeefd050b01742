//! Renders a bundle as the `olm.bundle` document of a file-based catalog, as `opm render` of its directory does.

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
use olmkit_catalog::schemas;
use upstream::Parsed;

pub(crate) use apis::DefinitionKeys;
pub use csv::{CsvParts, csv_of_metadata};
pub use error::RenderError;
pub(crate) use json::{indented, object, quote};
pub use metadata::csv_metadata;
pub(crate) use upstream::{crd_decodes, version};

/// Options of [`render`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RenderOptions {
    /// The bundle image: a Go template with the fields `{{.Package}}`, `{{.Name}}` and `{{.Version}}`.
    pub image: String,
    /// Replaces the objects with `olm.csv.metadata`, as `opm render --migrate` does. Has no effect without an image.
    pub migrate: bool,
}

/// Returns the document as JSON with an indent of four spaces and a line break at the end. Returns an empty string if
/// the bundle names no package, because opm drops such a bundle silently.
///
/// # Errors
/// Returns the error that prevents opm from rendering the bundle.
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
        ("schema", quote(schemas::BUNDLE)),
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

/// The bundle image: the template with its fields replaced.
fn image(parsed: &Parsed<'_>, template: &str) -> Result<String, RenderError> {
    if template.is_empty() {
        return Ok(String::new());
    }
    let version = properties::template_version(&parsed.properties)?;
    let values = [(".Package", parsed.package.as_str()), (".Name", parsed.name.as_str()), (".Version", &version)];
    filled(template, &values)
}

/// Expands the actions of a Go template. Only fields are supported.
fn filled(template: &str, fields: &[(&str, &str)]) -> Result<String, RenderError> {
    let (mut out, mut rest) = (String::new(), template);
    while let Some((before, behind)) = rest.split_once("{{") {
        let Some((action, behind)) = behind.split_once("}}") else {
            return Err(RenderError::Template(behind.to_owned()));
        };
        // `{{- ` trims the whitespace before the action, ` -}}` the whitespace after it.
        let trims_before = action.starts_with("- ");
        let trims_behind = action.ends_with(" -");
        out.push_str(if trims_before { before.trim_end() } else { before });
        let name = action.strip_prefix("- ").unwrap_or(action);
        let name = name.strip_suffix(" -").unwrap_or(name).trim();
        let field = fields.iter().find(|(field, _)| *field == name);
        let Some((_, value)) = field else { return Err(RenderError::Template(action.to_owned())) };
        out.push_str(value);
        rest = if trims_behind { behind.trim_start() } else { behind };
    }
    out.push_str(rest);
    Ok(out)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::filled;

    #[test]
    fn templates_have_fields_in_any_spelling_of_go() {
        let fields = [(".Package", "p"), (".Name", "p.v1.0.0")];
        let text = |template| filled(template, &fields);
        for template in ["q/{{.Package}}:{{.Name}}", "q/{{ .Package }}:{{\t.Name\n}}", "q/ {{- .Package -}} :{{.Name}}"]
        {
            assert_eq!(text(template).unwrap(), "q/p:p.v1.0.0", "{template}");
        }
        assert_eq!(text("q/p").unwrap(), "q/p");
        for template in ["{{print .Name}}", "{{.Nope}}", "{{", "{{}}", "a{{.Name"] {
            assert!(text(template).unwrap_err().to_string().contains("template"), "{template}");
        }
    }
}
