//! A choice of one of many names: a menu if there are few, otherwise a field with suggestions.

use crate::prelude::*;

use crate::live::{Show, live, memo};
use crate::text::lower;

/// The maximum number of names in a menu, or of suggestions.
pub const MAX: usize = 100;

#[component]
pub fn Pick(
    label: &'static str,
    /// The text shown while nothing is selected.
    empty: &'static str,
    /// The id of the list of suggestions.
    list: &'static str,
    #[prop(into)] names: Signal<Vec<String>>,
    /// The selected name.
    #[prop(into)]
    value: Signal<String>,
    pick: Callback<String>,
) -> impl IntoView {
    let is_few = memo(move |_| names.with(Vec::len) <= MAX);
    let written = rw_signal(String::new());
    let offered = memo(move |_| {
        let wanted = lower(&written.get());
        let fits = |name: &&String| lower(name).contains(&wanted);
        names.with(|names| names.iter().filter(fits).take(MAX).cloned().collect::<Vec<_>>())
    });
    let option = |name: String| view! { <option value=name.clone()>{name.clone()}</option> };
    let choose = move |event: web_sys::Event| pick.run(event_target_value(&event).trim().to_owned());
    view! {
        <Show when=move || is_few.get() fallback=move || view! {
            <datalist id=list>{live(move || offered.get().into_iter().map(option).collect_view())}</datalist>
            <input list=list aria-label=label autocomplete="off" spellcheck="false" placeholder=empty prop:value=value
                on:input=move |event| written.set(event_target_value(&event)) on:change=choose />
        }>
            <select aria-label=label prop:value=value on:change=choose>
                <option value="">{empty}</option>
                {live(move || names.get().into_iter().map(option).collect_view())}
            </select>
        </Show>
    }
}
