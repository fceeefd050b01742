//! The page of a bundle.

mod access;
mod add;
mod apis;
mod head;
mod items;
mod settings;
mod several;
mod verdicts;

use leptos::prelude::*;
use olmkit_api::Severity;
use olmkit_api::bundle::{BundleDescription, BundleList, BundleManifest, Spot};

use crate::bridge;
use crate::bridge::types::BundleView;
use crate::components::parts::badge::Badge;
use crate::state::fields::*;
use crate::state::{AppState, Pane};

use access::{Images, Permissions};
use add::AddButton;
use apis::Apis;
use head::Head;
use items::Items;
use settings::Annotations;
pub use several::ChooseBundle;
use verdicts::Verdicts;

/// A part of the bundle that is open; the page is built anew only where that part changes.
fn part<T: Clone + PartialEq + Send + Sync + 'static>(app: AppState, of: fn(&BundleView) -> T) -> Memo<Option<T>> {
    Memo::new(move |_| app.bundles.open().with(|bundle| bundle.as_ref().map(of)))
}

/// A part of its description.
fn described<T: Clone + PartialEq + Send + Sync + Default + 'static>(
    app: AppState,
    of: fn(&BundleDescription) -> T,
) -> Memo<T> {
    Memo::new(move |_| {
        app.bundles.open().with(|bundle| bundle.as_ref().map(|bundle| of(&bundle.description)).unwrap_or_default())
    })
}

#[component]
pub fn BundlePage() -> impl IntoView {
    let app = expect_context::<AppState>();
    let is_there = Memo::new(move |_| app.bundles.open().with(Option::is_some));
    view! {
        <Show when=move || is_there.get() fallback=|| view! { <p class="empty">"Checking the bundle"</p> }>
            <article class="page bundle-page" aria-label="Bundle">
                <Head />
                <AddButton />
                <Verdicts />
                <Apis title="APIs it provides" of=|found| found.provided.clone() />
                <Apis title="APIs it requires" of=|found| found.required.clone() />
                <Permissions />
                <Images />
                <Annotations />
                <Items list=BundleList::Dependencies title="Dependencies" of=|found| found.dependencies.clone() />
                <Items list=BundleList::Properties title="Properties" of=|found| found.properties.clone() />
                <Manifests />
            </article>
        </Show>
    }
}

/// A section that can be folded, with a count.
#[component]
fn Section(
    title: &'static str,
    #[prop(into)] count: Signal<usize>,
    #[prop(optional)] open: bool,
    children: ChildrenFn,
) -> impl IntoView {
    let opened = RwSignal::new(open);
    view! {
        <details class="bundle-section" open=open on:toggle=move |_| opened.update(|opened| *opened = !*opened)>
            <summary><h3>{title}</h3><span class="meta">{move || count.get()}</span></summary>
            {move || children()}
        </details>
    }
}

/// Leads to a place of the bundle in its text.
#[component]
fn ToText(#[prop(into)] spot: Signal<Spot>, #[prop(into)] label: String) -> impl IntoView {
    let app = expect_context::<AppState>();
    let title = move || spot.with(|spot| format!("{}, line {}", spot.path, spot.line));
    let go = move |_| app.go_to_spot(&spot.get_untracked(), true);
    view! { <button type="button" class="quiet link" title=title on:click=go>{label}</button> }
}

/// Its files, with what was found in them.
#[component]
fn Manifests() -> impl IntoView {
    let app = expect_context::<AppState>();
    let files = described(app, |found| found.manifests.clone());
    let count = Signal::derive(move || files.with(Vec::len));
    view! {
        <Section title="Files" count open=true>
            <ul class="cards">
                {move || files.get().into_iter().map(|file| view! { <ManifestRow file /> }).collect_view()}
            </ul>
        </Section>
    }
}

#[component]
fn ManifestRow(file: BundleManifest) -> impl IntoView {
    let app = expect_context::<AppState>();
    let path = StoredValue::new(file.path.clone());
    let full = move || {
        app.bundles.open().with(|bundle| bundle.as_ref().map(|bundle| format!("{}{}", bundle.prefix, path.get_value())))
    };
    let counts = Memo::new(move |_| {
        let full = full().unwrap_or_default();
        app.catalog.report().with(|report| {
            let of = |level: Severity| {
                report.diagnostics.iter().filter(|found| found.path == full && found.severity == level).count()
            };
            (of(Severity::Error), of(Severity::Warning))
        })
    });
    let open = move |_| {
        if let Some(path) = full() {
            bridge::show_file(&path);
            app.workbench.pane().set(Pane::Code);
        }
    };
    view! {
        <li><button type="button" class="row" on:click=open>
            <span class="name">{file.path.clone()}</span>
            <span class="meta">{[file.kind, file.name].join(" ")}</span>
            {move || { let (errors, warnings) = counts.get(); view! { <Badge errors warnings /> } }}
        </button></li>
    }
}

/// The bundle among the packages.
#[component]
pub fn BundleItem() -> impl IntoView {
    let app = expect_context::<AppState>();
    let shown = Memo::new(move |_| {
        app.bundles.open().with(|bundle| {
            let bundle = bundle.as_ref()?;
            let name = Some(bundle.description.name.clone()).filter(|name| !name.is_empty());
            Some((
                name.unwrap_or_else(|| bundle.name.clone()),
                bundle.report.summary.errors,
                bundle.report.summary.warnings,
            ))
        })
    });
    view! {
        {move || shown.get().map(|(name, errors, warnings)| view! {
            <h2 class="small-heading">"Bundle"</h2>
            <p class="bundle-row">
                <button type="button" class="row" aria-current=move || app.bundles.is_shown().get().then_some("true") on:click=move |_| app.show_bundle()>
                    <span class="name">{name}</span><Badge errors warnings />
                </button>
                <button type="button" class="quiet close" aria-label="Close the bundle" on:click=|_| bridge::bundle::close_bundle()>"✕"</button>
            </p>
        })}
    }
}
