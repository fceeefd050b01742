//! A choice of a name, and the button that acts on it. The choice alone has no effect: in a closed menu each arrow key
//! changes it.

use crate::prelude::*;

use crate::components::parts::pick::Pick;

#[component]
pub fn ChooseAndAct(
    label: &'static str,
    /// The text shown while nothing is selected.
    empty: &'static str,
    /// The id of the list of suggestions.
    list: &'static str,
    #[prop(into)] names: Signal<Vec<String>>,
    /// The label of the button.
    button: &'static str,
    act: Callback<String>,
) -> impl IntoView {
    let chosen = rw_signal(String::new());
    let run = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let name = chosen.get_untracked();
        chosen.set(String::new());
        act.run(name);
    };
    view! {
        <form class="inline-form" on:submit=run>
            <label class="field">{label}
                <Pick label empty list names value=chosen pick=Callback::new(move |name| chosen.set(name)) />
            </label>
            <button type="submit" disabled=move || !names.with(|names| names.contains(&chosen.get()))>{button}</button>
        </form>
    }
}
