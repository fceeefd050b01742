//! Operator bundles for the npm package: `olmkit/bundle`.

use js_sys::{Array, Reflect};
use olmkit_bundle::edits::BundleIntention;
use olmkit_bundle::{Bundle, Input, Part, RenderOptions, inputs};
use olmkit_js::{ErrorCode, argument, error, optional, optional_beside, parsed, split};
use olmkit_render::NotWritable;
use olmkit_workspace::bundle::BundleOptions;
use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::files::{give, read_bundle};
use crate::value::to_js;

#[wasm_bindgen(typescript_custom_section)]
const OPTIONS: &str = r"
/** Options for checking a bundle. */
export interface BundleOptions {
  /** The previous version of the bundle, for the checks of the upgrade. Positions in it have `previous: true`. */
  before?: BundleInput;
}
";

/// Paths and contents of the files of a bundle.
type Files = Vec<(String, Vec<u8>)>;

/// Reads the options, and the files of the previous version, which are not part of the options in Rust. Refuses files
/// without objects: a comparison with nothing would find nothing.
fn read_options(options: &JsValue) -> Result<(BundleOptions, Files), JsValue> {
    let (before, plain) = split("options", options, "before")?;
    let options = optional_beside("options", &plain, "before")?;
    if before.is_undefined() || before.is_null() {
        return Ok((options, Vec::new()));
    }
    let files = read_bundle("options.before", &before)?;
    if !Bundle::new(&inputs(&files)).contains_objects("") {
        return Err(error(ErrorCode::InvalidOptions, "`options.before` contains no objects"));
    }
    Ok((options, files))
}

/// Joins the files of a bundle and of its previous version.
fn with_before<'f>(files: &'f Files, before: &'f Files) -> Vec<Input<'f>> {
    let before = before.iter().map(|(path, bytes)| Input { part: Part::Before, root: "", path, bytes });
    inputs(files).into_iter().chain(before).collect()
}

/// Returns the findings of opm, operator-framework/api, operator-sdk and OLM about a bundle. Never throws on a broken
/// bundle. Throws if an archive cannot be read, if the options contain an unknown name, or if `before` contains
/// no objects.
#[wasm_bindgen(js_name = validateBundle, unchecked_return_type = "OlmReport")]
pub fn validate_bundle(
    #[wasm_bindgen(unchecked_param_type = "BundleInput")] files: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "BundleOptions")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let (options, previous) = read_options(&options)?;
    let files = read_bundle("files", &files)?;
    let report = olmkit_workspace::bundle::validate(&with_before(&files, &previous), &options);
    to_js(&report.map_err(|reason| error(ErrorCode::InvalidOptions, &reason.to_string()))?)
}

/// Returns the effects of the change from one state of a bundle to another, in sentences: the verdicts of the tools,
/// and fixed and new problems.
#[wasm_bindgen(js_name = bundleImpact, unchecked_return_type = "Impact")]
pub fn bundle_impact(
    #[wasm_bindgen(unchecked_param_type = "BundleInput")] before: JsValue,
    #[wasm_bindgen(unchecked_param_type = "BundleInput")] after: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "BundleOptions")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let (options, previous) = read_options(&options)?;
    let (before, after) = (read_bundle("before", &before)?, read_bundle("after", &after)?);
    let states = [&before, &after].map(|files| with_before(files, &previous));
    let [before, after] = states.each_ref();
    let impact = olmkit_workspace::bundle::impact(before, after, &options);
    to_js(&impact.map_err(|reason| error(ErrorCode::InvalidOptions, &reason.to_string()))?)
}

/// Options for rendering a bundle.
#[derive(Debug, Default, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields)]
#[tsify(rename = "RenderOptions")]
struct Rendering {
    /// The bundle image. `{{.Package}}`, `{{.Name}}` and `{{.Version}}` are replaced.
    #[tsify(optional)]
    image: String,
    /// Replaces the objects with `olm.csv.metadata`, as `opm render --migrate` does. Requires an image.
    #[tsify(optional)]
    migrate: bool,
    /// The format of the text. With YAML, `document` is left out.
    #[tsify(optional, type = "\"json\" | \"yaml\"")]
    format: Format,
}

