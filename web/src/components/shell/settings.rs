//! Settings: checks, appearance and keys.

use crate::prelude::*;

use crate::bridge;
use crate::components::channel::row_keys::LettersSwitch;
use crate::live::live;
use crate::preferences;
use crate::state::AppState;

/// The content is mounted only while the dialog is open.
#[component]
pub fn Settings() -> impl IntoView {
    let app = expect_context::<AppState>();
    set_theme(app, &stored_theme());
    let is_open = rw_signal(false);
    let toggled = move |event| {
        let menu = event_target::<web_sys::Element>(&event);
        is_open.set(menu.matches(":popover-open").unwrap_or_default());
    };
    view! {
        <div class="menu" id="settings" popover="" role="dialog" aria-label="Settings" on:toggle=toggled>
            {live(move || is_open.get().then(|| view! { <Fields /> }))}
        </div>
    }
}

#[component]
fn Fields() -> impl IntoView {
    let app = expect_context::<AppState>();
    let theme = move |name: &'static str| {
        let is_chosen = move || (app.workbench.theme.get() == name).to_string();
        view! { <button type="button" aria-pressed=is_chosen on:click=move |_| set_theme(app, name)>{name}</button> }
    };
    view! {
        <label class="field">"Profile"
            <select aria-label="Profile" prop:value=move || app.catalog.config.with(|config| config.profile.clone()) on:change=|event| bridge::set_profile(event_target_value(&event))>
                <option value="default">"default"</option>
                <option value="opm">"opm"</option>
                <option value="strict">"strict"</option>
            </select>
        </label>
        <div class="field">"Theme"<span class="switch" role="group" aria-label="Theme">{THEMES.map(theme).collect_view()}</span></div>
        <LettersSwitch />
    }
}

const THEMES: [&str; 3] = ["system", "light", "dark"];

/// The stored theme.
fn stored_theme() -> String {
    preferences::get("theme").filter(|name| THEMES.contains(&name.as_str())).unwrap_or_else(|| "system".to_owned())
}

/// Applies a theme and stores it. In another editor the theme of that editor is used.
pub fn set_theme(app: AppState, name: &str) {
    if bridge::is_hosted() {
        return;
    }
    app.workbench.theme.set(name.to_owned());
    let root = web_sys::window().and_then(|window| window.document()).and_then(|page| page.document_element());
    if let Some(root) = root {
        let _ = root.set_attribute("data-theme", name);
    }
    preferences::set("theme", name);
}
