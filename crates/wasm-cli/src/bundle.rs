//! Operator bundles for the npm package: `olmkit/bundle`.

use js_sys::Array;
use olmkit_bundle::{Bundle, Input, RenderOptions};
use olmkit_workspace::bundle::BundleOptions;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::files::{BundleInput, give, read_bundle};

fn error(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

fn json(value: &impl Serialize) -> Result<String, JsError> {
    serde_json::to_string(value).map_err(error)
}

fn inputs(files: &[(String, Vec<u8>)]) -> Vec<Input<'_>> {
    files.iter().map(|(path, bytes)| Input { path, bytes }).collect()
}

/// What the tools say of a bundle: JSON out. @internal
#[wasm_bindgen(js_name = validateBundleJson)]
pub fn validate_bundle(files: BundleInput, options: &str) -> Result<String, JsError> {
    let options: BundleOptions = serde_json::from_str(options).map_err(error)?;
    let files = read_bundle(files)?;
    json(&olmkit_workspace::bundle::validate(&files, &options).map_err(error)?)
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Rendering {
    image: String,
    migrate: bool,
    format: Format,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    #[default]
    Json,
    Yaml,
}

/// A rendered bundle, or why there is none.
#[derive(Serialize)]
#[serde(untagged)]
enum Rendered {
    Yes { ok: bool, text: String },
    No { ok: bool, reason: String },
}

fn written(text: String, format: &Format) -> String {
    match format {
        Format::Json => text,
        Format::Yaml => {
            let mut rendering = olmkit_render::Rendering::default();
            rendering.add_bundle(&text);
            rendering.write(olmkit_render::Output::Yaml)
        }
    }
}

/// A bundle as its `olm.bundle` document: JSON out. @internal
#[wasm_bindgen(js_name = renderBundleJson)]
pub fn render_bundle(files: BundleInput, options: &str) -> Result<String, JsError> {
    let Rendering { image, migrate, format } = serde_json::from_str(options).map_err(error)?;
    let files = read_bundle(files)?;
    let rendered = olmkit_bundle::render(&Bundle::new(&inputs(&files)), &RenderOptions { image, migrate });
    json(&match rendered {
        Ok(text) => Rendered::Yes { ok: true, text: written(text, &format) },
        Err(reason) => Rendered::No { ok: false, reason: reason.0 },
    })
}

/// The files of an archive of a bundle, by path below its root. @internal
#[wasm_bindgen(js_name = openBundleArchive)]
pub fn open_bundle(files: BundleInput) -> Result<Array, JsError> {
    Ok(give(&read_bundle(files)?))
}

/// What a bundle is: JSON out. @internal
#[wasm_bindgen(js_name = describeBundleJson)]
pub fn describe_bundle(files: BundleInput) -> Result<String, JsError> {
    let files = read_bundle(files)?;
    json(&olmkit_bundle::describe::describe(&Bundle::new(&inputs(&files))))
}

/// The text edits for an intention: JSON in, JSON out. @internal
#[wasm_bindgen(js_name = planBundleJson)]
pub fn plan_bundle(files: BundleInput, intention: &str) -> Result<String, JsError> {
    let intention = serde_json::from_str(intention).map_err(error)?;
    json(&olmkit_workspace::bundle::plan(&read_bundle(files)?, &intention))
}

/// One rule about bundles: JSON out, `null` when there is none. @internal
#[wasm_bindgen(js_name = explainBundleRuleJson)]
pub fn explain_bundle_rule(rule: &str) -> Result<String, JsError> {
    json(&olmkit_workspace::bundle::explain_bundle_rule(rule))
}
