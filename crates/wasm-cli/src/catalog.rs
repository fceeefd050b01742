//! Catalogs: their documents, adding bundles to them, and comparing several of them.

use olmkit_js::{CatalogFile, ErrorCode, File, Folder, argument, error, optional};
use olmkit_workspace::api::BundleAddition;
use olmkit_workspace::catalogs::{across, apply_state_to_other, apply_to_other, compare, contents, may_concern};
use olmkit_workspace::discover::{RepositoryFile, discover};
use olmkit_workspace::{Intention, Options, Workspace};
use wasm_bindgen::prelude::*;

use crate::files::{pairs, read_bundle};
use crate::resolver;
use crate::value::to_js;

/// Returns the documents of each file, with their kinds and positions. @internal
#[wasm_bindgen(unchecked_return_type = "DocumentInfo[][]")]
pub fn documents(#[wasm_bindgen(unchecked_param_type = "OlmFile[]")] files: JsValue) -> Result<JsValue, JsValue> {
    let files: Vec<File> = argument("files", &files)?;
    let found: Vec<_> = files.into_iter().map(|file| olmkit_workspace::documents(file.bytes)).collect();
    to_js(&found)
}

/// Opens files as a catalog.
fn catalog(files: &JsValue) -> Result<Workspace, JsValue> {
    opened(argument("catalog", files)?, &Options::default())
}

/// Creates a workspace with these files.
fn opened(Folder(files): Folder<CatalogFile>, options: &Options) -> Result<Workspace, JsValue> {
    let made = Workspace::new(options);
    let mut workspace = made.map_err(|reason| error(ErrorCode::InvalidOptions, &reason.to_string()))?;
    for CatalogFile { path, content } in files {
        workspace.open_as_read(&path, content);
    }
    Ok(workspace)
}

/// Returns the bundles and the separate catalogs among the files of a folder. @internal
#[wasm_bindgen(js_name = folderContents, unchecked_return_type = "FolderContents")]
pub fn folder_contents(#[wasm_bindgen(unchecked_param_type = "OlmFile[]")] files: JsValue) -> Result<JsValue, JsValue> {
    let files = pairs(argument("files", &files)?);
    let read = |(path, bytes): (String, Vec<u8>)| RepositoryFile::read(&path, &bytes);
    let files: Vec<RepositoryFile> = files.into_iter().map(read).collect();
    to_js(&contents(&discover(&files)))
}

/// Returns the versions of a package in each of the catalogs. @internal
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

/// Returns the effects of replacing the first catalog with the second. @internal
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

/// Returns the text edits that apply the changes of one catalog to another, and their effects there. `source` is the
/// catalog before the changes. @internal
#[wasm_bindgen(js_name = applyToOther, unchecked_return_type = "AppliedToOther")]
pub fn apply_change(
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
    to_js(&apply_to_other(&intentions, &mut catalog(&source)?, &mut before, &mut target))
}

/// Like `applyToOther`, for changes of any kind. `source` is the catalog before the changes, `now` the catalog after
/// them. @internal
#[wasm_bindgen(js_name = applyStateToOther, unchecked_return_type = "AppliedToOther")]
pub fn apply_state(
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
    to_js(&apply_state_to_other(&mut catalog(&source)?, &mut now, &mut before, &mut target))
}

/// Proposes how to add a bundle to a catalog: the channels, with edges by their convention, and the form of its
/// document. Throws if the bundle has no name, or does not name a package.
#[wasm_bindgen(js_name = proposeAddition, unchecked_return_type = "BundleAddition")]
pub fn propose_addition(
    #[wasm_bindgen(unchecked_param_type = "CatalogFile[]", js_name = catalog)] files: JsValue,
    #[wasm_bindgen(unchecked_param_type = "BundleInput")] bundle: JsValue,
) -> Result<JsValue, JsValue> {
    let bundle = read_bundle("bundle", &bundle)?;
    let proposed = catalog(&files)?.propose_addition(&bundle);
    to_js(&proposed.map_err(|reason| error(ErrorCode::NoAnswer, &reason.to_string()))?)
}

/// Returns the text edits and new files that add a bundle to a catalog: its document, and an entry in each chosen
/// channel. Nothing is applied.
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

/// Returns the text edits and new files that add bundles rendered by `opm render`, with entries in a channel if one is
/// named. Nothing is applied.
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

/// Returns the text edits and new files that add a package with its default channel. The entries of the channel are
/// bundles rendered by `opm render`; each replaces the next older one. Nothing is applied.
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

/// Returns the contents of a bundle, given its document as JSON; null if the document is not an object. @internal
#[wasm_bindgen(js_name = bundleContents, unchecked_return_type = "BundleContents | null")]
pub fn bundle_contents(#[wasm_bindgen(unchecked_param_type = "string")] json: JsValue) -> Result<JsValue, JsValue> {
    to_js(&olmkit_workspace::bundle_contents(&argument::<String>("json", &json)?))
}
