//! The text of catalogs, for the editor's worker.

use olmkit_js::{File, argument};
use olmkit_render::Output;
use wasm_bindgen::prelude::*;

use crate::files::pairs;
use crate::value::to_js;

/// The documents of each of some files: what they are, and where. @internal
#[wasm_bindgen]
pub fn documents(files: JsValue) -> Result<JsValue, JsValue> {
    let files: Vec<File> = argument("files", &files)?;
    let found: Vec<_> = pairs(files).into_iter().map(|(_, text)| olmkit_workspace::documents(text)).collect();
    to_js(&found)
}

/// What is written at the end of a text to add documents, each given as JSON; `json`: how a file without any is
/// written. @internal
#[wasm_bindgen(js_name = appendDocuments)]
pub fn append_documents(text: JsValue, documents: JsValue, json: JsValue) -> Result<String, JsValue> {
    let text: String = argument("text", &text)?;
    let documents: Vec<String> = argument("documents", &documents)?;
    let output = if argument("json", &json)? { Output::Json } else { Output::Yaml };
    Ok(olmkit_render::append(text.as_bytes(), &documents, output))
}

/// What the bundle contains that a document in JSON is; null when it is not an object. @internal
#[wasm_bindgen(js_name = bundleContents, unchecked_return_type = "BundleContents | null")]
pub fn bundle_contents(#[wasm_bindgen(unchecked_param_type = "string")] json: JsValue) -> Result<JsValue, JsValue> {
    to_js(&olmkit_workspace::bundle_contents(&argument::<String>("json", &json)?))
}

/// The positions of some versions in OLM's order. @internal
#[wasm_bindgen(js_name = oldestFirst)]
pub fn oldest_first(versions: JsValue) -> Result<Vec<usize>, JsValue> {
    Ok(olmkit_semver::oldest_first(&argument::<Vec<String>>("versions", &versions)?))
}
