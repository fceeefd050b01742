//! Exports of what is open.

use wasm_bindgen::prelude::*;

use super::arguments::{CatalogExport, ReportExport};
use super::types::Link;
use super::{Answer, Refusal, decode};

#[wasm_bindgen(raw_module = "./editor.js")]
extern "C" {
    #[wasm_bindgen(js_name = shareLink)]
    async fn share_link_js() -> JsValue;
    #[wasm_bindgen(js_name = exportCatalog)]
    async fn export_catalog_js(kind: &str) -> JsValue;
    #[wasm_bindgen(js_name = exportReport)]
    async fn export_report_js(format: &str) -> JsValue;
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

/// Offers the catalog as a download, or returns why that is not possible.
pub async fn export_catalog(kind: CatalogExport) -> Answer<Result<(), Refusal>> {
    decode("exportCatalog", export_catalog_js(kind.name()).await)
}

/// Offers the report as a download, or returns why that is not possible.
pub async fn export_report(format: ReportExport) -> Answer<Result<(), Refusal>> {
    decode("exportReport", export_report_js(format.name()).await)
}

/// Copies unsaved changes as a patch, or returns why that is not possible.
pub async fn copy_patch() -> Answer<Result<(), Refusal>> {
    decode("copyPatch", copy_patch_js().await)
}
