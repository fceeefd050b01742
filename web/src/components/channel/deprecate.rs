//! Deprecates a package, a channel or a bundle, with a message for its users.

use crate::prelude::*;
use olmkit_api::Intention;

use crate::bridge;
use crate::components::parts::field::enter;
use crate::state::AppState;

#[component]
pub fn Deprecate(
    package: String,
    schema: &'static str,
    /// The name of what is deprecated. `None` for the package itself.
    name: Option<String>,
    message: Option<String>,
    /// Called when the form has been submitted.
    #[prop(optional)]
    done: Option<Callback<()>>,
) -> impl IntoView {
    let what = schema.trim_start_matches("olm.");
    let details = NodeRef::<leptos::html::Details>::new();
    let done = Callback::new(move |()| {
        if let Some(details) = details.get_untracked() {
            details.set_open(false);
        }
        if let Some(done) = done {
            done.run(());
        }
    });
    let label = if message.is_some() { format!("Deprecated {what}") } else { format!("Deprecate {what}") };
    view! {
        <details class=format!("deprecate deprecate-{what}") on:toggle=enter node_ref=details>
            <summary>{label}</summary>
            <DeprecateForm package schema name message done />
        </details>
    }
}

/// `done`: called when the form has been submitted. The deprecation of a bundle can strand clusters, so it is previewed
/// instead.
#[component]
pub fn DeprecateForm(
    package: String,
    schema: &'static str,
    name: Option<String>,
    message: Option<String>,
    done: Callback<()>,
) -> impl IntoView {
    let app = expect_context::<AppState>();
    let is_set = message.is_some();
    let text = rw_signal(message.unwrap_or_default());
    let of = stored_value((package, name));
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let (package, name) = of.get_value();
        let message = text.get_untracked().trim().to_owned();
        // The form stays open for a user who goes back from the preview.
        if let Some(name) = name.as_ref().filter(|_| !is_set && schema == "olm.bundle") {
            return app.preview_deprecations(std::slice::from_ref(name), Some(message));
        }
        done.run(());
        app.intend(Intention::Deprecate { package, schema: schema.to_owned(), name, message });
    };
    let send = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            bridge::click_on(".deprecation-form:focus-within [type=submit]");
        }
    };
    let take_back = move |_| {
        done.run(());
        let (package, name) = of.get_value();
        app.intend(Intention::Undeprecate { package, schema: schema.to_owned(), name });
    };
    view! {
        <form class="deprecation-form" on:submit=submit>
            <label>"Message to users: what to use instead, and until when"
                <textarea rows="2" required="" on:keydown=send prop:value=text on:input=move |event| text.set(event_target_value(&event))></textarea>
            </label>
            <p class="actions">
                <button type="submit">{if is_set { "Change the message" } else { "Deprecate" }}</button>
                {is_set.then(|| view! { <button type="button" on:click=take_back>"Remove deprecation"</button> })}
            </p>
        </form>
    }
}
