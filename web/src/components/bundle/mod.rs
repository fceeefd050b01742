//! The page of a bundle.

mod access;
mod add;
mod apis;
mod findings;
mod head;
mod items;
mod settings;
mod several;
mod shown;
mod tabs;
mod upgrade;
mod verdicts;

use crate::prelude::*;
use olmkit_api::Severity;
use olmkit_api::bundle::{BundleDescription, BundleList, BundleLocation, BundleManifest};

use crate::bridge;
use crate::bridge::types::BundleView;
use crate::components::parts::badge::Badge;
use crate::live::{Show, live, memo};
use crate::state::{AppState, Pane};

use access::{Images, ImagesCard, Permissions, PermissionsCard};
use apis::{Apis, ApisCard};
use findings::{Findings, FindingsCard};
use head::{AboutCard, Head, ModesCard};
use items::Items;
use settings::Annotations;
pub use several::ChooseBundle;
use shown::{Shown, Tab};
use tabs::Tabs;
use upgrade::UpgradeCard;
use verdicts::Verdicts;

/// A part of the open bundle. The page is rebuilt only when that part changes.
fn part<T: Clone + PartialEq + Send + Sync + 'static>(app: AppState, of: fn(&BundleView) -> T) -> Memo<Option<T>> {
    memo(move |_| app.bundles.open.with(|bundle| bundle.as_ref().map(of)))
}

/// A part of the bundle's description.
fn described<T: Clone + PartialEq + Send + Sync + Default + 'static>(
    app: AppState,
    of: fn(&BundleDescription) -> T,
) -> Memo<T> {
    memo(move |_| {
        app.bundles.open.with(|bundle| bundle.as_ref().map(|bundle| of(&bundle.description)).unwrap_or_default())
    })
}

#[component]
pub fn BundlePage() -> impl IntoView {
    let app = expect_context::<AppState>();
    let is_there = memo(move |_| app.bundles.open.with(Option::is_some));
    let shown = Shown::new(app);
    view! {
        <Show when=move || is_there.get() fallback=|| view! { <p class="empty">"Checking the bundle"</p> }>
            <article class="page bundle-page" aria-label="Bundle">
                <Head />
                <Verdicts shown />
                <Tabs shown />
                <div id="bundle-part" class="bundle-part" role="tabpanel" tabindex="0" aria-label="Part of the bundle" class:is-overview=move || shown.tab.get() == Tab::Overview>
                    {live(move || part_of(shown))}
                </div>
            </article>
        </Show>
    }
}

fn part_of(shown: Shown) -> AnyView {
    match shown.tab.get() {
        Tab::Overview => view! {
            <div><FindingsCard shown /><PermissionsCard shown /></div>
            <div><ApisCard shown /><ModesCard /><ImagesCard shown /><UpgradeCard /><AboutCard /></div>
        }
        .into_any(),
        Tab::Findings => view! { <Findings shown /> }.into_any(),
        Tab::Apis => view! {
            <Apis title="APIs it provides" of=|found| found.provided.clone() />
            <Apis title="APIs it requires" of=|found| found.required.clone() />
        }
        .into_any(),
        Tab::Permissions => view! { <Permissions /> }.into_any(),
        Tab::Images => view! { <Images /> }.into_any(),
        Tab::Metadata => view! {
            <Annotations />
            <Items list=BundleList::Dependencies title="Dependencies" of=|found| found.dependencies.clone() />
            <Items list=BundleList::Properties title="Properties" of=|found| found.properties.clone() />
        }
        .into_any(),
        Tab::Files => view! { <Manifests /> }.into_any(),
    }
}

/// A card with a heading, and a count if it is a list.
#[component]
fn Section(
    title: &'static str,
    #[prop(optional, into)] count: Option<Signal<usize>>,
    /// Content beside the title.
    #[prop(optional)]
    note: Option<ViewFn>,
    children: Children,
) -> impl IntoView {
    view! {
        <section class="card" aria-label=title>
            <header><h3>{title}</h3>{count.map(|count| view! { <span class="meta">{live(move || count.get())}</span> })}{note.map(|note| live(move || note.run()))}</header>
            {children()}
        </section>
    }
}

/// A link to a location of the bundle in its text.
#[component]
fn ToText(#[prop(into)] location: Signal<BundleLocation>, #[prop(into)] label: String) -> impl IntoView {
    let app = expect_context::<AppState>();
    let title = move || location.with(|location| format!("{}, line {}", location.path, location.line));
    let go = move |_| app.go_to_location(&location.get_untracked(), true);
    view! { <button type="button" class="quiet link" title=title on:click=go>{label}</button> }
}

/// The files of the bundle with their findings.
#[component]
fn Manifests() -> impl IntoView {
    let app = expect_context::<AppState>();
    let files = described(app, |found| found.manifests.clone());
    let count = Signal::derive(move || files.with(Vec::len));
    view! {
        <Section title="Files" count>
            <ul class="cards">
                {live(move || files.get().into_iter().map(|file| view! { <ManifestRow file /> }).collect_view())}
            </ul>
        </Section>
    }
}

#[component]
fn ManifestRow(file: BundleManifest) -> impl IntoView {
    let app = expect_context::<AppState>();
    let path = stored_value(file.path.clone());
    let full = move || {
        app.bundles.open.with(|bundle| bundle.as_ref().map(|bundle| format!("{}{}", bundle.prefix, path.get_value())))
    };
    let counts = memo(move |_| {
        let full = full().unwrap_or_default();
        app.catalog.report.with(|report| {
            let of = |level: Severity| {
                report.diagnostics.iter().filter(|found| found.path == full && found.severity == level).count()
            };
            (of(Severity::Error), of(Severity::Warning))
        })
    });
    let open = move |_| {
        if let Some(path) = full() {
            bridge::show_file(&path);
            app.workbench.pane.set(Pane::Code);
        }
    };
    view! {
        <li><button type="button" class="row" on:click=open>
            <span class="name">{file.path.clone()}</span>
            <span class="meta">{[file.kind, file.name].join(" ")}</span>
            {live(move || { let (errors, warnings) = counts.get(); view! { <Badge errors warnings /> } })}
        </button></li>
    }
}

/// The bundle in the list of packages.
#[component]
pub fn BundleItem() -> impl IntoView {
    let app = expect_context::<AppState>();
    let shown = memo(move |_| {
        app.bundles.open.with(|bundle| {
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
        {live(move || shown.get().map(|(name, errors, warnings)| view! {
            <h2 class="small-heading">"Bundle"</h2>
            <p class="bundle-row">
                <button type="button" class="row" aria-current=move || app.bundles.is_shown.get().then_some("true") on:click=move |_| app.show_bundle()>
                    <span class="name">{name}</span><Badge errors warnings />
                </button>
                <button type="button" class="quiet icon i-close" aria-label="Close the bundle" on:click=|_| bridge::bundle::close_bundle()></button>
            </p>
        }))}
    }
}
