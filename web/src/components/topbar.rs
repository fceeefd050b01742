//! Opening, undo, saving, theme.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::state::Desk;

pub const SAMPLES: &[(&str, &str)] = &[
    ("valid", "A valid catalog"),
    ("two-heads", "A channel with two heads"),
    ("cycle", "A cycle of replaces"),
    ("stranded", "An entry cut off"),
    ("missing-bundle", "An entry without bundle"),
    ("bad-range", "A skipRange in npm spelling"),
    ("bad-yaml", "Broken YAML"),
    ("types", "Unquoted versions and names"),
];

#[component]
pub fn OpenButtons() -> impl IntoView {
    let input = |event: web_sys::Event| {
        if let Some(input) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok()) {
            bridge::open_input(input);
        }
    };
    let folder = if bridge::can_pick_folder() {
        view! { <button type="button" class="primary" on:click=move |_| bridge::open_folder()>"Open folder"</button> }
            .into_any()
    } else {
        view! {
            <label class="button primary">"Open folder"
                <input class="visually-hidden" type="file" prop:webkitdirectory=true multiple=true on:change=input />
            </label>
        }
        .into_any()
    };
    view! {
        {folder}
        <label class="button">"Open files"
            <input class="visually-hidden" type="file" multiple=true on:change=input />
        </label>
    }
}

#[component]
pub fn TopBar() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let sample = |event: web_sys::Event| {
        let name = event_target_value(&event);
        if !name.is_empty() {
            bridge::open_sample(name);
        }
    };
    let step = |label: String, verb: &str| {
        if label.is_empty() { format!("Nothing to {verb}") } else { format!("{verb}: {label}") }
    };
    view! {
        <header class="topbar">
            <a class="skip" href="#main">"Skip to the catalog"</a>
            <h1 class="brand">"olmkit"</h1>
            <span class="title">{move || desk.page.with(|page| page.title.clone())}</span>
            <div class="actions">
                <OpenButtons />
                <select aria-label="Open a sample" on:change=sample>
                    <option value="">"Samples"</option>
                    {SAMPLES.iter().map(|(name, title)| view! { <option value=*name>{*title}</option> }).collect_view()}
                </select>
                <select aria-label="Profile" on:change=|event| bridge::set_profile(event_target_value(&event))>
                    <option value="default">"Profile: default"</option>
                    <option value="opm">"Profile: opm"</option>
                    <option value="strict">"Profile: strict"</option>
                </select>
                <button type="button" title=move || step(desk.page.with(|page| page.undo.clone()), "undo")
                    disabled=move || desk.page.with(|page| page.undo.is_empty()) on:click=|_| bridge::undo()>"Undo"</button>
                <button type="button" title=move || step(desk.page.with(|page| page.redo.clone()), "redo")
                    disabled=move || desk.page.with(|page| page.redo.is_empty()) on:click=|_| bridge::redo()>"Redo"</button>
                <button type="button" class="primary" disabled=move || desk.page.with(|page| page.changed == 0)
                    on:click=move |_| desk.saving.set(true)>"Review and save"</button>
                <ThemeButton />
            </div>
        </header>
    }
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

#[component]
fn ThemeButton() -> impl IntoView {
    const THEMES: [&str; 3] = ["system", "light", "dark"];
    let kept = storage().and_then(|storage| storage.get_item("theme").ok().flatten());
    let theme = RwSignal::new(kept.unwrap_or_else(|| "system".to_owned()));
    Effect::new(move |_| {
        let name = theme.get();
        if let Some(root) =
            web_sys::window().and_then(|window| window.document()).and_then(|document| document.document_element())
        {
            let _ = root.set_attribute("data-theme", &name);
        }
        if let Some(storage) = storage() {
            let _ = storage.set_item("theme", &name);
        }
    });
    let next = move |_| {
        let at = THEMES.iter().position(|name| *name == theme.get_untracked()).unwrap_or(0);
        let next = THEMES.iter().cycle().nth(at.saturating_add(1)).copied().unwrap_or("system");
        theme.set(next.to_owned());
    };
    view! { <button type="button" on:click=next>{move || format!("Theme: {}", theme.get())}</button> }
}
