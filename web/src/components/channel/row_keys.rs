//! Keys on a row of the table: arrows move the focus, letters act on the entry.

use crate::prelude::*;
use olmkit_api::Fix;
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::components::channel::rail::next_row;
use crate::components::channel::rows::{Jump, Rows, To};
use crate::keyboard;
use crate::preferences;
use crate::state::{AppState, SELECTED_NODE, Tool, View};

/// The preference that disables single-letter keys.
const NO_LETTERS: &str = "no-letters";

/// The class of the name of a row.
const NAME: &str = "entry-name";

/// The index of the cell of `replaces` in a row, counting from the rail. `skips` and `skipRange` follow.
const REPLACES: usize = 2;
/// The index of the cell of `skipRange`.
const LAST: usize = REPLACES + 2;

/// Handles keys on the name of a row, on a cell, or in the field of a cell. In a field only keys that leave it are
/// handled: all others are text.
pub fn keys(table: Rows, event: &web_sys::KeyboardEvent) {
    let Some(from) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else { return };
    let Ok(Some(row)) = from.closest("tr") else { return };
    let key = keyboard::key(event);
    let column = column_of(&from);
    let is_field = from.tag_name() == "INPUT";
    if !is_field && column.is_none() && !from.class_list().contains(NAME) {
        return;
    }
    let is_done = match key.as_str() {
        "PageDown" => jump(table, &row, To::PageDown, column),
        "PageUp" => jump(table, &row, To::PageUp, column),
        "Home" if !is_field => jump(table, &row, To::First, column),
        "End" if !is_field => jump(table, &row, To::Last, column),
        "Escape" if is_field => {
            focus(cell_of(&row, column));
            true
        }
        _ if is_field => false,
        "ArrowDown" | "ArrowUp" => {
            go(table, &row, key == "ArrowDown", event.shift_key(), column);
            true
        }
        "ArrowRight" => {
            focus(cell_of(&row, Some(column.map_or(REPLACES, |column| column.saturating_add(1).min(LAST)))));
            true
        }
        "ArrowLeft" if column.is_some() => {
            focus(cell_of(&row, column.and_then(|column| column.checked_sub(1)).filter(|column| *column >= REPLACES)));
            true
        }
        "Enter" | "F2" if column.is_some() => {
            event.stop_propagation();
            focus(from.query_selector("input").ok().flatten());
            true
        }
        "Escape" if column.is_some() => {
            focus(cell_of(&row, None));
            true
        }
        " " => {
            table.toggle(&name_of(&row));
            true
        }
        "Escape" if table.app.channel.chosen.with_untracked(|chosen| !chosen.is_empty()) => {
            table.app.clear_chosen();
            true
        }
        "a" if event.ctrl_key() || event.meta_key() => {
            table.choose_all();
            true
        }
        _ if event.ctrl_key() || event.meta_key() || event.alt_key() => false,
        _ => act(table, &row, &key, event.shift_key()),
    };
    if is_done {
        event.prevent_default();
    }
}

/// Space selects a row when it is pressed. Some browsers would activate the button when it is released.
pub fn released(event: &web_sys::KeyboardEvent) {
    let from = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    if event.key() == " " && from.is_some_and(|from| from.class_list().contains(NAME)) {
        event.prevent_default();
    }
}

/// The column of a cell or of its field. `None` for the name of a row.
fn column_of(from: &web_sys::Element) -> Option<usize> {
    let cell = from.closest("td[data-text]").ok().flatten()?;
    let before = std::iter::successors(cell.previous_element_sibling(), web_sys::Element::previous_element_sibling);
    // The name between the rail and the cells is a header.
    Some(before.filter(|cell| cell.tag_name() == "TD").count().saturating_add(1))
}

/// The cell of a row, or its name.
fn cell_of(row: &web_sys::Element, column: Option<usize>) -> Option<web_sys::Element> {
    let selector = column.map_or_else(|| format!(".{NAME}"), |column| format!("td:nth-of-type({column})"));
    row.query_selector(&selector).ok().flatten()
}

