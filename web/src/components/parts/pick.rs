//! A choice of one of many names: a menu if there are few, otherwise a field with suggestions.

use crate::prelude::*;

use crate::live::{Show, live, memo};
use crate::text::lower;
use wasm_bindgen::JsCast;

/// The maximum number of names in a menu, or of suggestions.
pub const MOST: usize = 100;

#[component]
pub fn Pick(
    label: &'static str,
    class: &'static str,
    /// The text shown while nothing is selected.
    empty: &'static str,
    /// The id of the list of suggestions.
    list: &'static str,
    #[prop(into)] names: Signal<Vec<String>>,
    /// The selected name. Not set for a menu that performs an action and does not keep a selection.
    #[prop(optional, into)]
    value: Option<Signal<String>>,
    pick: Callback<String>,
) -> impl IntoView {
    let is_few = memo(move |_| names.with(Vec::len) <= MOST);
    let now = move || value.map(|value| value.get()).unwrap_or_default();
    let written = RwSignal::new(String::new());
    let offered = memo(move |_| {
        let wanted = lower(&written.get());
        let fits = |name: &&String| lower(name).contains(&wanted);
        names.with(|names| names.iter().filter(fits).take(MOST).cloned().collect::<Vec<_>>())
    });
    let option = |name: String| view! { <option value=name.clone()>{name.clone()}</option> };
    let choose = move |event: web_sys::Event| {
        pick.run(event_target_value(&event).trim().to_owned());
        if value.is_none() {
            reset(&event);
        }
    };
    view! {
        <Show when=move || is_few.get() fallback=move || view! {
            <datalist id=list>{live(move || offered.get().into_iter().map(option).collect_view())}</datalist>
            <input class=class list=list aria-label=label autocomplete="off" spellcheck="false" placeholder=empty prop:value=now
                on:input=move |event| written.set(event_target_value(&event)) on:change=choose />
        }>
            <select class=class aria-label=label prop:value=now on:change=choose>
                <option value="">{empty}</option>
                {live(move || names.get().into_iter().map(option).collect_view())}
            </select>
        </Show>
    }
}

/// Resets a menu or a field to its empty value.
pub fn reset(event: &web_sys::Event) {
    let Some(target) = event.target() else { return };
    if let Some(select) = target.dyn_ref::<web_sys::HtmlSelectElement>() {
        select.set_value("");
    } else if let Some(input) = target.dyn_ref::<web_sys::HtmlInputElement>() {
        input.set_value("");
    }
}
