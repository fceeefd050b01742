//! Copies findings for use elsewhere: in an issue, a chat, a script.

use crate::prelude::*;
use olmkit_api::Diagnostic;

use crate::bridge;
use crate::components::parts::menu::MenuItem;
use crate::state::AppState;

/// The id of the menu.
const MENU: &str = "copy-problems";

/// A menu of formats that copies the findings.
#[component]
pub fn CopyProblems(shown: Memo<Vec<(usize, Diagnostic)>>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let copy = move |format: fn(&[Diagnostic]) -> String| {
        Callback::new(move |()| {
            let found: Vec<Diagnostic> = shown.with_untracked(|all| all.iter().map(|(_, one)| one.clone()).collect());
            bridge::copy_text(&format(&found));
            app.tell(&format!("Copied {}.", olmkit_text::counted(found.len(), "problem", "problems")));
        })
    };
    let text = |found: &[Diagnostic]| found.iter().map(line).collect::<String>();
    view! {
        <button type="button" class="quiet icon-text i-copy" aria-label="Copy the problems that are shown" popovertarget=MENU><span>"Copy"</span></button>
        <div class="menu rule-menu" id=MENU popover="" role="group" aria-label="Copy the problems that are shown">
            <MenuItem of=MENU label="Copy as text" act=copy(text) />
            <MenuItem of=MENU label="Copy as Markdown" act=copy(markdown) />
            <MenuItem of=MENU label="Copy as JSON" act=copy(json) />
        </div>
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
