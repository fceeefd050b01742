//! `opm alpha convert-template`: converts a catalog to a template.

use olmkit_catalog::schemas;
use olmkit_catalog::{LoadStep, LoadedDocument, LoadedFile, refused_at};
use olmkit_text::slice;
use olmkit_yaml::{Format, NodeRef, Value, blob_json, read_document};

use super::{TemplateKind, basic, substitutes};
use crate::json::quote;
use crate::typed::text;
use crate::{NotLoaded, NotWritable, Output};

/// opm's error for an empty YAML document, which it can read but not write.
const NOTHING: &str = "json: error calling MarshalJSON for type *declcfg.Meta: unexpected end of JSON input";

/// Why opm cannot convert a document. opm reads only its keys, but decodes the bundles of a basic template.
fn not_converted(document: &LoadedDocument, kind: TemplateKind) -> Option<&str> {
    let is_bundle = document.facts.schema.as_ref().is_some_and(|schema| schema.value == schemas::BUNDLE);
    let fields = (is_bundle && kind == TemplateKind::Basic).then(|| refused_at(&document.facts, LoadStep::Fields));
    refused_at(&document.facts, LoadStep::Read).or(fields.flatten())
}

/// The entry of a template for a document. A basic template has only the images of bundles.
fn entry(root: NodeRef<'_>, kind: TemplateKind) -> String {
    if kind != TemplateKind::Basic || text(root, "schema").as_deref() != Some(schemas::BUNDLE) {
        return blob_json(root);
    }
    let image = text(root, "image").map_or_else(|| "\"\"".to_owned(), |image| quote(&image));
    format!("{{\"schema\":\"olm.bundle\",\"image\":{image}}}")
}

/// Converts a catalog to a template.
///
/// # Errors
/// Returns an error if opm cannot load or write a document, or the kind is a semver template.
pub fn convert(files: &[LoadedFile], texts: &[&[u8]], kind: TemplateKind, output: Output) -> Result<String, NotLoaded> {
    let schema = match kind {
        TemplateKind::Basic => basic::SCHEMA,
        TemplateKind::Substitutes => substitutes::SCHEMA,
        TemplateKind::Semver => {
            let message = "a catalog can become a template of kind basic or substitutes".to_owned();
            return Err(NotLoaded { path: String::new(), message });
        }
    };
    let mut entries = Vec::new();
    for (file, bytes) in files.iter().zip(texts).filter(|(file, _)| !file.ignored) {
        if let Some(problem) = &file.problem {
            return Err(NotLoaded { path: file.path.clone(), message: problem.to_string() });
        }
        for loaded in &file.documents {
            let refused = |message: &str| NotLoaded { path: file.path.clone(), message: message.to_owned() };
            if let Some(message) = not_converted(loaded, kind) {
                return Err(refused(message));
            }
            let document = read_document(slice(bytes, loaded.range).unwrap_or_default(), loaded.format);
            let Some(root) = document.root() else { continue };
            if root.value() == Value::Null && loaded.format == Format::Yaml {
                return Err(refused(NOTHING));
            }
            entries.push(entry(root, kind));
        }
    }
    let substitutions = if kind == TemplateKind::Substitutes { ",\"substitutions\":[]" } else { "" };
    // In Go, a list without appended items is null.
    let entries = if entries.is_empty() { "null".to_owned() } else { format!("[{}]", entries.join(",")) };
    let json = format!("{{\"schema\":\"{schema}\",\"entries\":{entries}{substitutions}}}");
    let mut out = String::new();
    match output {
        Output::Json => crate::json::write_escaped(&json, &mut out),
        Output::JsonLines => out.extend([json.as_str(), "\n"]),
        Output::Yaml => {
            let refused = |error: NotWritable| NotLoaded { path: String::new(), message: error.to_string() };
            crate::yaml::write(&json, &mut out).map_err(refused)?;
            out.push('\n');
        }
    }
    Ok(out)
}
