//! Keys on a row of the table: arrows go along, letters act on its entry.

use leptos::prelude::*;
use olmkit_api::Fix;
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::components::channel::rows::Rows;
use crate::preferences;
use crate::state::fields::*;
use crate::state::{AppState, Tool, View};

/// Whether single letters do nothing, in the preferences.
const NO_LETTERS: &str = "no-letters";

/// The class of the name of a row.
const NAME: &str = "entry-name";

/// Which cell of a row has `replaces`, after that of the rail; `skips` and `skipRange` follow.
const REPLACES: usize = 2;

/// Only from the name of a row: what is typed into a cell is text.
pub fn keys(table: Rows, event: &web_sys::KeyboardEvent) {
    let Some(from) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else { return };
    if !from.class_list().contains(NAME) {
        return;
    }
    let Ok(Some(row)) = from.closest("tr") else { return };
    let key = event.key();
    let is_done = match key.as_str() {
        "ArrowDown" | "ArrowUp" => {
            go(table, &row, key == "ArrowDown", event.shift_key());
            true
        }
        " " => {
            table.toggle(&name_of(&row));
            true
        }
        "Escape" if table.app.channel.chosen().with_untracked(|chosen| !chosen.is_empty()) => {
            table.app.clear_chosen();
            true
        }
        "a" if event.ctrl_key() || event.meta_key() => {
            table.choose_all();
            true
        }
        _ if event.ctrl_key() || event.meta_key() || event.alt_key() => false,
        _ => act(table, &row, &key),
    };
    if is_done {
        event.prevent_default();
    }
}

/// Space selects a row when it is pressed: where it is released, some browsers press the button.
pub fn released(event: &web_sys::KeyboardEvent) {
    let from = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    if event.key() == " " && from.is_some_and(|from| from.class_list().contains(NAME)) {
        event.prevent_default();
    }
}

/// Goes to the next row or the one before; with Shift it selects both.
fn go(table: Rows, row: &web_sys::Element, is_down: bool, is_choosing: bool) {
    let step =
        if is_down { web_sys::Element::next_element_sibling } else { web_sys::Element::previous_element_sibling };
    // Between entries there are problems and folded runs.
    let lines = std::iter::successors(row.parent_element().and_then(|line| step(&line)), step);
    let rows = lines.filter_map(|line| line.first_element_child());
    let Some(next) = rows.into_iter().find(|next| next.has_attribute("data-drop-entry")) else { return };
    if is_choosing {
        for row in [row, &next] {
            table.extend(&name_of(row));
        }
    }
    focus(next.query_selector(".entry-name").ok().flatten());
}

fn name_of(row: &web_sys::Element) -> String {
    row.get_attribute("data-drop-entry").unwrap_or_default()
}

fn focus(element: Option<web_sys::Element>) {
    if let Some(element) = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// What a key does with the entry of a row. Says whether it does something.
fn act(table: Rows, row: &web_sys::Element, key: &str) -> bool {
    let (app, name) = (table.app, name_of(row));
    if key == "Delete" {
        app.choose_removal(&name);
        return true;
    }
    if !has_letters() {
        return false;
    }
    let cell = |column: usize| focus(row.query_selector(&format!("td:nth-of-type({column}) input")).ok().flatten());
    match key {
        "r" | "R" => cell(REPLACES),
        "s" => cell(REPLACES + 1),
        "S" => cell(REPLACES + 2),
        "n" | "N" => app.dialogs.releasing().set(true),
        "g" | "G" => app.show(View::Graph),
        "f" | "F" => match fix_of(app, &name) {
            Some(fix) => app.preview_fix(fix),
            None => app.tell(&format!("No fix is available for `{}`.", app.short(&name))),
        },
        "d" | "D" => {
            app.select_entry(&name);
            app.open_tool(Tool::Deprecate);
        }
        "p" | "P" => match next_of(table, &name) {
            Some(next) => {
                app.select_entry(&next);
                bridge::focus_on("tr.is-selected .entry-name");
            }
            None => app.tell(&format!("`{}` has no upgrade.", app.short(&name))),
        },
        _ => return false,
    }
    true
}

/// The first fix of the problems of an entry of the channel that is shown.
fn fix_of(app: AppState, entry: &str) -> Option<Fix> {
    let place = app.selected.place().get_untracked();
    app.catalog.report().with_untracked(|report| {
        let own = report.diagnostics.iter().filter(|found| {
            found.entry.as_deref() == Some(entry)
                && found.package.as_ref() == Some(&place.package)
                && found.channel.as_ref().is_none_or(|channel| *channel == place.channel)
        });
        own.flat_map(|found| found.fixes.first()).next().cloned()
    })
}

/// What an entry is upgraded to: under OLM v0, or else under OLM v1.
fn next_of(table: Rows, name: &str) -> Option<String> {
    table.rail.with_untracked(|rail| {
        let [v0, v1] = rail.rows.iter().find(|row| row.name == name)?.next;
        rail.rows.get(v0.or(v1)?).map(|row| row.name.clone())
    })
}

fn has_letters() -> bool {
    preferences::get(NO_LETTERS).is_none()
}

/// Disables single-letter keys, for voice control and accidental input.
#[component]
pub fn LettersSwitch() -> impl IntoView {
    let turn = move |event: web_sys::Event| {
        let is_on = event_target_checked(&event);
        preferences::set_or_remove(NO_LETTERS, (!is_on).then_some("true"));
    };
    view! {
        <label class="check"><input type="checkbox" prop:checked=has_letters() on:change=turn />" Single letters act on the entry that has the focus"</label>
    }
}
