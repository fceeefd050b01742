//! The tools around the graph of a channel: zoom, kinds of edges, export, and the edges as a table.

use leptos::prelude::*;
use olmkit_api::{GraphEdge, Semantics};
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::components::graph::drawing::Drawing;
use crate::components::graph::viewport::Viewport;
use crate::state::AppState;
use crate::state::fields::*;

/// Semantics, zoom and export.
#[component]
pub fn GraphTools() -> impl IntoView {
    let viewport = expect_context::<Viewport>();
    view! {
        <SemanticsSwitch />
        <span class="actions">
            <button type="button" aria-label="Zoom out" on:click=move |_| viewport.zoom_by(0.8)>"−"</button>
            <button type="button" aria-label="Zoom in" on:click=move |_| viewport.zoom_by(1.25)>"+"</button>
            <button type="button" on:click=move |_| viewport.fit()>"Fit"</button>
            <Export />
        </span>
    }
}

#[component]
pub fn GraphPage() -> impl IntoView {
    let app = expect_context::<AppState>();
    let viewport = expect_context::<Viewport>();
    view! {
        {move || app.channel.graph().with(|graph| graph.as_ref().and_then(|graph| graph.order_error.clone())).map(|error| view! {
            <p class="notice is-alarm">{format!("OLM v0 cannot order this channel: {error}")}</p>
        })}
        <Drawing viewport />
        <Show when=move || app.channel.linking().with(Option::is_some)>
            <p class="notice" role="status">{move || format!("An edge from {}: go to the entry that takes over with the arrow keys and press Enter, or click on it. Escape ends.", app.channel.linking().get().unwrap_or_default())}</p>
        </Show>
        <p class="legend facts">
            <Kind viewport kind="replaces" class="line is-replaces" /><Kind viewport kind="skips" class="line is-skips" />
            <Kind viewport kind="skipRange" class="line is-range" /><span class="line is-taken">"the upgrade that is made"</span>
            <span>"★ head"</span><span>"⊘ skipped"</span><span>"⚠ stranded"</span><span>"† deprecated"</span>
        </p>
        <Edges />
    }
}

/// Shows or hides one kind of edges.
#[component]
fn Kind(viewport: Viewport, kind: &'static str, class: &'static str) -> impl IntoView {
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
    view! { <button type="button" class=format!("quiet {class}") aria-pressed=move || is_shown().to_string() title="Show or hide these edges" on:click=turn>{kind}</button> }
}

/// Switches between OLM v0 and v1.
#[component]
pub fn SemanticsSwitch() -> impl IntoView {
    let app = expect_context::<AppState>();
    let choice = move |semantics: Semantics| {
        view! {
            <button type="button" aria-pressed=move || (app.channel.semantics().get() == semantics).to_string()
                on:click=move |_| app.set_semantics(semantics)>{format!("OLM {}", semantics.name())}</button>
        }
    };
    view! { <span class="switch" role="group" aria-label="Whose upgrades">{choice(Semantics::V0)}{choice(Semantics::V1)}</span> }
}

#[component]
fn Export() -> impl IntoView {
    let app = expect_context::<AppState>();
    let export = move |event: web_sys::Event| {
        let kind = event_target_value(&event);
        if let Some(select) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlSelectElement>().ok()) {
            select.set_value("");
        }
        let selection = app.selected.place().get_untracked();
        if !kind.is_empty() {
            bridge::export_graph(
                selection.package,
                selection.channel,
                app.channel.semantics().get_untracked().name(),
                kind,
            );
        }
    };
    view! {
        <select aria-label="Export the graph" on:change=export>
            <option value="">"Export"</option>
            <option value="svg">"SVG"</option><option value="png">"PNG"</option>
            <option value="mermaid">"Mermaid"</option><option value="dot">"Graphviz"</option>
        </select>
    }
}

/// The graph as a table, for readers who cannot or do not want to see it.
#[component]
fn Edges() -> impl IntoView {
    let app = expect_context::<AppState>();
    let open = RwSignal::new(false);
    let rows = move || {
        app.channel.graph().with(|graph| {
            let Some(graph) = graph.as_ref().filter(|_| open.get()) else { return Vec::new() };
            let name = |at: usize| graph.nodes.get(at).map(|node| node.name.clone()).unwrap_or_default();
            let row = |edge: &GraphEdge| (name(edge.from), name(edge.to), edge.kind.clone(), edge.is_taken);
            graph.edges.iter().take(2000).map(row).collect::<Vec<_>>()
        })
    };
    view! {
        <details class="deprecate edges-twin" on:toggle=move |_| open.update(|open| *open = !*open)>
            <summary>"Edges as a table"</summary>
            <div class="edges-scroll" tabindex="0" role="region" aria-label="Edges as a table"><table class="edges">
                <thead><tr><th scope="col">"Installed"</th><th scope="col">"Upgrades to"</th><th scope="col">"By"</th><th scope="col">"Is made"</th></tr></thead>
                <tbody>{move || rows().into_iter().map(|(from, to, kind, taken)| view! {
                    <tr><td>{from}</td><td>{to}</td><td>{kind}</td><td>{if taken { "yes" } else { "no" }}</td></tr>
                }).collect_view()}</tbody>
            </table></div>
        </details>
    }
}
