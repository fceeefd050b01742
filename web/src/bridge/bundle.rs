//! Functions of the host for bundles.

use crate::prelude::spawn_local;
use olmkit_api::BundleAddition;
use olmkit_api::bundle::{BundleContents, BundleIntention};
use olmkit_api::resolver::Dependencies;
use wasm_bindgen::prelude::*;

use super::types::{AboutPackage, ChosenIcon, Done, ListedBundle, ProposedChange, RenderedBundle};
use super::{Answer, Refusal, decode, to_js};

#[wasm_bindgen(raw_module = "./editor.js")]
extern "C" {
    #[wasm_bindgen(js_name = closeBundle)]
    async fn close_bundle_js() -> JsValue;
    #[wasm_bindgen(js_name = bundleIntend)]
    async fn bundle_intend_js(intention: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = proposal)]
    async fn proposal_js() -> JsValue;
    #[wasm_bindgen(js_name = addition)]
    async fn addition_js(wanted: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = renderedBundles)]
    async fn rendered_bundles_js(text: &str) -> JsValue;
    #[wasm_bindgen(js_name = newPackage)]
    async fn new_package_js(name: &str, channel: &str, rendered: &str) -> JsValue;
    #[wasm_bindgen(js_name = openBundleInput)]
    async fn open_bundle_input_js(input: &web_sys::HtmlInputElement) -> JsValue;
    #[wasm_bindgen(js_name = choosePrevious)]
    async fn choose_previous_js(input: &web_sys::HtmlInputElement) -> JsValue;
    #[wasm_bindgen(js_name = dropPrevious)]
    async fn drop_previous_js() -> JsValue;
    #[wasm_bindgen(js_name = dependencies)]
    async fn dependencies_js(package: &str) -> JsValue;
    #[wasm_bindgen(js_name = packageBundles)]
    async fn package_bundles_js(package: &str) -> JsValue;
    #[wasm_bindgen(js_name = bundleContents)]
    async fn contents_js(name: &str, path: &str, utf16: u32) -> JsValue;
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

/// Applies a change of the bundle, or returns why it is refused.
pub async fn bundle_intend(intention: &BundleIntention) -> Answer<Result<Done, Refusal>> {
    decode("bundleIntend", bundle_intend_js(to_js(intention)).await)
}

/// Opens one of several bundles.
pub fn choose_bundle(root: String) {
    spawn_local(async move {
        choose_bundle_js(&root).await;
    });
}

/// Adds the chosen files as one more catalog to resolve against. Returns whether files were chosen.
pub async fn add_catalog(input: web_sys::HtmlInputElement) -> bool {
    add_catalog_js(&input).await.is_truthy()
}

/// Proposes channels and edges for the open bundle, or returns why it cannot be added.
pub async fn proposal() -> Answer<Result<BundleAddition, Refusal>> {
    decode("proposal", proposal_js().await)
}

/// Plans the change that adds the open bundle.
pub async fn addition(wanted: &BundleAddition) -> Answer<Result<ProposedChange, Refusal>> {
    decode("addition", addition_js(to_js(wanted)).await)
}

/// The bundles in the output of `opm render`, or why it cannot be read.
pub async fn rendered(text: &str) -> Answer<Result<Vec<RenderedBundle>, Refusal>> {
    decode("renderedBundles", rendered_bundles_js(text).await)
}

/// Plans a package with its default channel and the bundles that opm rendered, or returns why it cannot be added.
pub async fn new_package(name: &str, channel: &str, rendered: &str) -> Answer<Result<ProposedChange, Refusal>> {
    decode("newPackage", new_package_js(name, channel, rendered).await)
}

/// Opens the files of an input as a bundle, or returns why that is not possible.
pub async fn open_input(input: &web_sys::HtmlInputElement) -> Answer<Result<(), Refusal>> {
    decode("openBundleInput", open_bundle_input_js(input).await)
}

/// Compares the open bundle with the one in the files of an input, or returns why that is not possible.
pub async fn choose_previous(input: &web_sys::HtmlInputElement) -> Answer<Result<(), Refusal>> {
    decode("choosePrevious", choose_previous_js(input).await)
}

pub fn drop_previous() {
    spawn_local(async {
        drop_previous_js().await;
    });
}

/// The bundles of a package, or the reason why they cannot be read.
pub async fn of_package(package: &str) -> Answer<Result<Vec<ListedBundle>, Refusal>> {
    decode("packageBundles", package_bundles_js(package).await)
}

/// Reads the bundle whose document is at an offset of a file, or returns why it cannot be read.
pub async fn contents(name: &str, path: &str, utf16: u32) -> Answer<Result<BundleContents, Refusal>> {
    decode("bundleContents", contents_js(name, path, utf16).await)
}

/// The description and icon of the package whose document is at an offset of a file.
pub async fn about(path: &str, utf16: u32) -> Answer<Result<AboutPackage, Refusal>> {
    decode("about", about_js(path, utf16).await)
}

/// Reads the file of an input as an icon, or returns why it is not one.
pub async fn read_icon(input: &web_sys::HtmlInputElement) -> Answer<Result<ChosenIcon, Refusal>> {
    decode("readIcon", read_icon_js(input).await)
}

/// Resolves the requirements of a package.
pub async fn dependencies(package: &str) -> Answer<Dependencies> {
    decode("dependencies", dependencies_js(package).await)
}
