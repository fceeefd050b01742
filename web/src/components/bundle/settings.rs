//! The annotations of a bundle as a form.

use crate::prelude::*;
use olmkit_api::bundle::{BundleIntention, BundleSetting};

use super::{Section, ToText, described};
use crate::components::parts::field::restore;
use crate::live::live;
use crate::state::AppState;
use crate::text::dotted;

/// The keys that opm requires, and other common keys.
const USUAL: &[&str] = &[
    "operators.operatorframework.io.bundle.mediatype.v1",
    "operators.operatorframework.io.bundle.manifests.v1",
    "operators.operatorframework.io.bundle.metadata.v1",
    "operators.operatorframework.io.bundle.package.v1",
    "operators.operatorframework.io.bundle.channels.v1",
    "operators.operatorframework.io.bundle.channel.default.v1",
    "com.redhat.openshift.versions",
];

#[component]
pub fn Annotations() -> impl IntoView {
    let app = expect_context::<AppState>();
    let settings = described(app, |found| found.annotations.clone());
    let count = Signal::derive(move || settings.with(Vec::len));
    view! {
        <Section title="Annotations" count>
            <ul class="bundle-form">
                {live(move || settings.get().into_iter().map(|setting| view! { <Row setting /> }).collect_view())}
            </ul>
            <Add />
        </Section>
    }
}

#[component]
fn Row(setting: BundleSetting) -> impl IntoView {
    let app = expect_context::<AppState>();
    let key = stored_value(setting.key.clone());
    let value = Signal::stored(setting.value.clone());
    let set = move |event: web_sys::Event| {
        let (key, to) = (key.get_value(), Some(event_target_value(&event)));
        app.bundle_intend_or(BundleIntention::SetAnnotation { key, to }, restore(&event, value));
    };
    let remove = move |_| app.bundle_intend(BundleIntention::SetAnnotation { key: key.get_value(), to: None });
    view! {
        <li>
            <label class="field wide"><span class="bundle-key">{dotted(&setting.key)}</span>
                <input autocomplete="off" spellcheck="false" prop:value=setting.value on:change=set />
            </label>
            <ToText location=setting.location label="Text" />
            <button type="button" class="quiet icon i-close" aria-label=format!("Remove {}", setting.key) on:click=remove></button>
        </li>
    }
}

#[component]
fn Add() -> impl IntoView {
    let app = expect_context::<AppState>();
    let (key, value) = (rw_signal(String::new()), rw_signal(String::new()));
    let add = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let name = key.get_untracked().trim().to_owned();
        let to = Some(value.get_untracked());
        app.bundle_intend_then(BundleIntention::SetAnnotation { key: name, to }, move |is_changed| {
            if is_changed {
                key.set(String::new());
                value.set(String::new());
            }
        });
    };
    view! {
        <form class="inline-form" on:submit=add>
            <datalist id="annotation-keys">{USUAL.iter().map(|key| view! { <option value=*key></option> }).collect_view()}</datalist>
            <label class="field wide">"New annotation"
                <input required="" list="annotation-keys" autocomplete="off" spellcheck="false" prop:value=key on:input=move |event| key.set(event_target_value(&event)) />
            </label>
            <label class="field">"Value of the annotation"
                <input autocomplete="off" spellcheck="false" prop:value=value on:input=move |event| value.set(event_target_value(&event)) />
            </label>
            <button type="submit">"Add annotation"</button>
        </form>
    }
}
