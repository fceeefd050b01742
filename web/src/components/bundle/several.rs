//! Selects one of several bundles.

use crate::prelude::*;

use crate::bridge;
use crate::components::parts::modal::Modal;
use crate::live::live;
use crate::state::AppState;

/// A dialog that asks which bundle of an archive or folder to open.
#[component]
pub fn ChooseBundle() -> impl IntoView {
    let app = expect_context::<AppState>();
    let open = Signal::derive(move || app.bundles.several.with(Option::is_some));
    let close = move || app.bundles.several.set(None);
    let rows = move || {
        let found = app.bundles.several.get().unwrap_or_default();
        found
            .roots
            .into_iter()
            .map(|root| {
                let label = if root.is_empty() { "./".to_owned() } else { root.trim_end_matches('/').to_owned() };
                let choose = move |_| {
                    close();
                    bridge::bundle::choose_bundle(root.clone());
                };
                view! { <li><button type="button" on:click=choose>{label}</button></li> }
            })
            .collect_view()
    };
    let title = move || {
        let found = app.bundles.several.get().unwrap_or_default();
        format!("{} has {} bundles", found.name, found.roots.len())
    };
    view! {
        <Modal open close=Callback::new(move |()| close()) class="several" label="several-title">
            <h2 id="several-title">{live(title)}</h2>
            <p class="facts">"Only one bundle can be open. Select one."</p>
            <ul class="choices">{live(rows)}</ul>
            <button type="button" class="quiet" on:click=move |_| close()>"Cancel"</button>
        </Modal>
    }
}
