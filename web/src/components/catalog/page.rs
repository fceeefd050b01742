//! The overview of the catalog: its verdict, the number of stranded versions, and all packages.

use crate::prelude::*;
use olmkit_api::{PackageSummary, StrandedCounts};
use olmkit_collections::order;
use olmkit_text::counted;

use crate::bridge;
use crate::bridge::types::PageState;
use crate::components::catalog::files::Files;
use crate::components::catalog::unreadable::{Unreadable, is_unreadable};
use crate::components::parts::badge::Badge;
use crate::components::parts::icon::letters;
use crate::components::parts::key::{key_of, without_places};
use crate::components::problems::not_checked::{NotChecked, not_checked};
use crate::live::{For, Show, effect, live, memo};
use crate::state::AppState;
use crate::text::{named, severities, stranded_under};

#[component]
pub fn CatalogPage() -> impl IntoView {
    let app = expect_context::<AppState>();
    let packages = memo(move |_| {
        let mut packages: Vec<PackageSummary> = app.catalog.outline.with(|outline| {
            let readable = outline.packages.iter().filter(|package| !is_unreadable(package));
            readable.cloned().map(without_places).collect()
        });
        order::sort_by_key(&mut packages, urgency);
        packages
    });
    let title = move || app.session.state.with(PageState::name);
    let is_checked = app.catalog.is_checked;
    let facts = move || {
        if !is_checked.get() {
            return String::new();
        }
        let summary = app.catalog.report.with(|report| report.summary);
        [
            counted(summary.packages, "package", "packages"),
            counted(summary.channels, "channel", "channels"),
            counted(summary.entries, "entry", "entries"),
            counted(summary.bundles, "bundle", "bundles"),
        ]
        .join(", ")
    };
    let table = NodeRef::<leptos::html::Table>::new();
    effect(move || {
        if let Some(table) = table.get() {
            bridge::catalogs::watch_packages(&table);
        }
    });
    view! {
        <div class="page catalog-page">
            <div class="channel-head">
                <h2 tabindex="-1">{live(title)}</h2><span class="facts">{live(facts)}</span>
                <span class="actions"><button type="button" class="icon-text i-download" title="The report, or the catalog, as a file" on:click=move |_| app.dialogs.sharing.set(true)>"Report"</button>
                    <button type="button" class="icon-text i-plus" on:click=move |_| app.dialogs.packaging.set(true)>"New package"</button></span>
            </div>
            <Show when=move || is_checked.get() fallback=unknown><Show when=move || !app.lacks_documents()><Tiles packages /></Show></Show>
            <NotChecked />
            <Unreadable />
            <Show when=move || !packages.with(Vec::is_empty) fallback=move || view! { <Show when=move || is_checked.get()><Files /></Show> }>
                <div class="table-scroll" tabindex="0" role="region" aria-label="Packages of the catalog">
                    <table class="package-table" node_ref=table>
                        <thead><tr>
                            <th scope="col">"Package"</th><th scope="col">"Display name"</th><th scope="col">"Default channel"</th><th scope="col">"Channel head"</th>
                            <th scope="col" class="number">"Channels"</th><th scope="col" class="number">"Entries"</th>
                            <th scope="col">"Reach the head"</th><th scope="col">"Problems"</th>
                        </tr></thead>
                        <tbody><For each=move || packages.get() key=key_of children=move |package| view! { <PackageLine package /> } /></tbody>
                    </table>
                </div>
            </Show>
        </div>
    }
}

/// The sort key of a package: packages with problems come first, each group sorted by name.
fn urgency(package: &PackageSummary) -> (bool, bool, bool, String) {
    let is_stranded = package.stranded.total > 0;
    let has_problems = package.warnings > 0 || package.infos > 0;
    (package.errors == 0, !is_stranded, !has_problems, package.name.clone())
}

/// The place of the figures until they are known.
fn unknown() -> impl IntoView {
    let tiles = [
        ("Checking…", "the verdict of opm validate"),
        ("–", "stranded versions"),
        ("–", "problems"),
        ("–", "packages without a problem"),
    ];
    view! { <ul class="tiles">{tiles.map(|(figure, of)| view! { <li><div><b>{figure}</b><span>{of}</span></div></li> })}</ul> }
}

