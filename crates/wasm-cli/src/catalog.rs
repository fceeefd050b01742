//! Catalogs: their documents, bundles that are added to them, and several of them side by side.

use olmkit_js::{CatalogFile, ErrorCode, File, Folder, argument, error, optional};
use olmkit_workspace::api::BundleAddition;
use olmkit_workspace::catalogs::{across, carry, carry_state, compare, may_concern, side_by_side};
use olmkit_workspace::discover::{RepositoryFile, discover};
use olmkit_workspace::{Intention, Options, Workspace};
use wasm_bindgen::prelude::*;

use crate::files::{pairs, read_bundle};
use crate::resolver;
use crate::value::to_js;

/// The documents of each of some files: what they are, and where. @internal
#[wasm_bindgen]
pub fn documents(files: JsValue) -> Result<JsValue, JsValue> {
    let files: Vec<File> = argument("files", &files)?;
    let found: Vec<_> = files.into_iter().map(|file| olmkit_workspace::documents(file.bytes)).collect();
    to_js(&found)
}

/// The catalog that files are.
fn catalog(files: &JsValue) -> Result<Workspace, JsValue> {
    opened(argument("catalog", files)?, &Options::default())
}

/// A workspace with these files.
fn opened(Folder(files): Folder<CatalogFile>, options: &Options) -> Result<Workspace, JsValue> {
    let made = Workspace::new(options);
    let mut workspace = made.map_err(|reason| error(ErrorCode::InvalidOptions, &reason.to_string()))?;
    for CatalogFile { path, content } in files {
        workspace.open_as_read(&path, content);
    }
    Ok(workspace)
}

/// The folders that are catalogs side by side; none where all files are one catalog. @internal
#[wasm_bindgen(js_name = catalogFolders, unchecked_return_type = "CatalogFolder[]")]
pub fn catalog_folders(#[wasm_bindgen(unchecked_param_type = "OlmFile[]")] files: JsValue) -> Result<JsValue, JsValue> {
    let files = pairs(argument("files", &files)?);
    let read = |(path, bytes): (String, Vec<u8>)| RepositoryFile::read(&path, &bytes);
    let files: Vec<RepositoryFile> = files.into_iter().map(read).collect();
    to_js(&side_by_side(&discover(&files)))
}

/// The versions of a package in each of some catalogs. @internal
#[wasm_bindgen(js_name = packageAcross, unchecked_return_type = "CatalogsMatrix")]
pub fn package_across(
    #[wasm_bindgen(unchecked_param_type = "CatalogInput[]")] catalogs: JsValue,
    #[wasm_bindgen(js_name = packageName, unchecked_param_type = "string")] package: JsValue,
) -> Result<JsValue, JsValue> {
    let package: String = argument("packageName", &package)?;
    let mut read = Vec::new();
    for catalog in resolver::read(&catalogs)? {
        let files = catalog.files.into_iter().filter(|(path, bytes)| may_concern(&package, path, bytes));
        let files = files.map(|(path, bytes)| CatalogFile { path, content: Ok(bytes) });
        read.push((catalog.name, opened(Folder(files.collect()), &Options::default())?));
    }
    to_js(&across(&mut read, &package))
}

/// What it means that the second catalog takes the place of the first. @internal
#[wasm_bindgen(js_name = compareCatalogs, unchecked_return_type = "CatalogsComparison")]
pub fn compare_catalogs(
    #[wasm_bindgen(unchecked_param_type = "CatalogFile[]")] from: JsValue,
    #[wasm_bindgen(unchecked_param_type = "CatalogFile[]")] to: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let options: Options = optional("options", &options)?;
    let mut from = opened(argument("from", &from)?, &options)?;
    let mut to = opened(argument("to", &to)?, &options)?;
    to_js(&compare(&mut from, &mut to))
}

/// The text edits that make changes of one catalog in another, and what they mean there. `source`: the catalog as it was
/// before the changes. @internal
#[wasm_bindgen(js_name = carryChange, unchecked_return_type = "CarriedChange")]
pub fn carry_change(
    #[wasm_bindgen(unchecked_param_type = "Intention[]")] intentions: JsValue,
    #[wasm_bindgen(unchecked_param_type = "CatalogFile[]")] source: JsValue,
    #[wasm_bindgen(unchecked_param_type = "CatalogFile[]")] target: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let intentions: Vec<Intention> = argument("intentions", &intentions)?;
    let options: Options = optional("options", &options)?;
    let target: Folder<CatalogFile> = argument("target", &target)?;
    let mut before = opened(target.clone(), &options)?;
    let mut target = opened(target, &options)?;
    to_js(&carry(&intentions, &mut catalog(&source)?, &mut before, &mut target))
}