/// The entries after or before a row. Skips problems and folded runs between them.
fn others(row: &web_sys::Element, is_down: bool) -> impl Iterator<Item = web_sys::Element> {
    let step =
        if is_down { web_sys::Element::next_element_sibling } else { web_sys::Element::previous_element_sibling };
    let lines = std::iter::successors(row.parent_element().and_then(|line| step(&line)), step);
    lines.filter_map(|line| line.first_element_child()).filter(|next| next.has_attribute("data-drop-entry"))
}

/// Moves to a row that may not be visible.
fn jump(table: Rows, row: &web_sys::Element, to: To, column: Option<usize>) -> bool {
    table.jump.set(Some(Jump { from: name_of(row), to, column }));
    true
}

/// The selector of the cell of a row in a column, or of the name of the row.
pub fn selector(name: &str, column: Option<usize>) -> String {
    let name = name.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\a ");
    let cell = column.map_or_else(|| format!(".{NAME}"), |column| format!("td:nth-of-type({column})"));
    format!(".entries tr[data-drop-entry=\"{name}\"] {cell}")
}

/// Moves to the next or previous row in the same column. With Shift, selects both.
fn go(table: Rows, row: &web_sys::Element, is_down: bool, is_choosing: bool, column: Option<usize>) {
    let Some(next) = others(row, is_down).next() else {
        jump(table, row, if is_down { To::Next } else { To::Previous }, column);
        return;
    };
    if is_choosing {
        for row in [row, &next] {
            table.extend(&name_of(row));
        }
    }
    focus(cell_of(&next, column));
}

fn name_of(row: &web_sys::Element) -> String {
    row.get_attribute("data-drop-entry").unwrap_or_default()
}

fn focus(element: Option<web_sys::Element>) {
    if let Some(element) = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Performs the action of a key on the entry of a row, or on several selected entries. Returns whether there is such an
/// action.
fn act(table: Rows, row: &web_sys::Element, key: &str, is_shifted: bool) -> bool {
    let (app, name) = (table.app, name_of(row));
    let has_several = app.channel.chosen.with_untracked(|chosen| chosen.len() > 1 && chosen.contains(&name));
    if key == "Delete" {
        if has_several {
            app.choose_removals();
        } else {
            app.choose_removal(&name);
        }
        return true;
    }
    if !has_letters() {
        return false;
    }
    let cell = |column: usize| focus(row.query_selector(&format!("td:nth-of-type({column}) input")).ok().flatten());
    match key {
        "r" => cell(REPLACES),
        "s" => cell(if is_shifted { LAST } else { REPLACES + 1 }),
        "n" => app.dialogs.releasing.set(true),
        "g" => {
            app.select_entry(&name);
            app.show(View::Graph);
            bridge::focus_on(SELECTED_NODE);
        }
        "f" => match fix_of(app, &name) {
            Some(fix) => app.preview_fix(fix),
            None => app.tell(&format!("No fix is available for `{}`.", app.short(&name))),
        },
        "d" if has_several => bridge::focus_on(".bulk form input"),
        "d" => {
            app.select_entry(&name);
            app.open_tool(Tool::Deprecate);
        }
        "p" => match next_of(table, &name) {
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

/// The first fix of the problems of an entry of the shown channel.
fn fix_of(app: AppState, entry: &str) -> Option<Fix> {
    let place = app.selected.place.get_untracked();
    app.catalog.report.with_untracked(|report| {
        let own = report.diagnostics.iter().filter(|found| {
            found.entry.as_deref() == Some(entry)
                && found.package.as_ref() == Some(&place.package)
                && found.channel.as_ref().is_none_or(|channel| *channel == place.channel)
        });
        own.flat_map(|found| found.fixes.first()).next().cloned()
    })
}

/// The entry that an entry is upgraded to, under the OLM version whose path is shown.
fn next_of(table: Rows, name: &str) -> Option<String> {
    let semantics = table.app.channel.semantics.get_untracked();
    table.rail.with_untracked(|rail| {
        let row = rail.rows.iter().position(|row| row.name == name)?;
        rail.rows.get(next_row(rail, row, semantics)?).map(|row| row.name.clone())
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
