//! A new package: its name, its default channel, and its first bundles, if there are any.

use crate::prelude::*;

use crate::bridge;
use crate::components::parts::modal::Modal;
use crate::live::{Show, live};
use crate::state::AppState;
use crate::text::{spans, with_reason};

#[component]
pub fn NewPackage() -> impl IntoView {
    let app = expect_context::<AppState>();
    view! { <Show when=move || app.dialogs.packaging.get()><Form /></Show> }
}

#[component]
fn Form() -> impl IntoView {
    let app = expect_context::<AppState>();
    let text = |text: &str| rw_signal(text.to_owned());
    let (name, channel, rendered, refused) = (text(""), text("stable"), text(""), text(""));
    let close = Callback::new(move |()| app.dialogs.packaging.set(false));
    let add = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        spawn_local(async move {
            let given = |text: RwSignal<String>| text.get_untracked().trim().to_owned();
            let (name, channel) = (given(name), given(channel));
            let change = match bridge::bundle::new_package(&name, &channel, &given(rendered)).await {
                Ok(Ok(change)) => change,
                Ok(Err(reason)) => return refused.set(reason.into_text()),
                Err(_) => return,
            };
            if bridge::apply_fix(&change).await {
                app.dialogs.packaging.set(false);
                app.select(&name, &channel);
                app.changed(&change.title, &change.notes);
            }
        });
    };
    let field = move |label: &'static str, value: RwSignal<String>, is_first: bool| {
        view! {
            <label class="field column">{label}
                <input required="" autofocus=is_first autocomplete="off" spellcheck="false" prop:value=value on:input=move |event| value.set(event_target_value(&event)) />
            </label>
        }
    };
    view! {
        <Modal open=app.dialogs.packaging close class="reading new-package" label="package-title">
            <h2 id="package-title">"New package"</h2>
            <form on:submit=add>
                <div class="two-fields">{field("Name", name, true)}{field("Default channel", channel, false)}</div>
                <label class="field column">"First bundles (optional): output of opm render, JSON or YAML with olm.bundle documents"
                    <textarea rows="6" spellcheck="false" prop:value=rendered on:input=move |event| rendered.set(event_target_value(&event))></textarea>
                </label>
                <p class="facts">"Writes an olm.package and an olm.channel document. Each bundle becomes an entry that replaces the next older one. Without a bundle the channel is empty, and opm rejects the catalog until it has an entry. A bundle folder or archive that you drop on the page offers to add its package too."</p>
                {live(move || Some(refused.get()).filter(|reason| !reason.is_empty()).map(|reason| view! { <p class="notice is-alarm" role="alert">{spans(&with_reason("Not added", &reason))}</p> }))}
                <p class="actions">
                    <button type="button" on:click=move |_| close.run(())>"Cancel"</button>
                    <button type="submit" class="primary">"Add package"</button>
                </p>
            </form>
        </Modal>
    }
}
