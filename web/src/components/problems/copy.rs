//! Copies findings for use elsewhere: in an issue, a chat, a script.

use crate::prelude::*;
use olmkit_api::Diagnostic;
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::state::AppState;

/// A menu of formats that copies the findings. It shows its first line again afterwards.
#[component]
pub fn CopyProblems(shown: Memo<Vec<(usize, Diagnostic)>>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let copy = move |event: web_sys::Event| {
        let form = event_target_value(&event);
        if let Some(select) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlSelectElement>().ok()) {
            select.set_value("");
        }
        let found: Vec<Diagnostic> = shown.with_untracked(|all| all.iter().map(|(_, one)| one.clone()).collect());
        let text = match form.as_str() {
            "text" => found.iter().map(line).collect(),
            "markdown" => markdown(&found),
            "json" => json(&found),
            _ => return,
        };
        bridge::copy_text(&text);
        app.tell(&format!("Copied {}.", crate::text::count(found.len(), "problem", "problems")));
    };
    view! {
        <select class="quiet is-short" aria-label="Copy the problems that are shown" on:change=copy>
            <option value="">"Copy"</option><option value="text">"as text"</option>
            <option value="markdown">"as Markdown"</option><option value="json">"as JSON"</option>
        </select>
    }
}

fn place(found: &Diagnostic) -> String {
    format!("{}:{}:{}", found.path, found.range.start.line, found.range.start.column)
}

fn line(found: &Diagnostic) -> String {
    format!("{}: {} {} {}: {}\n", place(found), found.severity.name(), found.code, found.rule, found.message)
}

fn markdown(found: &[Diagnostic]) -> String {
    let cell = |text: &str| text.replace('|', "\\|").replace(['\r', '\n'], " ");
    let row = |one: &Diagnostic| {
        format!(
            "| {} | {} `{}` | {} | {} |\n",
            one.severity.name(),
            one.code,
            one.rule,
            cell(&one.message),
            cell(&place(one))
        )
    };
    let rows: String = found.iter().map(row).collect();
    format!("| | rule | what | where |\n|---|---|---|---|\n{rows}")
}

fn json(found: &[Diagnostic]) -> String {
    let text = js_sys::JSON::stringify_with_replacer_and_space(
        &bridge::to_js(&found),
        &wasm_bindgen::JsValue::NULL,
        &wasm_bindgen::JsValue::from(2),
    );
    text.ok().and_then(|text| text.as_string()).unwrap_or_default()
}
