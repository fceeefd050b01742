//! All versions of a package in all open catalogs: rows are versions, columns are catalogs.

use crate::prelude::*;
use olmkit_api::{CatalogsCell, CatalogsMatrix, CatalogsRow, MatrixCatalog};
use olmkit_text::counted;

use crate::bridge::catalogs::{package_across, show_catalog};
use crate::components::package::matrix::Legend;
use crate::live::live;
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
    view! {
        {live(move || match found.get() {
            None => view! { <p class="facts" role="status">"Reading the other catalogs…"</p> }.into_any(),
            Some(Err(reason)) => view! { <p class="notice is-alarm" role="alert">{format!("The catalogs cannot be compared: {reason}")}</p> }.into_any(),
            Some(Ok(found)) => table(app, &found).into_any(),
        })}
    }
}

fn table(app: AppState, found: &CatalogsMatrix) -> impl IntoView + use<> {
    let shown = app.session.state.with_untracked(|page| page.catalog.trim_end_matches('/').to_owned());
    let heads = found.catalogs.iter().map(|catalog| head(catalog, catalog.name == shown)).collect_view();
    let rows = found.rows.iter().map(|row| line(app, found, row)).collect_view();
    view! {
        <Legend signs=&[("is-head", "default head"), ("is-other-head", "other head"), ("", "entry"), ("is-skipped", "other channel"), ("is-stranded", "stranded"), ("is-deprecated", "deprecated"), ("is-missing", "missing")] />
        <div class="table-scroll matrix-scroll" tabindex="0" role="region" aria-label="Versions in catalogs">
            <table class="matrix across">
                <thead><tr><th scope="col">"Version"</th>{heads}</tr></thead>
                <tbody>{rows}</tbody>
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

fn line(app: AppState, found: &CatalogsMatrix, row: &CatalogsRow) -> impl IntoView + use<> {
    let short = row.name.strip_prefix(found.prefix.as_str()).unwrap_or(&row.name).to_owned();
    let cells = found.catalogs.iter().enumerate().map(|(at, catalog)| {
        let cell = row.cells.iter().find(|cell| cell.catalog == at);
        node(app, &row.name, catalog, cell)
    });
    view! { <tr class:begins-major=row.begins_major><th scope="row" title=row.name.clone()>{cut(&short)}</th>{cells.collect_view()}</tr> }
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
