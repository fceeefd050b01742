//! The top bar: the palette, undo, saving, and a menu with less common actions.

use crate::prelude::*;
use olmkit_api::PackageSummary;
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::bridge::opening::{list_drafts, open_folder_beside, open_input_beside};
use crate::components::open::recent::Drafts;
use crate::components::parts::act::ChooseAndAct;
use crate::components::shell::layout::is_overview;
use crate::live::{Show, effect, live, memo};
use crate::state::{AppState, Pane};

/// A sample: its name and its title.
pub const SAMPLES: &[(&str, &str)] = &[
    ("valid", "A valid catalog"),
    ("stranded-v0", "A version stranded under OLM v0"),
    ("two-heads", "A channel with two heads"),
    ("stranded", "A stranded entry"),
    ("cycle", "A cycle in the replaces chain"),
    ("missing-bundle", "An entry without a bundle"),
    ("bad-range", "A skipRange in npm syntax"),
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
        view! { <button type="button" class="primary open-folder" on:click=move |_| bridge::open_folder()>"Open folder"</button> }
            .into_any()
    } else {
        view! {
            <label class="button primary">"Open folder"
                <input class="visually-hidden open-folder" type="file" prop:webkitdirectory=true multiple=true on:change=input />
            </label>
        }
        .into_any()
    };
    view! {
        {folder}
        <label class="button">"Open files"
            <input class="visually-hidden open-files" type="file" multiple=true on:change=input />
        </label>
    }
}

/// Opens another folder as a tab beside what is open.
#[component]
fn BesideButton() -> impl IntoView {
    const TITLE: &str = "Opens the catalogs of another folder as tabs, to compare them and to change all of them";
    let input = |event: web_sys::Event| open_input_beside(event_target(&event));
    if bridge::can_pick_folder() {
        return view! { <button type="button" title=TITLE on:click=|_| open_folder_beside()>"Open folder beside"</button> }.into_any();
    }
    view! {
        <label class="button" title=TITLE>"Open folder beside"
            <input class="visually-hidden" type="file" prop:webkitdirectory=true multiple=true on:change=input />
        </label>
    }
    .into_any()
}

#[component]
pub fn TopBar() -> impl IntoView {
    let app = expect_context::<AppState>();
    let step = |label: String, verb: &str| {
        if label.is_empty() { format!("Nothing to {verb}") } else { format!("{verb}: {label}") }
    };
    let bar = NodeRef::<leptos::html::Header>::new();
    effect(move || {
        if let Some(bar) = bar.get() {
            bridge::watch_size(&bar);
        }
    });
    // What fills the page.
    let is_alone = move || is_overview(app) || app.workbench.pane.get().is_page();
    // A private folder of the browser has no name.
    let title = move || match app.session.state.with(|page| page.title.clone()) {
        name if name.is_empty() && app.session.is_loaded.get() => "Catalog".to_owned(),
        name => name,
    };
    view! {
        // Its height follows the font size. A change of size is reported as a scroll event.
        <header class="topbar" node_ref=bar on:scroll=move |_| app.resized()>
            <a class="skip" href="#main">"Skip to the catalog"</a>
            <h1 class="brand"><span>"olmkit"</span></h1>
            <nav class="location" aria-label="Location">
                <button type="button" class="quiet title" title="Overview of the catalog" disabled=move || !app.session.is_loaded.get()
                    on:click=move |_| app.show_catalog()>{live(title)}</button>
                <Crumbs />
            </nav>
            <button type="button" class="open-whole" title="In a separate tab, with the changes made here"
                on:click=|_| bridge::export::open_whole()>"Open in the editor"</button>
            <button type="button" class="finder icon-text i-search" title="Find packages, channels, entries, rules and commands" on:click=move |_| app.dialogs.palette.set(true)>
                <span>"Find or run a command"</span><kbd>"Ctrl K"</kbd>
            </button>
            <div class="actions">
                <button type="button" class="quiet icon i-undo" aria-label="Undo" title=move || step(app.session.state.with(|page| page.undo.clone()), "undo")
                    disabled=move || app.session.state.with(|page| page.undo.is_empty()) on:click=|_| bridge::undo()></button>
                <button type="button" class="quiet icon i-redo" aria-label="Redo" title=move || step(app.session.state.with(|page| page.redo.clone()), "redo")
                    disabled=move || app.session.state.with(|page| page.redo.is_empty()) on:click=|_| bridge::redo()></button>
                <button type="button" class="quiet icon i-panel" aria-label="Entry and text" title=move || format!("{} entry and text (Ctrl J)", if app.are_details_hidden() { "Show" } else { "Hide" })
                    aria-pressed=move || (!app.are_details_hidden() && !is_alone()).to_string() disabled=is_alone on:click=move |_| app.toggle_details()></button>
                <button type="button" class="quiet icon i-menu" aria-label="Menu" title="Open, share, parts of the page" popovertarget="menu"></button>
                <button type="button" class="primary to-review" aria-label="Review and save" disabled=move || app.session.state.with(|page| page.changed == 0)
                    on:click=move |_| app.show_page(Pane::Review)><span class="only-wide">"Review and save"</span><span class="only-narrow">"Save"</span></button>
            </div>
            <Menu />
        </header>
    }
}

