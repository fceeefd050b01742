//! The tools of the graph of a channel: semantics, kinds of edges, zoom, download, and the edges as a table.

use crate::prelude::*;
use olmkit_api::{EdgeKind, GraphEdge, Outline, Semantics};

use crate::bridge;
use crate::bridge::arguments::GraphFormat;
use crate::components::channel::stranded::stranded_under;
use crate::components::graph::drawing::Drawing;
use crate::components::graph::viewport::Viewport;
use crate::live::{Show, live};
use crate::state::{AppState, View};
use crate::text::rounded;

/// The switch of the emphasized semantics, and the legend.
#[component]
pub fn GraphTools() -> impl IntoView {
    let app = expect_context::<AppState>();
    let viewport = expect_context::<Viewport>();
    let is_on = move |semantics: Option<Semantics>| match semantics {
        None => !app.channel.is_emphasized.get(),
        Some(semantics) => app.channel.is_emphasized.get() && app.channel.semantics.get() == semantics,
    };
    let choice = move |semantics: Option<Semantics>| {
        let label = semantics.map_or_else(|| "All edges".to_owned(), |semantics| format!("OLM {}", semantics.name()));
        let choose = move |_| {
            app.channel.is_emphasized.set(semantics.is_some());
            if let Some(semantics) = semantics {
                app.set_semantics(semantics);
            }
        };
        view! { <button type="button" aria-pressed=move || is_on(semantics).to_string() on:click=choose>{label}</button> }
    };
    view! {
        <span class="switch graph-edges" role="group" aria-label="Edges to show">{choice(None)}{choice(Some(Semantics::V0))}{choice(Some(Semantics::V1))}</span>
        <span class="rail-legend graph-legend" role="group" aria-label="Kinds of edges">
            {[EdgeKind::Replaces, EdgeKind::Skips, EdgeKind::SkipRange].map(|kind| view! { <Kind viewport kind /> })}
            <Show when=move || app.channel.is_emphasized.get()><span><i class="is-on"></i>"actual upgrade path"</span></Show>
            <span><i class="is-skipped"></i>"skipped"</span>
            <span><i class="is-stranded"></i>"stranded"</span>
        </span>
    }
}

#[component]
pub fn GraphPage() -> impl IntoView {
    let app = expect_context::<AppState>();
    let viewport = expect_context::<Viewport>();
    let has_table = rw_signal(false);
    view! {
        {live(move || app.channel.graph.with(|graph| graph.as_ref().and_then(|graph| graph.order_error.clone())).map(|error| view! {
            <p class="notice is-alarm">{format!("OLM v0 cannot order this channel: {error}")}</p>
        }))}
        {live(move || undeclared(app).map(|package| view! {
            <p class="notice" role="status"><span>{format!("No graph: the catalog has no olm.package document of {package}, so its versions are not known. opm rejects the catalog.")}</span>
                <button type="button" on:click=move |_| app.show(View::Table)>"Show entries"</button></p>
        }))}
        <Show when=move || app.channel.linking.with(Option::is_some)>
            <p class="notice" role="status">{live(move || format!("New edge from {}: select the target entry with the arrow keys and press Enter, or click it. Press Escape to cancel.", app.channel.linking.get().unwrap_or_default()))}</p>
        </Show>
        <div class="graph-frame">
            <Drawing viewport />
            <Tools viewport has_table />
        </div>
        <Show when=move || has_table.get()><Edges /></Show>
    }
}

/// The package of the channel, if no document declares it.
fn undeclared(app: AppState) -> Option<String> {
    let package = app.channel.table.with(|table| table.as_ref().map(|table| table.package.clone()))?;
    let is_it = |outline: &Outline| outline.packages.iter().any(|one| one.name == package && one.path.is_none());
    app.catalog.outline.with(is_it).then_some(package)
}

/// Shows or hides a kind of edges.
#[component]
fn Kind(viewport: Viewport, kind: EdgeKind) -> impl IntoView {
    let is_shown = move || viewport.hidden.with(|hidden| !hidden.contains(&kind));
    let turn = move |_| {
        viewport.hidden.update(|hidden| {
            if hidden.contains(&kind) {
                hidden.retain(|other| *other != kind);
            } else {
                hidden.push(kind);
            }
        });
    };
    view! { <button type="button" class="quiet" aria-pressed=move || is_shown().to_string() title="Show or hide these edges" on:click=turn><i class=format!("is-{kind}")></i>{kind.name()}</button> }
}

