//! What is open, for somewhere else.

use serde::Deserialize;
use wasm_bindgen::prelude::*;

use super::from_js;

#[wasm_bindgen(raw_module = "./editor.js")]
extern "C" {
    #[wasm_bindgen(js_name = shareLink)]
    async fn share_link_js() -> JsValue;
    #[wasm_bindgen(js_name = exportAs)]
    async fn export_as_js(kind: &str) -> JsValue;
    /// Opens what is embedded here in a tab of its own.
    #[wasm_bindgen(js_name = openWhole)]
    pub fn open_whole();
    #[wasm_bindgen(js_name = printPage)]
    pub fn print_page();
}

/// A link that holds the catalog.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Link {
    #[serde(default)]
    pub link: String,
    /// Why there is none.
    #[serde(default)]
    pub problem: String,
    /// What to know of it.
    #[serde(default)]
    pub note: String,
}

pub async fn share_link() -> Link {
    from_js(share_link_js().await).unwrap_or_default()
}

/// Offers the catalog or its report as a file. Gives why that does not work, or nothing.
pub async fn export_as(kind: &str) -> String {
    export_as_js(kind).await.as_string().unwrap_or_default()
}
