//! The page of a package: its versions in channels and catalogs, its dependencies, and its properties.

use crate::prelude::*;
use olmkit_api::{Intention, PackageMatrix, PackageSummary};
use olmkit_text::counted;

use crate::bridge;
use crate::components::catalog::page::{CatalogPage, PackageIcon};
use crate::components::catalog::unreadable::is_unreadable;
use crate::components::channel::deprecate::Deprecate;
use crate::components::channel::stranded::{FixAllStranded, StrandedNotes};
use crate::components::package::about::About;
use crate::components::package::across::Across;
use crate::components::package::bundles::Bundles;
use crate::components::package::definitions::Definitions;
use crate::components::package::dependencies::Dependencies;
use crate::components::package::matrix::{Matrix, matrix_of};
use crate::components::parts::key::without_places;
use crate::live::{Show, effect, live, memo};
use crate::state::{AppState, PackageTab as Tab, Pane};
use crate::text::{named, severities};

/// What the page of a package shows. Kept when a change of the package redraws the page. Cheap to copy.
#[derive(Debug, Clone, Copy)]
struct Shown {
    /// Whether the form of its description and icon is open.
    about: RwSignal<bool>,
    /// Whether the form of a new channel is open.
    adding: RwSignal<bool>,
}

impl Shown {
    /// Opens or closes the form of a new channel.
    fn add(self, is_open: bool) {
        self.adding.set(is_open);
        if is_open {
            bridge::focus_on(".package-page .inline-form input");
        }
    }
}

#[component]
pub fn PackagePage() -> impl IntoView {
    let app = expect_context::<AppState>();
    let package = memo(move |_| {
        let name = app.selected.place.with(|selection| selection.package.clone());
        // Without a name, the whole catalog is selected.
        let found = app.catalog.outline.with(|outline| {
            let is_only = outline.packages.len() == 1;
            let mut packages =
                outline.packages.iter().filter(|one| !is_unreadable(one) && (is_only || !name.is_empty()));
            packages.find(|package| package.name == name).cloned()
        });
        found.map(without_places)
    });
    let shown = Shown { about: rw_signal(false), adding: rw_signal(false) };
    view! {
        {live(move || match package.get() {
            Some(package) => view! { <Package package shown /> }.into_any(),
            None => view! { <CatalogPage /> }.into_any(),
        })}
    }
}

#[component]
fn Package(package: PackageSummary, shown: Shown) -> impl IntoView {
    let name = package.name.clone();
    let matrix = matrix_of(name.clone());
    view! {
        <div class="page package-page">
            <Head package=package.clone() shown />
            {package.deprecation.clone().map(|message| view! { <p class="deprecation">{format!("Deprecated: {message}")}</p> })}
            <Definitions />
            <StrandedNotes />
            <div class="package-body">
                <div class="package-main"><Versions package=name matrix shown channels=package.channels.len() bundles=package.bundles /></div>
                <Facts package matrix shown />
            </div>
        </div>
    }
}

