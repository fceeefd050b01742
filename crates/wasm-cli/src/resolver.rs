//! Dependencies for the npm package: `olmkit/resolver`.

use js_sys::Array;
use olmkit_resolver::{CatalogFiles, DependencyOptions, Request};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const CATALOG: &str = r"
/** A catalog with its files, and what is known of its CatalogSource. */
export interface CatalogInput {
  /** How it is called. */
  name: string;
  /** `spec.priority`; higher is preferred. */
  priority?: number;
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
    fn files(this: &CatalogInput) -> Array;
}

fn read(catalogs: Vec<CatalogInput>) -> Vec<CatalogFiles> {
    let catalog = |catalog: CatalogInput| CatalogFiles {
        name: catalog.name(),
        #[allow(clippy::cast_possible_truncation, reason = "priorities of Kubernetes are whole and 32 bits wide")]
        priority: catalog.priority().unwrap_or_default() as i64,
        files: crate::files::read_list(&catalog.files()),
    };
    catalogs.into_iter().map(catalog).collect()
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

/// What bundles require, and what meets it: JSON in, JSON out. @internal
#[wasm_bindgen(js_name = dependenciesJson)]
pub fn dependencies(catalogs: Vec<CatalogInput>, options: &str) -> Result<String, JsError> {
    let options: DependencyOptions = serde_json::from_str(options).map_err(error)?;
    let report =
        olmkit_resolver::with_files(&read(catalogs), |universe| olmkit_resolver::dependencies(universe, &options));
    serde_json::to_string(&report).map_err(error)
}
