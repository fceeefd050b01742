//! Several open catalogs.

use olmkit_api::{CatalogsMatrix, Report};
use olmkit_collections::SortedSet;
use wasm_bindgen::prelude::*;

use super::types::{CatalogState, ChangedDocuments, Comparison, OtherCatalogChange};
use super::{Answer, Refusal, decode};

#[wasm_bindgen(raw_module = "./editor.js")]
extern "C" {
    /// Shows the catalog of this name.
    #[wasm_bindgen(js_name = showCatalog)]
    pub fn show_catalog(name: &str);
    /// Requests icons and names of the packages of this table once their rows are visible.
    #[wasm_bindgen(js_name = watchPackages)]
    pub fn watch_packages(table: &web_sys::Element);
    #[wasm_bindgen(js_name = changedDocuments)]
    async fn changed_documents_js() -> JsValue;
    #[wasm_bindgen(js_name = packageAcross)]
    async fn package_across_js(package: &str) -> JsValue;
    #[wasm_bindgen(js_name = otherCatalogChanges)]
    async fn other_catalog_changes_js() -> JsValue;
    #[wasm_bindgen(js_name = comparable)]
    fn comparable_js() -> JsValue;
    #[wasm_bindgen(js_name = compareCatalogs)]
    async fn compare_catalogs_js(from: &str, to: &str) -> JsValue;
    #[wasm_bindgen(js_name = checkTemplates)]
    async fn check_templates_js() -> JsValue;
}

/// The packages of the shown catalog with a document that differs from those of its saved file.
pub async fn changed_packages() -> Answer<SortedSet<String>> {
    let files: Answer<Vec<ChangedDocuments>> = decode("changedDocuments", changed_documents_js().await);
    files.map(|files| olmkit_page::changed::changed_packages(&files))
}

/// The versions of a package in every open catalog.
pub async fn package_across(package: &str) -> Answer<Result<CatalogsMatrix, Refusal>> {
    decode("packageAcross", package_across_js(package).await)
}

/// Plans the last change for each of the other catalogs. Applies nothing.
pub async fn other_catalog_changes() -> Answer<Result<Vec<OtherCatalogChange>, Refusal>> {
    decode("otherCatalogChanges", other_catalog_changes_js().await)
}

pub fn comparable() -> Answer<Vec<CatalogState>> {
    decode("comparable", comparable_js())
}

pub async fn compare_catalogs(from: &str, to: &str) -> Answer<Result<Comparison, Refusal>> {
    decode("compareCatalogs", compare_catalogs_js(from, to).await)
}

/// The findings about the templates in the open folder.
pub async fn check_templates() -> Answer<Result<Report, Refusal>> {
    decode("checkTemplates", check_templates_js().await)
}
