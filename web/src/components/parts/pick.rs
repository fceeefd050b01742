//! A name out of many: a menu while they are few, else a field that offers what fits.

use crate::prelude::*;

use crate::live::{Show, live, memo};
use crate::text::lower;
use wasm_bindgen::JsCast;

/// As many names as a menu has, or a field offers.
pub const MOST: usize = 100;

#[component]
pub fn Pick(
    label: &'static str,
    class: &'static str,
    /// What is there while nothing is picked.
    empty: &'static str,
    /// Id of the list that the field offers.
    list: &'static str,
    #[prop(into)] names: Signal<Vec<String>>,
    /// What is picked; a menu that does something with it and forgets it has none.
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

/// What is used as a menu shows its first line again.
pub fn reset(event: &web_sys::Event) {
    let Some(target) = event.target() else { return };
    if let Some(select) = target.dyn_ref::<web_sys::HtmlSelectElement>() {
        select.set_value("");
    } else if let Some(input) = target.dyn_ref::<web_sys::HtmlInputElement>() {
        input.set_value("");
    }
}
