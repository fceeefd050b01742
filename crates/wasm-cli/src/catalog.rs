//! The text of catalogs, for the editor's worker.

use js_sys::Array;
use olmkit_render::Output;
use wasm_bindgen::prelude::*;

use crate::files::read_list;

/// The documents of each of some files: JSON out. @internal
#[wasm_bindgen(js_name = documentsJson)]
pub fn documents(files: &Array) -> Result<String, JsError> {
    let found: Vec<_> = read_list(files).into_iter().map(|(_, text)| olmkit_workspace::documents(text)).collect();
    serde_json::to_string(&found).map_err(|error| JsError::new(&error.to_string()))
}

/// What is written at the end of a text to add documents, each given as JSON; `json`: how a file without any is
/// written. @internal
#[must_use]
#[wasm_bindgen(js_name = appendDocuments)]
pub fn append_documents(text: &str, documents: Vec<String>, json: bool) -> String {
    olmkit_render::append(text.as_bytes(), &documents, if json { Output::Json } else { Output::Yaml })
}

/// The positions of some versions in OLM's order. @internal
#[must_use]
#[wasm_bindgen(js_name = oldestFirst)]
pub fn oldest_first(versions: Vec<String>) -> Vec<usize> {
    olmkit_semver::oldest_first(&versions)
}