/// The shown package and channel.
#[component]
fn Crumbs() -> impl IntoView {
    let app = expect_context::<AppState>();
    let place = memo(move |_| app.selected.place.get());
    let is_shown = memo(move |_| {
        !app.bundles.is_shown.get()
            && place.with(|place| {
                let is_shown = |one: &PackageSummary| one.name == place.package && !one.name.is_empty();
                app.catalog.outline.with(|outline| outline.packages.iter().any(is_shown))
            })
    });
    let has_channel = move || place.with(|place| !place.channel.is_empty());
    let to_package = move || {
        app.select(&place.get_untracked().package, "");
        app.workbench.pane.set(Pane::Channel);
    };
    let up = move |_| if untrack(has_channel) { to_package() } else { app.show_catalog() };
    let up_label = move || match has_channel() {
        true => place.with(|place| format!("Back to {}", place.package)),
        false => "Back to the catalog".to_owned(),
    };
    let page = move || match app.workbench.pane.get() {
        Pane::Review if bridge::is_hosted() => "Changes",
        Pane::Review => "Review and save",
        Pane::Problems => "Problems",
        Pane::History => "History",
        _ => "",
    };
    view! {
        <Show when=move || !page().is_empty()>
            <p class="crumbs is-page">
                <button type="button" class="quiet icon i-back only-narrow" aria-label="Back to the channel" on:click=move |_| app.workbench.pane.set(Pane::Channel)></button>
                <span class="between" aria-hidden="true">"/"</span><span class="here" aria-current="page">{page}</span>
            </p>
        </Show>
        <Show when=move || is_shown.get() && page().is_empty()>
            <p class="crumbs">
                <button type="button" class="quiet icon i-back only-narrow" aria-label=up_label on:click=up></button>
                <span class="between" aria-hidden="true">"/"</span>
                <Show when=has_channel fallback=move || here(app, false)>
                    <button type="button" class="quiet" on:click=move |_| to_package()>{live(move || place.with(|place| place.package.clone()))}</button>
                    <span class="between" aria-hidden="true">"/"</span>
                    {here(app, true)}
                </Show>
            </p>
        </Show>
    }
}

/// The shown channel, or the shown package. Opens the palette with the channels of the package.
fn here(app: AppState, is_channel: bool) -> impl IntoView {
    let name =
        move || app.selected.place.with(|place| if is_channel { &place.channel } else { &place.package }.clone());
    let find = move |_| {
        app.dialogs.query.set(format!("#{} ", app.selected.place.get_untracked().package));
        app.dialogs.palette.set(true);
    };
    view! {
        <button type="button" class="quiet here" aria-current="page" aria-haspopup="dialog" title="Go to a channel of the package" on:click=find><span>{live(name)}</span></button>
    }
}

/// A menu with less common actions.
#[component]
fn Menu() -> impl IntoView {
    let app = expect_context::<AppState>();
    let menu = NodeRef::<leptos::html::Div>::new();
    let close = move || menu.get_untracked().map(|menu| menu.hide_popover());
    let titles = SAMPLES.iter().map(|(_, title)| (*title).to_owned()).collect::<Vec<_>>();
    let sample = Callback::new(move |wanted: String| {
        let _ = close();
        if let Some((name, _)) = SAMPLES.iter().find(|(_, title)| *title == wanted) {
            bridge::open_sample((*name).to_owned());
        }
    });
    view! {
        <div class="menu" id="menu" popover="" role="group" aria-label="Menu" node_ref=menu on:toggle=|_| list_drafts()>
            <div class="menu-part" on:click=move |_| { let _ = close(); }><OpenButtons /><Show when=move || app.session.is_loaded.get()><BesideButton /></Show></div>
            <ChooseAndAct label="Sample" empty="select" list="sample-names" names=Signal::stored(titles) button="Open" act=sample />
            // The start page has its own list.
            <Show when=move || app.session.is_loaded.get()><div on:click=move |_| { let _ = close(); }><Drafts /></div></Show>
            <div class="menu-part" on:click=move |_| { let _ = close(); }>
                <button type="button" title="A link to this catalog, and the catalog or its report as a file"
                    disabled=move || !app.session.is_loaded.get() on:click=move |_| app.dialogs.sharing.set(true)>"Share"</button>
                <span class="menu-narrow">
                    <button type="button" on:click=move |_| app.dialogs.help.set(true)>"Help"</button>
                    <button type="button" popovertarget="settings">"Settings"</button>
                </span>
            </div>
            <div class="menu-part">
                <button type="button" aria-pressed=move || (!app.workbench.no_side.get()).to_string() title="Ctrl B" on:click=move |_| app.toggle_side()>"Packages"</button>
            </div>
        </div>
    }
}
