//! Adds documents printed by `opm render` to the open catalog, with entries that follow the convention of the channel.

use crate::prelude::*;

use crate::bridge;
use crate::components::parts::modal::Modal;
use crate::latest::Latest;
use crate::live::{effect, live, memo};
use crate::state::AppState;
use crate::text::{spans, with_reason};

#[component]
pub fn PasteDialog() -> impl IntoView {
    let app = expect_context::<AppState>();
    let text = app.dialogs.pasted;
    let channel = rw_signal(String::new());
    let refused = rw_signal(String::new());
    let asked = Latest::new();
    effect(move || {
        asked.ask(); // the dialog is opened or closed
        if app.dialogs.pasting.get() {
            channel.set(app.selected.place.get_untracked().channel);
            refused.set(String::new());
        }
    });
    let close = Callback::new(move |()| app.dialogs.pasting.set(false));
    let channels = memo(move |_| {
        let selection = app.selected.place.get();
        app.catalog.outline.with(|outline| {
            let found = outline.packages.iter().find(|found| found.name == selection.package);
            let channels = found.map(|found| found.channels.as_slice()).unwrap_or_default();
            channels.iter().map(|channel| channel.name.clone()).collect::<Vec<_>>()
        })
    });
    let look = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let own = asked.ask();
        spawn_local(async move {
            let change = match bridge::pasted(&text.get_untracked(), &channel.get_untracked()).await {
                _ if !asked.is_current(own) => return,
                Ok(Ok(change)) => change,
                Ok(Err(reason)) => return refused.set(reason.into_text()),
                Err(_) => return,
            };
            // The dialog stays open below the preview, so the user can return to it.
            app.dialogs.preview.set(Some(change));
        });
    };
    view! {
        <Modal open=app.dialogs.pasting close class="reading" label="paste-title">
            <h2 id="paste-title">"Add rendered bundles"</h2>
            <form on:submit=look>
                <label class="field column">"Output of opm render: JSON or YAML with olm.bundle documents"
                    <textarea rows="12" required="" spellcheck="false" prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))></textarea>
                </label>
                <label class="field">"Entries in"
                    <select on:change=move |event| channel.set(event_target_value(&event))>
                        <option value="" selected=move || channel.with(String::is_empty)>"no channel: only the documents"</option>
                        {live(move || channels.get().into_iter().map(|name| {
                            let own = name.clone();
                            view! { <option value=name.clone() selected=move || channel.get() == own>{name.clone()}</option> }
                        }).collect_view())}
                    </select>
                </label>
                {live(move || Some(refused.get()).filter(|reason| !reason.is_empty()).map(|reason| view! { <p class="notice is-alarm" role="alert">{spans(&with_reason("This cannot be added", &reason))}</p> }))}
                <p class="actions">
                    <button type="button" on:click=move |_| close.run(())>"Back"</button>
                    <button type="submit" class="primary">"Preview change"</button>
                </p>
            </form>
        </Modal>
    }
}
