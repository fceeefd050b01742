//! Opening files: recent folders, addresses, the clipboard.

use crate::prelude::spawn_local;
use js_sys::Array;
use olmkit_folders::{is_image, needs_search};
use olmkit_page::arguments::Preparation;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(raw_module = "./editor.js")]
extern "C" {
    /// Opens the file at an address.
    #[wasm_bindgen(js_name = openAddress)]
    pub fn open_address(address: &str);
    #[wasm_bindgen(js_name = openFolderBeside)]
    async fn open_folder_beside_js() -> JsValue;
    #[wasm_bindgen(js_name = openInputBeside)]
    async fn open_input_beside_js(input: &web_sys::HtmlInputElement) -> JsValue;
    #[wasm_bindgen(js_name = openClipboard)]
    async fn open_clipboard_js() -> JsValue;
    #[wasm_bindgen(js_name = reopen)]
    async fn reopen_js(key: &str) -> JsValue;
    #[wasm_bindgen(js_name = continueDraft)]
    async fn continue_draft_js(key: &str) -> JsValue;
    #[wasm_bindgen(js_name = discardDraft)]
    async fn discard_draft_js(key: &str) -> JsValue;
    /// Reads the list of drafts again.
    #[wasm_bindgen(js_name = listDrafts)]
    pub fn list_drafts();
    #[wasm_bindgen(js_name = forgetFolder)]
    async fn forget_folder_js(key: &str) -> JsValue;
}

/// Returns what files with these paths require before they are opened: unpacking them as an image, or a search for
/// bundles and several catalogs; `null` for nothing.
pub fn required_for(paths: Array, is_archive: bool) -> JsValue {
    let paths: Vec<String> = paths.iter().filter_map(|path| path.as_string()).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let preparation = if is_archive && is_image(paths.iter().copied()) {
        Preparation::Image
    } else if needs_search(&paths) {
        Preparation::Search
    } else {
        return JsValue::NULL;
    };
    preparation.name().into()
}

/// Opens the text in the clipboard.
pub fn open_clipboard() {
    spawn_local(async {
        open_clipboard_js().await;
    });
}

/// Opens a folder beside what is open.
pub fn open_folder_beside() {
    spawn_local(async {
        open_folder_beside_js().await;
    });
}

/// Opens the files of an input beside what is open.
pub fn open_input_beside(input: web_sys::HtmlInputElement) {
    spawn_local(async move {
        open_input_beside_js(&input).await;
    });
}

/// Opens a recent folder, by its key.
pub fn reopen(key: String) {
    spawn_local(async move {
        reopen_js(&key).await;
    });
}

/// Removes a folder from the recent ones.
pub fn forget_folder(key: String) {
    spawn_local(async move {
        forget_folder_js(&key).await;
    });
}

/// Opens the files of a draft and restores it.
pub fn continue_draft(key: String) {
    spawn_local(async move {
        continue_draft_js(&key).await;
    });
}

/// Deletes a draft.
pub fn discard_draft(key: String) {
    spawn_local(async move {
        discard_draft_js(&key).await;
    });
}
