//! The APIs of a bundle and their described fields.

use crate::prelude::*;
use olmkit_api::bundle::{ApiDescriptor, BundleApi, BundleDescription};
use olmkit_text::counted;

use super::shown::{Shown, Tab};
use super::{Section, ToText, described};
use crate::components::parts::facts::{Cell, Facts, Row};
use crate::live::{Show, live};
use crate::state::AppState;

/// The number of APIs that the overview lists.
const FEW: usize = 8;

#[component]
pub fn ApisCard(shown: Shown) -> impl IntoView {
    let app = expect_context::<AppState>();
    let apis = described(app, |found| found.provided.clone());
    let count = Signal::derive(move || apis.with(Vec::len));
    let line = |api: BundleApi| {
        let note = if api.lacks_example { no_example().into_any() } else { api.group.clone().into_any() };
        view! { <tr><th scope="row">{api.kind}" "<span class="meta">{api.version}</span></th><td class="meta" title=api.group>{note}</td></tr> }
    };
    view! {
        <Show when=move || count.get() != 0>
            <Section title="APIs it provides" count>
                <table class="card-table" aria-label="APIs it provides">
                    <tbody>{live(move || apis.get().into_iter().take(FEW).map(line).collect_view())}</tbody>
                </table>
                <Show when=move || { count.get() > FEW }>
                    <button type="button" class="quiet link card-more" on:click=move |_| shown.show(Tab::Apis)>{live(move || format!("All {}", counted(count.get(), "API", "APIs")))}</button>
                </Show>
            </Section>
        </Show>
    }
}

/// APIs without an example.
fn no_example() -> impl IntoView {
    view! { <span class="tag is-warning" title="alm-examples has no example of this API">"no example"</span> }
}

#[component]
pub fn Apis(title: &'static str, of: fn(&BundleDescription) -> Vec<BundleApi>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let apis = described(app, of);
    let count = Signal::derive(move || apis.with(Vec::len));
    view! {
        <Show when=move || count.get() != 0>
            <Section title count>
                {live(move || apis.get().into_iter().map(|api| view! { <ApiRow api /> }).collect_view())}
            </Section>
        </Show>
    }
}

#[component]
fn ApiRow(api: BundleApi) -> impl IntoView {
    let group = if api.group.is_empty() { "no group".to_owned() } else { api.group.clone() };
    let kind = if api.is_api_service { " by an API service" } else { "" };
    let descriptors = api.descriptors;
    view! {
        <div class="bundle-api">
            <p><strong>{api.kind.clone()}</strong>" "<span class="meta">{format!("{group}/{}{kind}", api.version)}</span>" "{api.lacks_example.then(no_example)}" "<ToText location=api.location label="Show in the text" /></p>
            {(!api.display_name.is_empty() && api.display_name != api.kind).then(|| view! { <p>{api.display_name.clone()}</p> })}
            {(!api.description.is_empty()).then(|| view! { <p class="facts">{api.description.clone()}</p> })}
            {(!descriptors.is_empty()).then(|| view! { <Descriptors descriptors /> })}
        </div>
    }
}

#[component]
fn Descriptors(descriptors: Vec<ApiDescriptor>) -> impl IntoView {
    let count = descriptors.len();
    view! {
        <details class="deprecate">
            <summary>{format!("Descriptors ({count})")}</summary>
            <Facts label="Descriptors" heads=&["Part", "Field", "Name", "Widgets"] rows=descriptors.into_iter().map(descriptor).collect() />
        </details>
    }
}

fn descriptor(one: ApiDescriptor) -> Row {
    let widgets = one.widgets.iter().map(|widget| widget.trim_start_matches("urn:alm:descriptor:"));
    let widgets = widgets.collect::<Vec<_>>().join(", ");
    let name = Cell::text(one.display_name).and(one.description);
    Row::new([Cell::text(one.part.into_owned()), Cell::code(one.path), name, Cell::text(widgets)])
}
