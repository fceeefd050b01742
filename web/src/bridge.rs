//! The page's JavaScript, as the Rust side calls it.

use leptos::task::spawn_local;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/editor/dist/editor.js")]
extern "C" {
    pub fn start(callback: &Closure<dyn Fn(String, JsValue)>);
    #[wasm_bindgen(js_name = canPickFolder)]
    pub fn can_pick_folder() -> bool;
    #[wasm_bindgen(js_name = openFolder)]
    async fn open_folder_js() -> JsValue;
    #[wasm_bindgen(js_name = openInput)]
    async fn open_input_js(input: &web_sys::HtmlInputElement) -> JsValue;
    #[wasm_bindgen(js_name = openSample)]
    async fn open_sample_js(name: &str) -> JsValue;
    #[wasm_bindgen(js_name = setProfile)]
    async fn set_profile_js(profile: &str) -> JsValue;
    #[wasm_bindgen(js_name = undo)]
    async fn undo_js() -> JsValue;
    #[wasm_bindgen(js_name = redo)]
    async fn redo_js() -> JsValue;
    #[wasm_bindgen(js_name = intend)]
    async fn intend_js(intention: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = applyFix)]
    async fn apply_fix_js(title: &str, edits: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = channel)]
    async fn channel_js(package: &str, channel: &str) -> JsValue;
    #[wasm_bindgen(js_name = changed)]
    fn changed_js() -> JsValue;
    #[wasm_bindgen(js_name = saveHere)]
    async fn save_here_js(overwrite: JsValue) -> JsValue;
    #[wasm_bindgen(js_name = conflicts)]
    async fn conflicts_js() -> JsValue;
    #[wasm_bindgen(js_name = settle)]
    async fn settle_js(path: &str, take: &str) -> JsValue;
    #[wasm_bindgen(js_name = restartEngine)]
    async fn restart_engine_js() -> JsValue;
    #[wasm_bindgen(js_name = copyCrashReport)]
    async fn copy_crash_report_js(message: &str) -> JsValue;
    pub fn download() -> JsValue;
    #[wasm_bindgen(js_name = mountCode)]
    pub fn mount_code(element: &web_sys::Element, cursor: &Closure<dyn Fn(String, u32)>);
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(path: &str, from: u32, to: u32, focus: bool);
    #[wasm_bindgen(js_name = showFile)]
    pub fn show_file(path: &str);
    #[wasm_bindgen(js_name = markProblems)]
    pub fn mark_problems(diagnostics: JsValue);
    #[wasm_bindgen(js_name = shownPath)]
    pub fn shown_path() -> String;
    #[wasm_bindgen(js_name = showDiff)]
    pub fn show_diff(element: &web_sys::Element, before: &str, after: &str);
}

/// A value of JavaScript as a Rust type.
pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Option<T> {
    serde_wasm_bindgen::from_value(value).ok()
}

/// A Rust value as plain JavaScript data.
pub fn to_js(value: &impl Serialize) -> JsValue {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).unwrap_or(JsValue::UNDEFINED)
}

pub fn open_folder() {
    spawn_local(async {
        open_folder_js().await;
    });
}

pub fn open_input(input: web_sys::HtmlInputElement) {
    spawn_local(async move {
        open_input_js(&input).await;
    });
}

pub fn open_sample(name: String) {
    spawn_local(async move {
        open_sample_js(&name).await;
    });
}

pub fn set_profile(profile: String) {
    spawn_local(async move {
        set_profile_js(&profile).await;
    });
}

pub fn undo() {
    spawn_local(async {
        undo_js().await;
    });
}

pub fn redo() {
    spawn_local(async {
        redo_js().await;
    });
}

pub fn apply_fix(title: String, edits: JsValue) {
    spawn_local(async move {
        apply_fix_js(&title, edits).await;
    });
}

pub async fn intend(intention: JsValue) -> JsValue {
    intend_js(intention).await
}

pub async fn channel(package: &str, channel: &str) -> JsValue {
    channel_js(package, channel).await
}

/// Writes the changed files; those in `overwrite` even if they changed on disk.
pub async fn save_here(overwrite: &[String]) -> JsValue {
    save_here_js(to_js(&overwrite)).await
}

pub async fn conflicts() -> JsValue {
    conflicts_js().await
}

pub async fn settle(path: &str, take: &str) -> JsValue {
    settle_js(path, take).await
}

pub fn restart_engine() {
    spawn_local(async {
        restart_engine_js().await;
    });
}

pub fn copy_crash_report(message: String) {
    spawn_local(async move {
        copy_crash_report_js(&message).await;
    });
}

pub fn changed() -> JsValue {
    changed_js()
}
