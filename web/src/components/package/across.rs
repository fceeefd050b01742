//! All versions of a package in all open catalogs: rows are versions, columns are catalogs. Only the visible rows are
//! drawn.

use crate::prelude::*;
use olmkit_api::{CatalogsCell, CatalogsMatrix, CatalogsRow, MatrixCatalog};
use olmkit_text::counted;

use crate::bridge::catalogs::{package_across, show_catalog};
use crate::components::package::matrix::{Legend, longest, without};
use crate::components::parts::key::key_of;
use crate::components::parts::scroll::{Scroll, VERSION_ROW, numbered};
use crate::live::{For, live, memo};
use crate::state::{AppState, fetched};
use crate::text::cut;

#[component]
pub fn Across(package: String) -> impl IntoView {
    let app = expect_context::<AppState>();
    let own = stored_value(package);
    let found = fetched(move || {
        app.catalog.report.track();
        let package = own.get_value();
        async move { package_across(&package).await.ok() }
    });
    let is_known = memo(move |_| found.with(Option::is_some));
    let refusal = memo(move |_| found.with(|found| found.as_ref()?.as_ref().err().cloned()));
    let matrix = memo(move |_| found.with(|found| found.as_ref()?.as_ref().ok().cloned()).unwrap_or_default());
    view! {
        {live(move || match refusal.get() {
            Some(reason) => view! { <p class="notice is-alarm" role="alert">{format!("The catalogs cannot be compared: {reason}")}</p> }.into_any(),
            None if is_known.get() => view! { <Versions matrix /> }.into_any(),
            None => view! { <p class="facts" role="status">"Reading the other catalogs…"</p> }.into_any(),
        })}
    }
}

#[component]
fn Versions(matrix: Memo<CatalogsMatrix>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let catalogs = memo(move |_| matrix.with(|matrix| matrix.catalogs.clone()));
    let rows = memo(move |_| matrix.with(|matrix| matrix.rows.clone()));
    let prefix = memo(move |_| matrix.with(|matrix| matrix.prefix.clone()));
    let longest = move || longest(rows.with(|rows| rows.iter().map(|row| row.name.clone()).collect()), prefix);
    let own = memo(move |_| app.session.state.with(|page| page.catalog.trim_end_matches('/').to_owned()));
    let heads = move || {
        let head = |catalog: &MatrixCatalog| head(catalog, own.with(|own| *own == catalog.name));
        catalogs.with(|catalogs| catalogs.iter().map(head).collect_view())
    };
    let scroll = Scroll::of_rows(app, VERSION_ROW);
    scroll.watch();
    let count = memo(move |_| rows.with(Vec::len));
    let window = scroll.window_in_parts(count, |row| row);
    let shown = move || rows.with(|rows| numbered(rows, window.get()));
    view! {
        <Legend signs=&[("is-head", "default head"), ("is-other-head", "other head"), ("", "entry"), ("is-skipped", "other channel"), ("is-stranded", "stranded"), ("is-deprecated", "deprecated"), ("is-missing", "missing")] />
        <div class="table-scroll matrix-scroll" tabindex="0" node_ref=scroll.place role="region" aria-label="Versions in catalogs" on:scroll=move |event| scroll.scrolled(&event)>
            <table class="matrix across" aria-rowcount=move || count.get().saturating_add(1).to_string()>
                <thead><tr aria-rowindex="1"><th scope="col">"Version"<span class="longest" aria-hidden="true">{live(longest)}</span></th>{live(heads)}</tr></thead>
                <tbody>
                    {scroll.space(move || window.get().0)}
                    <For each=shown key=key_of children=move |(at, row)| view! { <Line at row catalogs prefix /> } />
                    {scroll.space(move || count.get().saturating_sub(window.get().1))}
                </tbody>
            </table>
        </div>
    }
}

fn head(catalog: &MatrixCatalog, is_shown: bool) -> impl IntoView + use<> {
    let MatrixCatalog { name, default_channel, channels, versions } = catalog.clone();
    let own = name.clone();
    let facts = match versions {
        0 => "no such package".to_owned(),
        _ => format!("{} in {}", counted(versions, "version", "versions"), counted(channels, "channel", "channels")),
    };
    view! {
        <th scope="col" class:is-default=is_shown>
            <button type="button" class="quiet" on:click=move |_| show_catalog(&own)>{name.clone()}</button>
            <span class="facts">{facts}</span>
            <span class="facts">{default_channel.map(|channel| format!("default {channel}"))}</span>
        </th>
    }
}

#[component]
fn Line(at: usize, row: CatalogsRow, catalogs: Memo<Vec<MatrixCatalog>>, prefix: Memo<String>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let CatalogsRow { name, begins_major, cells } = row;
    let short = prefix.with_untracked(|prefix| cut(without(prefix, &name)));
    // The heading is the first row.
    let index = at.saturating_add(2).to_string();
    let title = name.clone();
    let nodes = move || {
        let node = |(at, catalog): (usize, &MatrixCatalog)| {
            node(app, &name, catalog, cells.iter().find(|cell| cell.catalog == at))
        };
        catalogs.with(|catalogs| catalogs.iter().enumerate().map(node).collect_view())
    };
    view! { <tr class:begins-major=begins_major aria-rowindex=index><th scope="row" title=title>{short}</th>{live(nodes)}</tr> }
}

fn node(app: AppState, entry: &str, catalog: &MatrixCatalog, cell: Option<&CatalogsCell>) -> AnyView {
    let Some(cell) = cell else {
        let what = (catalog.versions > 0).then(|| format!("{entry} is missing in {}", catalog.name));
        let title = what.clone();
        return view! { <td class="is-missing" title=title><span aria-hidden="true">"–"</span><span class="visually-hidden">{what}</span></td> }
            .into_any();
    };
    let label = description(entry, catalog, cell);
    let class = format!("dot {}", shape(catalog, cell));
    let (name, entry) = (catalog.name.clone(), entry.to_owned());
    let channel = catalog.default_channel.clone().filter(|_| cell.is_default).or(cell.channels.first().cloned());
    let go = move |_| app.go_to_catalog(&name, channel.as_deref().unwrap_or_default(), &entry);
    view! { <td><button type="button" class="quiet" aria-label=label.clone() title=label on:click=go><span class=class></span></button></td> }
        .into_any()
}

fn is_default_head(catalog: &MatrixCatalog, cell: &CatalogsCell) -> bool {
    catalog.default_channel.as_ref().is_some_and(|default| cell.heads.contains(default))
}

fn shape(catalog: &MatrixCatalog, cell: &CatalogsCell) -> &'static str {
    match cell {
        cell if !cell.stranded.is_empty() => "is-stranded",
        cell if is_default_head(catalog, cell) => "is-head",
        cell if !cell.heads.is_empty() => "is-other-head",
        CatalogsCell { is_deprecated: true, .. } => "is-deprecated",
        CatalogsCell { is_default: false, .. } => "is-skipped",
        _ => "",
    }
}

/// The description of a version in a catalog.
fn description(entry: &str, catalog: &MatrixCatalog, cell: &CatalogsCell) -> String {
    let mut description = format!("{entry} in {}: {}", catalog.name, cell.channels.join(", "));
    for (channels, what) in [(&cell.heads, "head of"), (&cell.stranded, "stranded in")] {
        if !channels.is_empty() {
            description.push_str(&format!("; {what} {}", channels.join(", ")));
        }
    }
    if cell.is_deprecated {
        description.push_str("; deprecated");
    }
    description
}
