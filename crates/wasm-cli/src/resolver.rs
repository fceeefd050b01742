//! Dependencies for the npm package: `olmkit/resolver`.

use std::collections::BTreeMap;

use olmkit_js::{ErrorCode, Folder, argument, error, optional, optional_beside, split};
use olmkit_resolver::v1::{Extension, resolve_extension};
use olmkit_resolver::{CatalogFiles, Request};
use olmkit_workspace::dependencies::{DependencyOptions, UnansweredError, check, with_whole};
use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::files::pairs;
use crate::value::to_js;

/// A catalog with its files, and the known fields of its CatalogSource or ClusterCatalog.
#[derive(Debug, Deserialize, Tsify)]
#[serde(deny_unknown_fields)]
struct CatalogInput {
    /// The name of the catalog.
    name: String,
    /// `spec.priority`; higher is preferred.
    #[serde(default)]
    #[tsify(optional)]
    priority: i32,
    /// Labels of the ClusterCatalog, for OLM v1. The label with its name is implied.
    #[serde(default)]
    #[tsify(optional, type = "Record<string, string>")]
    labels: BTreeMap<String, String>,
    /// The files, by path, as text or bytes.
    #[tsify(type = "OlmFile[]")]
    files: Folder,
}

impl From<CatalogInput> for CatalogFiles {
    fn from(CatalogInput { name, priority, labels, files }: CatalogInput) -> Self {
        CatalogFiles { name, priority: priority.into(), labels: labels.into_iter().collect(), files: pairs(files) }
    }
}

/// Reads catalogs by name, with their files.
pub(crate) fn read(catalogs: &JsValue) -> Result<Vec<CatalogFiles>, JsValue> {
    Ok(argument::<Vec<CatalogInput>>("catalogs", catalogs)?.into_iter().map(Into::into).collect())
}

fn unanswered(reason: &UnansweredError) -> JsValue {
    error(ErrorCode::NoAnswer, &reason.to_string())
}

/// The version of OLM whose resolver is used.
#[derive(Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Olm {
    #[default]
    V0,
    V1,
}

#[wasm_bindgen(typescript_custom_section)]
const RESOLVE: &str = r#"
/**
 * Returns what OLM v1 would install for this ClusterExtension and from which catalog, or why it would not install anything.
 * Throws if opm does not load one of the catalogs.
 */
export function resolve(catalogs: CatalogInput[], request: Extension & { olm: "v1" }): ExtensionResolution;

/**
 * Returns what OLM v0 would install for these subscriptions, or the shortest explanation of why it cannot install them.
 * Throws if opm does not load one of the catalogs.
 */
export function resolve(catalogs: CatalogInput[], request?: OlmRequest & { olm?: "v0" }): Resolution;
"#;

/// Returns what OLM would install. The key `olm` of the request selects the resolver.
#[wasm_bindgen(skip_typescript)]
pub fn resolve(catalogs: JsValue, request: JsValue) -> Result<JsValue, JsValue> {
    let (olm, request) = split("request", &request, "olm")?;
    match optional("request.olm", &olm)? {
        Olm::V0 => {
            let request: Request = optional_beside("request", &request, "olm")?;
            let found = with_whole(read(&catalogs)?, |universe| olmkit_resolver::resolve(universe, &request));
            to_js(&found.map_err(|reason| unanswered(&reason))?)
        }
        Olm::V1 => {
            let extension: Extension = argument("request", &request)?;
            let found = with_whole(read(&catalogs)?, |universe| resolve_extension(universe, &extension));
            to_js(&found.map_err(|reason| unanswered(&reason))?)
        }
    }
}

/// Returns the requirements of each bundle, the bundles that meet them in OLM's order of preference, and the findings.
/// Throws if opm does not load all of the catalogs.
#[wasm_bindgen(unchecked_return_type = "Dependencies")]
pub fn dependencies(
    #[wasm_bindgen(unchecked_param_type = "CatalogInput[]")] catalogs: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "DependencyOptions")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let options: DependencyOptions = optional("options", &options)?;
    let (own, shared) = options.split();
    let found = with_whole(read(&catalogs)?, |universe| check(universe, &own, &[shared]));
    let found = found.map_err(|reason| unanswered(&reason))?;
    to_js(&found.map_err(|reason| error(ErrorCode::InvalidOptions, &reason.to_string()))?)
}
