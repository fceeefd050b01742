//! What the page's JavaScript does with bundles.

use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;

use super::{from_js, to_js};
use crate::data::EntryRow;
use crate::data::bundle::{AboutPackage, Addition, CatalogBundle, ChosenIcon, Description, Needs, Proposal};

#[wasm_bindgen(raw_module = "./editor.js")]
extern "C" {
    #[wasm_bindgen(js_name = closeBundle)]
    async fn close_bundle_js() -> JsValue;
    #[wasm_bindgen(js_name = bundleIntend)]
    async fn bundle_intend_js(intention: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = proposal)]
    async fn proposal_js(bundle: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = addition)]
    async fn addition_js(wanted: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = openBundleInput)]
    async fn open_bundle_input_js(input: &web_sys::HtmlInputElement) -> JsValue;
    #[wasm_bindgen(js_name = dependencies)]
    async fn dependencies_js(package: &str) -> JsValue;
    #[wasm_bindgen(js_name = heldBundle)]
    async fn held_js(row: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = about)]
    async fn about_js(path: &str, utf16: u32) -> JsValue;
    #[wasm_bindgen(js_name = readIcon)]
    async fn read_icon_js(input: &web_sys::HtmlInputElement) -> JsValue;
    #[wasm_bindgen(js_name = chooseBundle)]
    async fn choose_bundle_js(root: &str) -> JsValue;
    #[wasm_bindgen(js_name = addDependencyCatalog)]
    async fn add_catalog_js(input: &web_sys::HtmlInputElement) -> JsValue;
    #[wasm_bindgen(js_name = removeDependencyCatalog)]
    pub fn remove_catalog(name: &str);
    #[wasm_bindgen(js_name = setCatalogPriority)]
    pub fn set_priority(name: &str, priority: f64);
}

pub fn close_bundle() {
    spawn_local(async {
        close_bundle_js().await;
    });
}

pub async fn bundle_intend(intention: JsValue) -> JsValue {
    bundle_intend_js(intention).await
}

/// Opens one of several bundles.
pub fn choose_bundle(root: String) {
    spawn_local(async move {
        choose_bundle_js(&root).await;
    });
}

/// Takes chosen files as one more catalog; whether there is one.
pub async fn add_catalog(input: web_sys::HtmlInputElement) -> bool {
    add_catalog_js(&input).await.is_truthy()
}

/// Where the bundle could go in the catalog, and by which edges.
pub async fn proposal(bundle: &Description) -> Proposal {
    from_js(proposal_js(to_js(bundle)).await).unwrap_or_default()
}

/// The edits that put it there.
pub async fn addition(wanted: &Proposal) -> Addition {
    from_js(addition_js(to_js(wanted)).await).unwrap_or_default()
}

/// Opens the files of an input as a bundle. Gives why that does not work, or nothing.
pub async fn open_input(input: &web_sys::HtmlInputElement) -> String {
    open_bundle_input_js(input).await.as_string().unwrap_or_default()
}

/// What the bundle of a row holds.
pub async fn held(row: &EntryRow) -> CatalogBundle {
    from_js(held_js(to_js(row)).await).unwrap_or_default()
}

/// What the package says of itself whose document is at a place of a file.
pub async fn about(path: &str, utf16: u32) -> AboutPackage {
    from_js(about_js(path, utf16).await).unwrap_or_default()
}

/// The file of an input as an icon.
pub async fn read_icon(input: &web_sys::HtmlInputElement) -> ChosenIcon {
    from_js(read_icon_js(input).await).unwrap_or_default()
}

/// Who provides what a package needs.
pub async fn needs(package: &str) -> Needs {
    from_js(dependencies_js(package).await).unwrap_or_default()
}
