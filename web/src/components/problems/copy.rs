//! Copies findings for use elsewhere: in an issue, a chat, a script.

use crate::prelude::*;
use olmkit_api::{Diagnostic, Severity};

use crate::bridge;
use crate::components::parts::menu::MenuItem;
use crate::state::AppState;

/// The id of the menu.
const MENU: &str = "copy-problems";

/// A menu of formats that copies the findings with these indices, also those that the list has no room for.
#[component]
pub fn CopyProblems(matching: Memo<Vec<(usize, Severity)>>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let copy = move |format: fn(&[Diagnostic]) -> String| {
        Callback::new(move |()| {
            let found: Vec<Diagnostic> = app.catalog.report.with_untracked(|report| {
                let at = |(at, _): &(usize, _)| report.diagnostics.get(*at).cloned();
                matching.with_untracked(|all| all.iter().filter_map(at).collect())
            });
            bridge::copy_text(&format(&found));
            app.tell(&format!("Copied {}.", olmkit_text::counted(found.len(), "problem", "problems")));
        })
    };
    let text = |found: &[Diagnostic]| found.iter().map(line).collect::<String>();
    view! {
        <button type="button" class="quiet icon-text i-copy" aria-label="Copy the problems that match the filter" popovertarget=MENU><span>"Copy"</span></button>
        <div class="menu rule-menu" id=MENU popover="" role="group" aria-label="Copy the problems that match the filter">
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