/// The icon and names of the package, and its actions.
#[component]
fn Head(package: PackageSummary, shown: Shown) -> impl IntoView {
    let app = expect_context::<AppState>();
    let name = stored_value(package.name.clone());
    let view = memo(move |_| {
        name.with_value(|name| app.catalog.package_views.with(|views| views.get(name).cloned())).unwrap_or_default()
    });
    let title = move || {
        let display = view.with(|view| view.display_name.clone());
        if display.is_empty() { name.with_value(|name| named(name)) } else { display }
    };
    let provider = move || view.with(|view| view.provider.clone());
    let summary = move || view.with(|view| view.summary.clone());
    let head = NodeRef::<leptos::html::Header>::new();
    effect(move || {
        if let Some(head) = head.get() {
            bridge::catalogs::watch_packages(&head);
        }
    });
    // If the default channel does not exist, suggest its name for the new channel.
    let missing = package.default_channel.clone().filter(|name| package.channels.iter().all(|one| one.name != *name));
    let suggested = missing.unwrap_or_default();
    let to_text = move |_| {
        let place = app.catalog.outline.with_untracked(|outline| {
            let package = name.with_value(|name| outline.packages.iter().find(|package| package.name == *name))?;
            Some((package.path.clone()?, package.range?))
        });
        if let Some((path, range)) = place {
            app.go_to(&path, range, true);
            app.workbench.pane.set(Pane::Code);
        }
    };
    view! {
        <header class="bundle-head" data-package=package.name.clone() node_ref=head>
            <PackageIcon name=package.name.clone() address=Signal::derive(move || view.with(|view| view.icon.clone())) />
            <div class="bundle-title">
                <h2 tabindex="-1">{live(title)}</h2>
                <p class="facts"><code>{package.name.clone()}</code><span>{live(provider)}</span></p>
                <p class="facts">{live(summary)}</p>
            </div>
            <div class="actions">
                <FixAllStranded />
                {package.path.is_some().then(|| view! { <button type="button" class="quiet link" on:click=to_text>"Show in the text"</button> })}
                <button type="button" class="icon-text i-plus" aria-expanded=move || shown.adding.get().to_string() on:click=move |_| shown.add(!shown.adding.get_untracked())>"New channel"</button>
            </div>
        </header>
        {new_channel(app, name, suggested, shown)}
    }
}

/// The form of a new channel.
fn new_channel(app: AppState, package: StoredValue<String>, suggested: String, shown: Shown) -> impl IntoView {
    let added = rw_signal(suggested);
    let add = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        shown.adding.set(false);
        bridge::focus_on(".bundle-head .i-plus");
        let channel = added.get_untracked().trim().to_owned();
        let intention = Intention::AddChannel { package: package.get_value(), channel, entries: Vec::new() };
        // A notice shows why a name is refused.
        app.intend_or(intention, move || shown.add(true));
    };
    view! {
        <Show when=move || shown.adding.get()>
            <form class="inline-form" on:submit=add>
                <label class="field">"Name of the channel"
                    <input required="" autocomplete="off" spellcheck="false" prop:value=added on:input=move |event| added.set(event_target_value(&event)) />
                </label>
                <button type="submit" class="primary">"Add channel"</button>
            </form>
        </Show>
    }
}

/// The properties of the package, and the forms that change them.
#[component]
fn Facts(package: PackageSummary, matrix: Memo<PackageMatrix>, shown: Shown) -> impl IntoView {
    let app = expect_context::<AppState>();
    let name = package.name.clone();
    let longest = move || {
        let most = matrix.with(|matrix| matrix.channels.iter().flat_map(|channel| channel.longest).max());
        counted(most.unwrap_or_default(), "upgrade", "upgrades")
    };
    let problems = severities([package.errors, package.warnings, package.infos]).join(", ");
    view! {
        <aside class="package-facts" aria-label="The package">
            {default_channel(app, &package, matrix)}
            <section>
                <h3>"Upgrades"</h3>
                <dl class="bundle-facts">
                    <dt>"Stranded under OLM v0"</dt><dd>{package.stranded.v0}</dd>
                    <dt>"Stranded under OLM v1"</dt><dd>{package.stranded.v1}</dd>
                    <dt title="Maximum number of upgrades to the head of a channel">"Longest path"</dt><dd>{live(longest)}</dd>
                </dl>
            </section>
            <section>
                <h3>"Problems"</h3>
                {if problems.is_empty() {
                    view! { <p class="facts">"None in this package."</p> }.into_any()
                } else {
                    view! { <button type="button" class="quiet link" on:click=move |_| app.show_problems()>{problems}</button> }.into_any()
                }}
            </section>
            <section>
                <h3>"Deprecation"</h3>
                <Deprecate package=name.clone() schema="olm.package" name=None message=package.deprecation.clone() />
            </section>
            {package.path.is_some().then(|| view! { <section><h3>"About"</h3><About package=name is_open=shown.about /></section> })}
        </aside>
    }
}

