//! `opm alpha convert-template`: a catalog as a template.

use olmkit_catalog::LoadedFile;
use olmkit_syntax::{blob_json, read_document};

use super::{TemplateKind, basic, substitutes};
use crate::json::quote;
use crate::typed::text;
use crate::{NotLoaded, Output, check};

/// Writes a catalog as a template of a kind.
///
/// # Errors
/// A document that opm does not load. A semver template cannot be made from a catalog.
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
        check(file)?;
        for loaded in &file.documents {
            let range = usize::from(loaded.range.start())..usize::from(loaded.range.end());
            let document = read_document(bytes.get(range).unwrap_or_default(), loaded.format);
            let Some(root) = document.root() else { continue };
            let is_bundle = text(root, "schema").as_deref() == Some("olm.bundle");
            entries.push(match text(root, "image") {
                Some(image) if kind == TemplateKind::Basic && is_bundle => {
                    format!("{{\"schema\":\"olm.bundle\",\"image\":{}}}", quote(&image))
                }
                _ if kind == TemplateKind::Basic && is_bundle => {
                    "{\"schema\":\"olm.bundle\",\"image\":\"\"}".to_owned()
                }
                _ => blob_json(root),
            });
        }
    }
    let substitutions = if kind == TemplateKind::Substitutes { ",\"substitutions\":[]" } else { "" };
    let json = format!("{{\"schema\":\"{schema}\",\"entries\":[{}]{substitutions}}}", entries.join(","));
    let mut out = String::new();
    match output {
        Output::Json => crate::json::write_escaped(&json, &mut out),
        Output::JsonLines => out.extend([json.as_str(), "\n"]),
        Output::Yaml => {
            crate::yaml::write(&json, &mut out);
            out.push('\n');
        }
    }
    Ok(out)
}
