//! The form of the description and the icon of a package.

use crate::prelude::*;
use olmkit_api::Intention;
use olmkit_text::sentence;

use crate::bridge::types::{ChosenIcon, ShownIcon};
use crate::bridge::{self, Refusal};
use crate::components::parts::icon::IconImage;
use crate::live::{live, memo};
use crate::state::{AppState, fetched};

/// The values are read when the form is opened, and again after every check.
#[component]
pub fn About(package: String, is_open: RwSignal<bool>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let name = package.clone();
    let place = move || {
        let all = app.catalog.outline.read();
        let package = all.packages.iter().find(|package| package.name == name)?;
        Some((package.path.clone()?, package.range?.start.utf16))
    };
    let asked = fetched(move || {
        let place = place().filter(|_| is_open.get());
        async move {
            let (path, at) = place?;
            bridge::bundle::about(&path, at).await.ok()
        }
    });
    let found = move || asked.get();
    let package = stored_value(package);
    // Do not redraw what has not changed: the user may be typing in it.
    let problem = memo(move |_| found().map(Result::err));
    let description = memo(move |_| found().and_then(Result::ok).map(|about| about.description));
    let icon = memo(move |_| found().and_then(Result::ok).and_then(|about| about.icon));
    view! {
        <details class="deprecate about" open=is_open.get_untracked() on:toggle=move |event| is_open.set(event_target::<web_sys::Element>(&event).has_attribute("open"))>
            <summary>"Description and icon"</summary>
            {live(move || is_open.get().then(|| match problem.get() {
                None => view! { <p class="facts" role="status">"Reading the package"</p> }.into_any(),
                Some(Some(problem)) => view! { <p class="notice is-alarm">{problem.into_text()}</p> }.into_any(),
                Some(None) => view! {
                    {live(move || view! { <Description package=package.get_value() text=description.get().unwrap_or_default() /> })}
                    {live(move || view! { <IconForm package=package.get_value() icon=icon.get() /> })}
                }.into_any(),
            }))}
        </details>
    }
}

#[component]
fn Description(package: String, text: String) -> impl IntoView {
    let app = expect_context::<AppState>();
    let written = rw_signal(text.clone());
    let is_same = move || written.with(|written| *written == text);
    let write = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let to = Some(written.get_untracked()).filter(|text| !text.trim().is_empty());
        app.intend(Intention::SetDescription { package: package.clone(), to });
    };
    view! {
        <form on:submit=write>
            <label class="field column">"Description: what the operators of this package do, in Markdown"
                <textarea rows="6" prop:value=written on:input=move |event| written.set(event_target_value(&event))></textarea>
            </label>
            <p class="actions"><button type="submit" disabled=is_same>"Save description"</button></p>
        </form>
    }
}

#[component]
fn IconForm(package: String, icon: Option<ShownIcon>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let chosen = rw_signal(None::<Result<ChosenIcon, Refusal>>);
    let problem = move || chosen.with(|chosen| chosen.as_ref()?.as_ref().err().cloned());
    let fresh = move || chosen.get().and_then(Result::ok);
    let choose = move |event: web_sys::Event| {
        let input = event_target::<web_sys::HtmlInputElement>(&event);
        spawn_local(async move {
            if let Ok(icon) = bridge::bundle::read_icon(&input).await {
                chosen.set(Some(icon));
            }
        });
    };
    let owner = stored_value(package);
    let has_icon = icon.is_some();
    let set = move |to: Option<String>, mediatype: Option<String>| {
        chosen.set(None);
        app.intend(Intention::SetIcon { package: owner.get_value(), to, mediatype });
    };
    view! {
        <div class="about-icon takes-drop" role="group" aria-label="Icon">
            {match icon {
                Some(icon) => view! { <IconImage icon alt="The icon of the package" /> }.into_any(),
                None => view! { <p class="facts">"The package has no icon."</p> }.into_any(),
            }}
            {live(move || fresh().map(|chosen| chosen.icon).map(|icon| view! {
                <span aria-hidden="true">"→"</span>
                <IconImage icon alt="The selected icon" />
            }))}
            <p class="actions">
                {live(move || fresh().map(|chosen| {
                    let use_it = move |_| set(Some(chosen.data.clone()), Some(chosen.media_type.clone()));
                    view! { <button type="button" class="primary" on:click=use_it>"Use this icon"</button> }
                }))}
                <label class="button">"Select or drop an SVG or PNG"
                    <input class="visually-hidden" type="file" accept=".svg,.png,image/svg+xml,image/png" on:change=choose />
                </label>
                {has_icon.then(|| view! { <button type="button" on:click=move |_| set(None, None)>"Remove the icon"</button> })}
            </p>
            {live(move || problem().map(|problem| view! { <p class="notice is-alarm" role="alert">{sentence(problem.into_text())}</p> }))}
        </div>
    }
}