/// The same for changes that were made in any way. `source`: the catalog as it was before them, `now`: as it is. @internal
#[wasm_bindgen(js_name = carryState, unchecked_return_type = "CarriedChange")]
pub fn carry_made(
    #[wasm_bindgen(unchecked_param_type = "CatalogFile[]")] source: JsValue,
    #[wasm_bindgen(unchecked_param_type = "CatalogFile[]")] now: JsValue,
    #[wasm_bindgen(unchecked_param_type = "CatalogFile[]")] target: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let options: Options = optional("options", &options)?;
    let target: Folder<CatalogFile> = argument("target", &target)?;
    let mut before = opened(target.clone(), &options)?;
    let mut target = opened(target, &options)?;
    let mut now = opened(argument("now", &now)?, &options)?;
    to_js(&carry_state(&mut catalog(&source)?, &mut now, &mut before, &mut target))
}

/// How a bundle can be added to a catalog: the channels with edges by their convention, the form of its document. Throws
/// when the bundle names no package or has no name.
#[wasm_bindgen(js_name = proposeAddition, unchecked_return_type = "BundleAddition")]
pub fn propose_addition(
    #[wasm_bindgen(unchecked_param_type = "CatalogFile[]", js_name = catalog)] files: JsValue,
    #[wasm_bindgen(unchecked_param_type = "BundleInput")] bundle: JsValue,
) -> Result<JsValue, JsValue> {
    let bundle = read_bundle("bundle", &bundle)?;
    let proposed = catalog(&files)?.propose_addition(&bundle);
    to_js(&proposed.map_err(|reason| error(ErrorCode::NoAnswer, &reason.to_string()))?)
}

/// The text edits and new files that add a bundle to a catalog: its document, and an entry in every chosen channel. Nothing
/// is changed.
#[wasm_bindgen(js_name = planAddition, unchecked_return_type = "Plan")]
pub fn plan_addition(
    #[wasm_bindgen(unchecked_param_type = "CatalogFile[]", js_name = catalog)] files: JsValue,
    #[wasm_bindgen(unchecked_param_type = "BundleInput")] bundle: JsValue,
    #[wasm_bindgen(unchecked_param_type = "BundleAddition")] addition: JsValue,
) -> Result<JsValue, JsValue> {
    let bundle = read_bundle("bundle", &bundle)?;
    let addition: BundleAddition = argument("addition", &addition)?;
    to_js(&catalog(&files)?.plan_addition(&addition, &bundle))
}

/// The text edits and new files that add bundles which `opm render` printed, with entries in a channel if one is named.
/// Nothing is changed.
#[wasm_bindgen(js_name = planRendered, unchecked_return_type = "Plan")]
pub fn plan_rendered(
    #[wasm_bindgen(unchecked_param_type = "CatalogFile[]", js_name = catalog)] files: JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] rendered: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "string")] channel: JsValue,
) -> Result<JsValue, JsValue> {
    let rendered: String = argument("rendered", &rendered)?;
    let channel: Option<String> = optional("channel", &channel)?;
    to_js(&catalog(&files)?.plan_rendered(&rendered, channel.as_deref()))
}

/// The text edits and new files that add a package with its default channel, and with bundles that `opm render` printed as
/// entries of it, each replacing the next older one. Nothing is changed.
#[wasm_bindgen(js_name = planPackage, unchecked_return_type = "Plan")]
pub fn plan_package(
    #[wasm_bindgen(unchecked_param_type = "CatalogFile[]", js_name = catalog)] files: JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] name: JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] channel: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "string")] rendered: JsValue,
) -> Result<JsValue, JsValue> {
    let name: String = argument("name", &name)?;
    let channel: String = argument("channel", &channel)?;
    let rendered: Option<String> = optional("rendered", &rendered)?;
    to_js(&catalog(&files)?.plan_package(&name, &channel, rendered.as_deref()))
}

/// What the bundle contains that a document in JSON is; null when it is not an object. @internal
#[wasm_bindgen(js_name = bundleContents, unchecked_return_type = "BundleContents | null")]
pub fn bundle_contents(#[wasm_bindgen(unchecked_param_type = "string")] json: JsValue) -> Result<JsValue, JsValue> {
    to_js(&olmkit_workspace::bundle_contents(&argument::<String>("json", &json)?))
}