/// The default channel, and the choice of another.
fn default_channel(app: AppState, package: &PackageSummary, matrix: Memo<PackageMatrix>) -> AnyView {
    let own = package.name.clone();
    let set_default = move |event: web_sys::Event| {
        let to = event_target_value(&event);
        if !to.is_empty() {
            app.intend(Intention::SetDefaultChannel { package: own.clone(), to });
        }
    };
    let default = package.default_channel.clone().unwrap_or_default();
    let followed = package.channels.iter().find(|channel| channel.name == default);
    let head = followed.and_then(|channel| channel.heads.first().cloned()).unwrap_or_default();
    let known = followed.is_some();
    let head = move || {
        let short = matrix.with(|matrix| head.strip_prefix(matrix.prefix.as_str()).unwrap_or(&head).to_owned());
        (!short.is_empty()).then(|| format!(" Its head is {short}."))
    };
    view! {
        <section>
            <h3>"Default channel"</h3>
            <select aria-label="Default channel" on:change=set_default>
                {(!known).then(|| view! { <option value="" selected=true>{if default.is_empty() { "not set".to_owned() } else { format!("{default} (does not exist)") }}</option> })}
                {package.channels.iter().map(|channel| {
                    let selected = channel.name == default;
                    view! { <option value=channel.name.clone() selected=selected>{channel.name.clone()}</option> }
                }).collect_view()}
            </select>
            <p class="facts">"Used by installations that do not specify a channel."{live(head)}</p>
        </section>
    }
    .into_any()
}

/// Tabs: the versions in channels, in catalogs if several are open, the bundles of the package, and its dependencies.
#[component]
fn Versions(
    package: String,
    matrix: Memo<PackageMatrix>,
    shown: Shown,
    channels: usize,
    bundles: usize,
) -> impl IntoView {
    let app = expect_context::<AppState>();
    let (is_across, tab) = (app.workbench.is_across, app.workbench.package_tab);
    let has_several = memo(move |_| app.session.state.with(|page| !page.catalogs.is_empty()));
    let is_across_shown = move || is_across.get() && has_several.get();
    let choice = move |label: &'static str, number: Option<usize>, own: Tab, across: bool| {
        let is_shown = move || tab.get() == own && (own != Tab::Versions || is_across_shown() == across);
        let show = move |_| {
            tab.set(own);
            if own == Tab::Versions {
                is_across.set(across);
            }
        };
        view! { <button type="button" aria-pressed=move || is_shown().to_string() on:click=show>{label}{number.map(|number| view! { " "<span class="meta">{number}</span> })}</button> }
    };
    let own = stored_value(package);
    view! {
        <div class="switch" role="group" aria-label="Package view">
            {choice("Channels", Some(channels), Tab::Versions, false)}
            {choice("Bundles", Some(bundles), Tab::Bundles, false)}
            <Show when=move || has_several.get()>{choice("Catalogs", None, Tab::Versions, true)}</Show>
            {choice("Dependencies", None, Tab::Dependencies, false)}
        </div>
        {live(move || match tab.get() {
            Tab::Bundles => view! { <Bundles package=own.get_value() matrix /> }.into_any(),
            Tab::Dependencies => view! { <Dependencies package=own.get_value() /> }.into_any(),
            Tab::Versions if is_across_shown() => view! { <Across package=own.get_value() /> }.into_any(),
            Tab::Versions if channels == 0 => view! { <NoChannels shown /> }.into_any(),
            Tab::Versions => view! { <Matrix package=own.get_value() matrix /> }.into_any(),
        })}
    }
}

#[component]
fn NoChannels(shown: Shown) -> impl IntoView {
    view! {
        <div class="empty no-channels">
            <p>"This package has no channels, so no bundle of it can be installed. opm rejects the catalog."</p>
            <p><button type="button" class="primary icon-text i-plus" on:click=move |_| shown.add(true)>"Add a channel"</button></p>
        </div>
    }
}