/// Switches between OLM v0 and v1.
#[component]
pub fn SemanticsSwitch() -> impl IntoView {
    let app = expect_context::<AppState>();
    let choice = move |semantics: Semantics| {
        view! {
            <button type="button" aria-pressed=move || (app.channel.semantics.get() == semantics).to_string()
                on:click=move |_| app.set_semantics(semantics)>{format!("OLM {}", semantics.name())}</button>
        }
    };
    view! { <span class="switch" role="group" aria-label="Upgrades of">{choice(Semantics::V0)}{choice(Semantics::V1)}</span> }
}

/// Zoom, download, and the edges as a table.
#[component]
fn Tools(viewport: Viewport, has_table: RwSignal<bool>) -> impl IntoView {
    let app = viewport.app;
    let menu = NodeRef::<leptos::html::Div>::new();
    let download = move |label: &'static str, format: GraphFormat| {
        let export = move |_| {
            if let Some(menu) = menu.get_untracked() {
                let _ = menu.hide_popover();
            }
            let selection = app.selected.place.get_untracked();
            let semantics = app.channel.semantics.get_untracked();
            bridge::export_graph(selection.package, selection.channel, semantics, format);
        };
        view! { <button type="button" class="quiet link" on:click=export>{label}</button> }
    };
    let percent = move || format!("{}%", rounded(viewport.zoom.get() * 100.0));
    view! {
        <div class="graph-float graph-zoom" role="group" aria-label="Zoom and download">
            <button type="button" class="quiet icon i-zoom-in" aria-label="Zoom in" title="Zoom in (+)" on:click=move |_| viewport.zoom_by(1.25)></button>
            <button type="button" class="quiet icon i-zoom-out" aria-label="Zoom out" title="Zoom out (-)" on:click=move |_| viewport.zoom_by(0.8)></button>
            <button type="button" class="quiet" title="Actual size" on:click=move |_| viewport.zoom_by(1.0 / viewport.zoom.get_untracked())>{live(percent)}</button>
            <button type="button" class="quiet icon i-fit" aria-label="Fit" title="Fit (0)" on:click=move |_| viewport.fit()></button>
            <button type="button" class="quiet icon i-table" aria-label="Edges as a table" title="Edges as a table" aria-pressed=move || has_table.get().to_string() on:click=move |_| has_table.update(|is| *is = !*is)></button>
            <button type="button" class="quiet icon i-download" aria-label="Download the graph" title="Download the graph" popovertarget="graph-download"></button>
            <div class="menu graph-download" id="graph-download" popover="" role="group" aria-label="Download the graph" node_ref=menu>
                {download("SVG", GraphFormat::Svg)}{download("PNG", GraphFormat::Png)}{download("Mermaid", GraphFormat::Mermaid)}{download("DOT", GraphFormat::Dot)}
            </div>
        </div>
    }
}

/// The number of edges that the table lists.
const MOST: usize = 2000;

/// The graph as a table, for users who cannot or do not want to view it.
#[component]
fn Edges() -> impl IntoView {
    let app = expect_context::<AppState>();
    let rows = move || {
        app.channel.graph.with(|graph| {
            let Some(graph) = graph.as_ref() else { return Vec::new() };
            let name = |at: usize| graph.nodes.get(at).map(|node| node.name.clone()).unwrap_or_default();
            let shown = app.semantics_of_graph();
            let row = |edge: &GraphEdge| {
                let from = name(edge.from);
                let under = stranded_under(app, &from, shown).0;
                (from, name(edge.to), edge.kind.label(), edge.is_taken, under)
            };
            graph.edges.iter().take(MOST).map(row).collect::<Vec<_>>()
        })
    };
    view! {
        <div class="edges-scroll" tabindex="0" role="region" aria-label="Edges as a table"><table class="edges">
            {live(move || {
                let number = app.channel.graph.with(|graph| graph.as_ref().map_or(0, |graph| graph.edges.len()));
                (number > MOST).then(|| view! { <caption class="facts">{format!("The first {MOST} of {number} edges")}</caption> })
            })}
            <thead><tr><th scope="col">"Installed"</th><th scope="col">"Upgrades to"</th><th scope="col">"By"</th><th scope="col">"Actual upgrade path"</th><th scope="col">"Stranded under OLM"</th></tr></thead>
            <tbody>{live(move || rows().into_iter().map(|(from, to, kind, taken, under)| view! {
                <tr><td>{from}</td><td>{to}</td><td>{kind}</td><td>{if taken { "yes" } else { "no" }}</td><td>{under}</td></tr>
            }).collect_view())}</tbody>
        </table></div>
    }
}