#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    #[default]
    Json,
    Yaml,
}

#[wasm_bindgen(typescript_custom_section)]
const RENDERED: &str = r#"
/** An `olm.bundle` document. */
export interface BundleDocument {
  schema: "olm.bundle";
  name: string;
  package: string;
  image: string;
  properties: { type: string; value: unknown }[];
  relatedImages?: { name: string; image: string }[];
}

/** A rendered bundle, or the reason why opm does not render it. Without a package name there is no document, as with opm. */
export type Rendered = { ok: true; text: string; document?: BundleDocument | null } | { ok: false; reason: string };
"#;

/// A rendered bundle, or the reason why it cannot be rendered.
#[derive(Serialize)]
#[serde(untagged)]
enum Rendered {
    Yes { ok: bool, text: String },
    No { ok: bool, reason: String },
}

fn written(text: &str, format: &Format) -> Result<String, NotWritable> {
    match format {
        Format::Json => Ok(text.to_owned()),
        Format::Yaml => {
            let mut rendering = olmkit_render::Rendering::default();
            rendering.add_document(text);
            rendering.write(olmkit_render::Output::Yaml)
        }
    }
}

/// Renders the `olm.bundle` document as `opm render` does.
#[wasm_bindgen(js_name = renderBundle, unchecked_return_type = "Rendered")]
pub fn render_bundle(
    #[wasm_bindgen(unchecked_param_type = "BundleInput")] files: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "RenderOptions")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let Rendering { image, migrate, format } = optional("options", &options)?;
    let files = read_bundle("files", &files)?;
    let text = match olmkit_bundle::render(&Bundle::new(&inputs(&files)), &RenderOptions { image, migrate }) {
        Ok(text) => text,
        Err(reason) => return to_js(&Rendered::No { ok: false, reason: reason.to_string() }),
    };
    let rendered = match written(&text, &format) {
        Ok(text) => to_js(&Rendered::Yes { ok: true, text })?,
        Err(reason) => return to_js(&Rendered::No { ok: false, reason: reason.to_string() }),
    };
    if format == Format::Json {
        let document = if text.is_empty() { JsValue::NULL } else { parsed(&text)? };
        Reflect::set(&rendered, &"document".into(), &document)?;
    }
    Ok(rendered)
}

/// Reads an archive of a bundle (zip, tar, tar.gz, tar.zst, image archive). Returns its files by path, relative to the
/// bundle's root.
#[wasm_bindgen(js_name = openBundle, unchecked_return_type = "{ path: string; bytes: Uint8Array }[]")]
pub fn open_bundle(#[wasm_bindgen(unchecked_param_type = "BundleInput")] archive: JsValue) -> Result<Array, JsValue> {
    Ok(give(&read_bundle("archive", &archive)?))
}

/// Describes a bundle: identity, APIs, permissions, images, settings. Missing or invalid parts are empty.
#[wasm_bindgen(js_name = describeBundle, unchecked_return_type = "BundleDescription")]
pub fn describe_bundle(
    #[wasm_bindgen(unchecked_param_type = "BundleInput")] files: JsValue,
) -> Result<JsValue, JsValue> {
    let files = read_bundle("files", &files)?;
    to_js(&olmkit_bundle::describe::describe(&Bundle::new(&inputs(&files))))
}

/// Returns the smallest text edits for a change of annotations, dependencies or properties. Nothing is applied.
#[wasm_bindgen(js_name = planBundle, unchecked_return_type = "Plan")]
pub fn plan_bundle(
    #[wasm_bindgen(unchecked_param_type = "BundleInput")] files: JsValue,
    #[wasm_bindgen(unchecked_param_type = "BundleIntention")] intention: JsValue,
) -> Result<JsValue, JsValue> {
    let intention: BundleIntention = argument("intention", &intention)?;
    to_js(&olmkit_workspace::bundle::plan(&read_bundle("files", &files)?, &intention))
}
