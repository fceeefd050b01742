//! Dependencies for the npm package: `olmkit/resolver`.

use js_sys::{Array, Object};
use olmkit_resolver::v1::{Extension, resolve_extension};
use olmkit_resolver::{CatalogFiles, DependencyOptions, Request};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const CATALOG: &str = r"
/** A catalog with its files, and what is known of its CatalogSource or ClusterCatalog. */
export interface CatalogInput {
  /** How it is called. */
  name: string;
  /** `spec.priority`; higher is preferred. */
  priority?: number;
  /** Labels of the ClusterCatalog, for OLM v1; its name is one of them without being listed. */
  labels?: Record<string, string>;
  /** Its files, by path and text or bytes. */
  files: ({ path: string; text: string } | { path: string; bytes: Uint8Array | ArrayBuffer })[];
}
";

#[wasm_bindgen]
extern "C" {
    /// A catalog.
    #[wasm_bindgen(typescript_type = "CatalogInput")]
    pub type CatalogInput;
    #[wasm_bindgen(method, getter)]
    fn name(this: &CatalogInput) -> String;
    #[wasm_bindgen(method, getter)]
    fn priority(this: &CatalogInput) -> Option<f64>;
    #[wasm_bindgen(method, getter)]
    fn labels(this: &CatalogInput) -> Option<Object>;
    #[wasm_bindgen(method, getter)]
    fn files(this: &CatalogInput) -> Array;
}

fn read(catalogs: Vec<CatalogInput>) -> Vec<CatalogFiles> {
    let catalog = |catalog: CatalogInput| CatalogFiles {
        name: catalog.name(),
        #[allow(clippy::cast_possible_truncation, reason = "priorities of Kubernetes are whole and 32 bits wide")]
        priority: catalog.priority().unwrap_or_default() as i64,
        labels: catalog.labels().iter().flat_map(labels).collect(),
        files: crate::files::read_list(&catalog.files()),
    };
    catalogs.into_iter().map(catalog).collect()
}

fn labels(of: &Object) -> Vec<(String, String)> {
    let pair = |pair: JsValue| {
        let pair: Array = pair.unchecked_into();
        (pair.get(0).as_string().unwrap_or_default(), pair.get(1).as_string().unwrap_or_default())
    };
    Object::entries(of).iter().map(pair).collect()
}

fn error(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// What OLM v0 would install: JSON in, JSON out. @internal
#[wasm_bindgen(js_name = resolveJson)]
pub fn resolve(catalogs: Vec<CatalogInput>, request: &str) -> Result<String, JsError> {
    let request: Request = serde_json::from_str(request).map_err(error)?;
    let answer = olmkit_resolver::with_files(&read(catalogs), |universe| olmkit_resolver::resolve(universe, &request));
    serde_json::to_string(&answer).map_err(error)
}

/// What OLM v1 would install: JSON in, JSON out. @internal
#[wasm_bindgen(js_name = resolveExtensionJson)]
pub fn resolve_v1(catalogs: Vec<CatalogInput>, extension: &str) -> Result<String, JsError> {
    let extension: Extension = serde_json::from_str(extension).map_err(error)?;
    let answer = olmkit_resolver::with_files(&read(catalogs), |universe| resolve_extension(universe, &extension));
    serde_json::to_string(&answer).map_err(error)
}

/// What bundles require, and what meets it: JSON in, JSON out. @internal
#[wasm_bindgen(js_name = dependenciesJson)]
pub fn dependencies(catalogs: Vec<CatalogInput>, options: &str) -> Result<String, JsError> {
    let options: DependencyOptions = serde_json::from_str(options).map_err(error)?;
    let report =
        olmkit_resolver::with_files(&read(catalogs), |universe| olmkit_resolver::dependencies(universe, &options));
    serde_json::to_string(&report).map_err(error)
}
