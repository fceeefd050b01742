//! Exports of what is open.

use wasm_bindgen::prelude::*;

use super::types::Link;
use super::{Answer, Refusal, decode};

#[wasm_bindgen(raw_module = "./editor.js")]
extern "C" {
    #[wasm_bindgen(js_name = shareLink)]
    async fn share_link_js() -> JsValue;
    #[wasm_bindgen(js_name = exportAs)]
    async fn export_as_js(kind: &str) -> JsValue;
    #[wasm_bindgen(js_name = copyPatch)]
    async fn copy_patch_js() -> JsValue;
    /// Opens an embedded page in a separate tab.
    #[wasm_bindgen(js_name = openWhole)]
    pub fn open_whole();
    #[wasm_bindgen(js_name = printPage)]
    pub fn print_page();
}

/// A link that contains the catalog, or the reason why there is none.
pub async fn share_link() -> Answer<Result<Link, Refusal>> {
    decode("shareLink", share_link_js().await)
}

/// Offers the catalog or its report as a download, or returns why that is not possible.
pub async fn export_as(kind: &str) -> Answer<Result<(), Refusal>> {
    decode("exportAs", export_as_js(kind).await)
}

/// Copies unsaved changes as a patch, or returns why that is not possible.
pub async fn copy_patch() -> Answer<Result<(), Refusal>> {
    decode("copyPatch", copy_patch_js().await)
}
