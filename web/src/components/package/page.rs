//! A package: default channel and channels.

use leptos::prelude::*;
use olmkit_api::{Intention, PackageSummary};

use crate::components::catalog::page::CatalogPage;
use crate::components::channel::deprecate::Deprecate;
use crate::components::channel::stranded::StrandedNotes;
use crate::components::package::about::About;
use crate::components::package::across::Across;
use crate::components::package::dependencies::Dependencies;
use crate::components::package::matrix::Matrix;
use crate::components::parts::key::without_places;
use crate::components::parts::text::count;
use crate::state::AppState;
use crate::state::fields::*;

#[component]
pub fn PackagePage() -> impl IntoView {
    let app = expect_context::<AppState>();
    let package = Memo::new(move |_| {
        let name = app.selected.place().with(|selection| selection.package.clone());
        let found =
            app.catalog.outline().with(|outline| outline.packages.iter().find(|package| package.name == name).cloned());
        found.map(without_places)
    });
    // Outlives the drawing of the package: a change to it draws it anew.
    let is_about_open = RwSignal::new(false);
    view! {
        {move || match package.get() {
            Some(package) => view! { <Package package is_about_open /> }.into_any(),
            None => view! { <CatalogPage /> }.into_any(),
        }}
    }
}

#[component]
fn Package(package: PackageSummary, is_about_open: RwSignal<bool>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let name = package.name.clone();
    let added = RwSignal::new(String::new());
    let set_default = {
        let name = name.clone();
        move |event: web_sys::Event| {
            let to = event_target_value(&event);
            if !to.is_empty() {
                app.intend(Intention::SetDefaultChannel { package: name.clone(), to });
            }
        }
    };
    let add = {
        let name = name.clone();
        move |event: web_sys::SubmitEvent| {
            event.prevent_default();
            app.intend(Intention::AddChannel {
                package: name.clone(),
                channel: added.get_untracked().trim().to_owned(),
                entries: Vec::new(),
            });
            added.set(String::new());
        }
    };
    let default = package.default_channel.clone().unwrap_or_default();
    let known = package.channels.iter().any(|channel| channel.name == default);
    view! {
        <div class="page package-page">
            <h2>{package.name.clone()}</h2>
            {package.deprecation.clone().map(|message| view! { <p class="deprecation">{format!("Deprecated: {message}")}</p> })}
            <p class="facts">{format!("{}, {}", count(package.channels.len(), "channel", "channels"), count(package.bundles, "bundle", "bundles"))}</p>
            <StrandedNotes />
            <Versions package=name.clone() />
            <label class="field">"Default channel"
                <select on:change=set_default>
                    {(!known).then(|| view! { <option value="" selected=true>{if default.is_empty() { "not set".to_owned() } else { format!("{default} (does not exist)") }}</option> })}
                    {package.channels.iter().map(|channel| {
                        let selected = channel.name == default;
                        view! { <option value=channel.name.clone() selected=selected>{channel.name.clone()}</option> }
                    }).collect_view()}
                </select>
            </label>
            {package.path.is_some().then(|| view! { <About package=name.clone() is_open=is_about_open /> })}
            <Deprecate package=name.clone() schema="olm.package" name=None message=package.deprecation.clone() />
            <Dependencies package=name.clone() />
            <form class="inline-form" on:submit=add>
                <label class="field">"New channel"
                    <input required="" autocomplete="off" prop:value=added on:input=move |event| added.set(event_target_value(&event)) />
                </label>
                <button type="submit">"Add channel"</button>
            </form>
        </div>
    }
}

/// The versions in channels; where several catalogs are open, those in catalogs too.
#[component]
fn Versions(package: String) -> impl IntoView {
    let app = expect_context::<AppState>();
    let is_across = app.workbench.is_across();
    let has_several = Memo::new(move |_| app.session.state().with(|page| !page.catalogs.is_empty()));
    let choice = move |label: &'static str, across: bool| {
        view! { <button type="button" aria-pressed=move || (is_across.get() == across).to_string() on:click=move |_| is_across.set(across)>{label}</button> }
    };
    let own = StoredValue::new(package);
    view! {
        <Show when=move || has_several.get()>
            <div class="switch" role="group" aria-label="Columns">{choice("Channels", false)}{choice("Catalogs", true)}</div>
        </Show>
        <Show when=move || has_several.get() && is_across.get() fallback=move || view! { <Matrix package=own.get_value() /> }>
            <Across package=own.get_value() />
        </Show>
    }
}