/// Four figures about the catalog.
#[component]
fn Tiles(packages: Memo<Vec<PackageSummary>>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let stranded = move || app.catalog.outline.with(|outline| outline.stranded);
    let is_accepted = move || app.catalog.own_report.with(|report| report.opm.accepted);
    let clean = move || packages.with(|packages| packages.iter().filter(|package| is_clean(package)).count());
    let problems = move |_| app.show_problems();
    let found = move || app.catalog.report.with(|report| report.summary);
    let numbers = move || {
        let found = found();
        severities([found.errors, found.warnings, found.infos]).into_iter()
    };
    let most_severe = move || numbers().next().unwrap_or_else(|| "No problems".to_owned());
    let others = move || {
        let fixable =
            app.catalog.report.with(|report| report.diagnostics.iter().filter(|one| !one.fixes.is_empty()).count());
        let fixable = (fixable > 0).then(|| counted(fixable, "suggested fix", "suggested fixes"));
        numbers().skip(1).chain(fixable).collect::<Vec<_>>().join(", ")
    };
    view! {
        <ul class="tiles">
            <li><button type="button" class:is-good=is_accepted class:is-bad=move || !is_accepted() title="Output of opm" on:click=move |_| app.dialogs.opm.set(true)>
                <b class="icon-text">{live(move || if is_accepted() { "opm accepts" } else { "opm rejects" })}</b>
                <span>{live(move || app.catalog.own_report.with(|report| report.opm.first.as_ref().map(ToString::to_string)).unwrap_or_else(|| "the verdict of opm validate".to_owned()))}</span>
            </button></li>
            <li><div class:is-warning=move || stranded().total != 0>
                <b>{live(move || match stranded().total { 0 => "None stranded".to_owned(), total => format!("{total} stranded") })}</b>
                <span>{live(move || match stranded() { StrandedCounts { total: 0, .. } if !not_checked(app).is_empty() => "not all entries are checked".to_owned(),
                    StrandedCounts { total: 0, .. } => "every entry reaches its channel head".to_owned(), some => stranded_under(some) })}</span>
            </div></li>
            <li><button type="button" class:is-bad=move || { found().errors != 0 } on:click=problems>
                <b>{live(most_severe)}</b><span>{live(others)}</span>
            </button></li>
            <li><div>
                <b>{live(move || format!("{} of {}", clean(), packages.with(Vec::len)))}</b><span>"packages without a problem"</span>
            </div></li>
        </ul>
    }
}

fn is_clean(package: &PackageSummary) -> bool {
    package.errors == 0 && package.warnings == 0 && package.infos == 0
}

#[component]
fn PackageLine(package: PackageSummary) -> impl IntoView {
    let app = expect_context::<AppState>();
    let stranded = package.stranded;
    let entries: usize = package.channels.iter().map(|channel| channel.entries).sum();
    let default = package.default_channel.clone().unwrap_or_default();
    let heads = package.channels.iter().find(|channel| channel.name == default).map(|channel| channel.heads.as_slice());
    let heads = heads.unwrap_or_default();
    let head = heads.join(", ");
    let short = heads.iter().map(|head| version_part(head)).collect::<Vec<_>>().join(", ");
    let name = package.name.clone();
    let reach = match stranded.total {
        0 => view! { <span class="facts">"all"</span> }.into_any(),
        total => {
            view! { <span class="tag is-warning" title=stranded_under(stranded)>{format!("{total} stranded")}</span> }
                .into_any()
        }
    };
    let owner = package.name.clone();
    let view = memo(move |_| app.catalog.package_views.with(|views| views.get(&owner).cloned()).unwrap_or_default());
    let shown = move || view.with(|view| view.display_name.clone());
    view! {
        <tr data-package=package.name.clone()>
            <th scope="row"><PackageIcon name=package.name.clone() address=Signal::derive(move || view.with(|view| view.icon.clone())) /><button type="button" class="quiet link" on:click=move |_| app.select(&name, "")>{named(&package.name)}</button>
                {package.deprecated.then(|| view! { <span class="tag">"deprecated"</span> })}</th>
            <td class="facts" title=shown>{live(shown)}</td>
            <td>{default}</td>
            <td class="head-version" title=head>{short}</td>
            <td class="number">{package.channels.len()}</td>
            <td class="number">{entries}</td>
            <td>{reach}</td>
            <td><Badge errors=package.errors warnings=package.warnings infos=package.infos /></td>
        </tr>
    }
}

/// The icon as an image, or initials of the name. Hidden from screen readers, because the name is beside it.
#[component]
pub fn PackageIcon(name: String, address: Signal<String>) -> impl IntoView {
    let letters = letters(&name);
    let broken = rw_signal(String::new());
    let icon = memo(move |_| Some(address.get()).filter(|address| !address.is_empty() && *address != broken.get()));
    view! {
        <span class="package-icon" aria-hidden="true">
            {live(move || match icon.get() {
                Some(own) => view! { <img src=own alt="" width="20" height="20" decoding="async" on:error=move |_| broken.set(address.get_untracked()) /> }.into_any(),
                None => letters.clone().into_any(),
            })}
        </span>
    }
}

/// The part after `.v` in the name of a bundle, or the whole name.
fn version_part(name: &str) -> &str {
    let is_version = |text: &&str| text.starts_with(|first: char| first.is_ascii_digit()) && !text.contains(", ");
    name.split_once(".v").map(|(_, version)| version).filter(is_version).unwrap_or(name)
}
