//! The overview of the catalog: its verdict, the number of stranded versions, and all packages.

use crate::prelude::*;
use olmkit_api::{ChannelSummary, PackageSummary, StrandedCounts};
use olmkit_collections::order;
use olmkit_text::{counted, versioned};

use crate::bridge;
use crate::bridge::types::PageState;
use crate::components::catalog::files::Files;
use crate::components::catalog::unreadable::{Unreadable, is_unreadable};
use crate::components::parts::badge::Badge;
use crate::components::parts::icon::letters;
use crate::components::parts::key::{key_of, without_places};
use crate::components::parts::scroll::{PACKAGE_ROW, Scroll, numbered};
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
                <Packages packages />
            </Show>
        </div>
    }
}

/// All packages of the catalog. Only the visible rows are drawn.
#[component]
fn Packages(packages: Memo<Vec<PackageSummary>>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let table = NodeRef::<leptos::html::Table>::new();
    effect(move || {
        if let Some(table) = table.get() {
            bridge::catalogs::watch_packages(&table);
        }
    });
    let scroll = Scroll::of_rows(app, PACKAGE_ROW);
    scroll.watch();
    let count = memo(move |_| packages.with(Vec::len));
    let window = scroll.window_in_parts(count, |row| row);
    let shown = move || packages.with(|packages| numbered(packages, window.get()));
    let is_part = memo(move |_| window.get() != (0, count.get()));
    let widest = move || {
        is_part.get().then(|| packages.with(|packages| view! { <PackageLine at=None package=widest(packages) /> }))
    };
    view! {
        <div class="table-scroll" tabindex="0" node_ref=scroll.place role="region" aria-label="Packages of the catalog" on:scroll=move |event| scroll.scrolled(&event)>
            <table class="package-table" node_ref=table aria-rowcount=move || count.get().saturating_add(1).to_string()>
                <thead><tr aria-rowindex="1">
                    <th scope="col">"Package"</th><th scope="col">"Display name"</th><th scope="col">"Default channel"</th><th scope="col">"Channel head"</th>
                    <th scope="col" class="number">"Channels"</th><th scope="col" class="number">"Entries"</th>
                    <th scope="col">"Reach the head"</th><th scope="col">"Problems"</th>
                </tr></thead>
                <tbody>
                    {scroll.space(move || window.get().0)}
                    <For each=shown key=key_of children=move |(at, package)| view! { <PackageLine at=Some(at) package /> } />
                    {scroll.space(move || count.get().saturating_sub(window.get().1))}
                    {live(widest)}
                </tbody>
            </table>
        </div>
    }
}

/// A package with the contents of all rows as lines, so that the columns do not depend on which rows are drawn.
fn widest(packages: &[PackageSummary]) -> PackageSummary {
    let digits = |number: usize| number.checked_ilog10().map_or(0, |digits| digits.saturating_add(1));
    let problems = |one: &&PackageSummary| [one.errors, one.warnings, one.infos].map(digits).iter().sum::<u32>();
    let lines = |of: fn(&PackageSummary) -> String| packages.iter().map(of).collect::<Vec<_>>().join("\n");
    let most = packages.iter().max_by_key(problems).cloned().unwrap_or_default();
    let default = lines(|one| one.default_channel.clone().unwrap_or_default());
    let channel = ChannelSummary {
        name: default.clone(),
        heads: vec![lines(|one| short_heads(default_heads(one)))],
        entries: packages.iter().map(entries).max().unwrap_or_default(),
        ..ChannelSummary::default()
    };
    let mut channels = vec![channel];
    channels.resize_with(packages.iter().map(|one| one.channels.len()).max().unwrap_or_default(), Default::default);
    PackageSummary {
        // As wide as the tag of a deprecated package.
        name: lines(|one| format!("{}{}", one.name, if one.deprecated { "  deprecated" } else { "" })),
        default_channel: Some(default),
        channels,
        stranded: packages.iter().map(|one| one.stranded).max_by_key(|one| one.total).unwrap_or_default(),
        deprecated: false,
        ..most
    }
}

fn entries(package: &PackageSummary) -> usize {
    package.channels.iter().map(|channel| channel.entries).sum()
}

/// The heads of the default channel.
fn default_heads(package: &PackageSummary) -> &[String] {
    let default = package.default_channel.as_deref().unwrap_or_default();
    let found = package.channels.iter().find(|channel| channel.name == default);
    found.map(|channel| channel.heads.as_slice()).unwrap_or_default()
}

fn short_heads(heads: &[String]) -> String {
    heads.iter().map(|head| version_part(head)).collect::<Vec<_>>().join(", ")
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

/// A row of the table. Without a position, it only determines the widths of the columns.
#[component]
fn PackageLine(at: Option<usize>, package: PackageSummary) -> impl IntoView {
    let app = expect_context::<AppState>();
    let stranded = package.stranded;
    let heads = default_heads(&package);
    let (head, short) = (heads.join(", "), short_heads(heads));
    let default = package.default_channel.clone().unwrap_or_default();
    let name = package.name.clone();
    let reach = match stranded.total {
        0 => view! { <span class="facts">"all"</span> }.into_any(),
        total => {
            view! { <span class="tag is-warning" title=stranded_under(stranded)>{format!("{total} stranded")}</span> }
                .into_any()
        }
    };
    // The heading is the first row.
    let index = at.map(|at| at.saturating_add(2).to_string());
    let owner = package.name.clone();
    let view = memo(move |_| app.catalog.package_views.with(|views| views.get(&owner).cloned()).unwrap_or_default());
    let shown = move || view.with(|view| view.display_name.clone());
    view! {
        <tr class:widest=at.is_none() aria-hidden=at.is_none().then_some("true") data-package=at.map(|_| package.name.clone()) aria-rowindex=index>
            <th scope="row"><PackageIcon name=package.name.clone() address=Signal::derive(move || view.with(|view| view.icon.clone())) /><button type="button" class="quiet link" on:click=move |_| app.select(&name, "")>{named(&package.name)}</button>
                {package.deprecated.then(|| view! { <span class="tag">"deprecated"</span> })}</th>
            <td class="facts" title=shown>{live(shown)}</td>
            <td>{default}</td>
            <td class="head-version" title=head>{short}</td>
            <td class="number">{package.channels.len()}</td>
            <td class="number">{entries(&package)}</td>
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

/// The version in the name of a bundle, or the whole name. Several names stay as they are.
fn version_part(name: &str) -> &str {
    versioned(name).map(|(_, version)| version).filter(|_| !name.contains(", ")).unwrap_or(name)
}
