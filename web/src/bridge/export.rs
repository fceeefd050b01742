//! Exports of what is open.

use wasm_bindgen::prelude::*;

use super::types::Link;
use super::{Answer, decode};

#[wasm_bindgen(raw_module = "./editor.js")]
extern "C" {
    #[wasm_bindgen(js_name = shareLink)]
    async fn share_link_js() -> JsValue;
    #[wasm_bindgen(js_name = exportAs)]
    async fn export_as_js(kind: &str) -> JsValue;
    #[wasm_bindgen(js_name = copyPatch)]
    async fn copy_patch_js() -> JsValue;
    /// Opens what is embedded here in a tab of its own.
    #[wasm_bindgen(js_name = openWhole)]
    pub fn open_whole();
    #[wasm_bindgen(js_name = printPage)]
    pub fn print_page();
}

/// A link to the catalog, or why there is none.
pub async fn share_link() -> Answer<Result<Link, String>> {
    decode("shareLink", share_link_js().await)
}

/// Offers the catalog or its report as a file, or says why that does not work.
pub async fn export_as(kind: &str) -> Answer<Result<(), String>> {
    decode("exportAs", export_as_js(kind).await)
}

/// Copies what is not saved as a patch, or says why that does not work.
pub async fn copy_patch() -> Answer<Result<(), String>> {
    decode("copyPatch", copy_patch_js().await)
}
