//! Several catalogs that are open side by side.

use olmkit_api::{CatalogsMatrix, ImpactCluster};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use super::types::{ChangedFile, Edit};
use super::{Answer, decode};

#[wasm_bindgen(raw_module = "./editor.js")]
extern "C" {
    /// Shows the catalog of this name.
    #[wasm_bindgen(js_name = showCatalog)]
    pub fn show_catalog(name: &str);
    /// Sends icons and names of the packages of this table once their rows are visible.
    #[wasm_bindgen(js_name = watchPackages)]
    pub fn watch_packages(table: &web_sys::Element);
    #[wasm_bindgen(js_name = packageAcross)]
    async fn package_across_js(package: &str) -> JsValue;
    #[wasm_bindgen(js_name = carriedChanges)]
    async fn carried_changes_js() -> JsValue;
    #[wasm_bindgen(js_name = comparable)]
    fn comparable_js() -> JsValue;
    #[wasm_bindgen(js_name = compareCatalogs)]
    async fn compare_catalogs_js(from: &str, to: &str) -> JsValue;
}

/// A change in another catalog: what it does and means there, or why it cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Carried {
    /// Name of the catalog.
    pub name: String,
    /// Why it cannot be made there; empty where it can.
    pub reason: String,
    pub edits: Vec<Edit>,
    pub files: Vec<ChangedFile>,
    pub clusters: Vec<ImpactCluster>,
}

/// Something that can be compared: a catalog as it is or was.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct CatalogState {
    pub id: String,
    pub name: String,
}

/// What leads from one state to another.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Comparison {
    pub clusters: Vec<ImpactCluster>,
    pub files: Vec<ChangedFile>,
}

/// The versions of a package in every open catalog.
pub async fn package_across(package: &str) -> Answer<Result<CatalogsMatrix, String>> {
    decode("packageAcross", package_across_js(package).await)
}

/// The change that was made last, in each of the other catalogs. Nothing is changed.
pub async fn carried_changes() -> Answer<Result<Vec<Carried>, String>> {
    decode("carriedChanges", carried_changes_js().await)
}

pub fn comparable() -> Answer<Vec<CatalogState>> {
    decode("comparable", comparable_js())
}

pub async fn compare_catalogs(from: &str, to: &str) -> Answer<Result<Comparison, String>> {
    decode("compareCatalogs", compare_catalogs_js(from, to).await)
}
