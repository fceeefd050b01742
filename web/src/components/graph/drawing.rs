//! The channel as a graph: one row for each version, the newest on top; edges at the left.
//!
//! The engine gives rows and lanes, so the graph moves little when the text changes a little. Only what is visible is
//! drawn. Kinds of edges differ in dashes, states of entries in signs, labels and outlines; colour comes on top.

use std::collections::{HashMap, HashSet};

use leptos::prelude::*;
use olmkit_api::{ChannelGraph, GraphEdge, GraphNode};
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::components::graph::gestures::{grab, keys, pan, pinch, pinch_begins, wheel};
use crate::components::graph::minimap::Minimap;
use crate::components::graph::viewport::{BOX_HEIGHT, BOX_WIDTH, LEFT, Viewport, WIDTH, left, length, row};
use crate::components::parts::key::key_of;
use crate::state::AppState;
use crate::state::fields::*;

/// Characters of a name that fit into its box.
const LONGEST: usize = 36;

/// The graph with what is installed from elsewhere in it.
fn with_installed(app: AppState) -> Option<ChannelGraph> {
    let mut graph = app.channel.graph().get()?;
    let (Some(simulation), Some(Ok(path))) = (app.selected.simulation().get(), app.path.get()) else {
        return Some(graph);
    };
    let is_here = simulation.channel == graph.channel && simulation.package == graph.package;
    if !is_here || graph.nodes.iter().any(|node| node.name == simulation.from) {
        return Some(graph);
    }
    let next = path.steps.first().filter(|step| step.from == simulation.from);
    let to = next.and_then(|step| graph.nodes.iter().position(|node| node.name == step.to));
    if let (Some(step), Some(to)) = (next, to) {
        graph.edges.push(GraphEdge { from: graph.nodes.len(), to, kind: step.edge.clone(), is_taken: true });
    }
    graph.nodes.push(GraphNode {
        name: simulation.from,
        lane: 2,
        has_bundle: true,
        next: next.map(|step| step.to.clone()),
        ..GraphNode::default()
    });
    Some(graph)
}

#[component]
pub fn Drawing(viewport: Viewport) -> impl IntoView {
    let app = viewport.app;
    let shown = Memo::new(move |_| with_installed(app));
    let count = Memo::new(move |_| shown.with(|graph| graph.as_ref().map_or(0, |graph| graph.nodes.len())));
    let window = Memo::new(move |_| viewport.rows(count.get()));
    let numbers = Memo::new(move |_| shown.with(|graph| graph.as_ref().map(numbered).unwrap_or_default()));
    let path = Memo::new(move |_| {
        let Some(Ok(path)) = app.path.get() else { return HashSet::new() };
        path.steps.into_iter().map(|step| (step.from, step.to)).collect::<HashSet<_>>()
    });
    Effect::new(move |_| {
        let at = app.selected.entry().get().and_then(|name| numbers.with(|numbers| numbers.get(&name).copied()));
        if let Some(at) = at {
            viewport.scroll_to_row(at);
        }
    });
    // It also scrolls, as far as the page is concerned, when its size changes.
    Effect::new(move |_| {
        if let Some(element) = viewport.place.get() {
            bridge::watch_size(&element);
            viewport.measure(&element);
        }
    });
    let scrolled = move |event: web_sys::Event| {
        if let Some(element) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlElement>().ok()) {
            viewport.measure(&element);
        }
    };
    let size = move || {
        let (zoom, height) = (viewport.zoom.get(), length(count.get()));
        format!("width:{}px;height:{}px", WIDTH * zoom, height * zoom)
    };
    let view_box = move || format!("0 0 {WIDTH} {}", length(count.get()));
    let edges = move || {
        let (first, last) = window.get();
        let hidden = viewport.hidden.get();
        shown.with(|graph| {
            let graph = graph.as_ref();
            graph.map(|graph| visible_edges(graph, first, last, &path.get(), &hidden)).unwrap_or_default()
        })
    };
    let nodes = move || {
        let (first, last) = window.get();
        shown.with(|graph| {
            let seen = graph.as_ref().and_then(|graph| graph.nodes.get(first..last.min(graph.nodes.len())));
            seen.unwrap_or_default()
                .iter()
                .cloned()
                .enumerate()
                .map(|(at, node)| (first.saturating_add(at), node))
                .collect::<Vec<_>>()
        })
    };
    view! {
        <div class="graph-frame">
            <div class="graph-place" class:is-stale=move || app.channel.is_stale().get() class:is-linking=move || app.channel.linking().with(Option::is_some)
                node_ref=viewport.place on:scroll=scrolled on:keydown=move |event| keys(viewport, shown, &event) on:wheel=move |event| wheel(viewport, &event)
                on:pointerdown=move |event| grab(viewport, &event) on:pointerup=move |_| viewport.panning.set(false) on:pointermove=move |event| pan(viewport, &event)
                on:touchstart=move |event| pinch_begins(viewport, &event) on:touchmove=move |event| pinch(viewport, &event) on:touchend=move |_| viewport.pinch.set(None)>
                <svg role="group" aria-label="Graph of the channel: arrow up and down go through the versions, right goes to the next upgrade, left back. E draws an edge, P promotes, Delete removes."
                    viewBox=view_box style=size>
                    <defs>
                        <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="10" markerHeight="10" orient="auto">
                            <path d="M0 0L8 4L0 8z" class="arrow" />
                        </marker>
                    </defs>
                    {move || edges().into_iter().map(|(class, path)| view! { <path class=class d=path marker-end="url(#arrow)" /> }).collect_view()}
                    <For each=nodes key=key_of children=move |(at, node)| view! { <Node viewport at node /> } />
                </svg>
            </div>
            <Minimap viewport shown path />
        </div>
    }
}

fn numbered(graph: &ChannelGraph) -> HashMap<String, usize> {
    graph.nodes.iter().enumerate().map(|(at, node)| (node.name.clone(), at)).collect()
}

/// Class and path of the edges that cross the visible rows. Edges of the simulated upgrade path are never hidden.
fn visible_edges(
    graph: &ChannelGraph,
    first: usize,
    last: usize,
    path: &HashSet<(String, String)>,
    hidden: &[&str],
) -> Vec<(String, String)> {
    let visible = |edge: &&GraphEdge| edge.from.min(edge.to) <= last && edge.from.max(edge.to) >= first;
    let drawn = graph.edges.iter().filter(visible).filter_map(|edge| {
        let (from, to) = (graph.nodes.get(edge.from)?, graph.nodes.get(edge.to)?);
        let is_on_path = edge.is_taken && path.contains(&(from.name.clone(), to.name.clone()));
        if hidden.contains(&edge.kind.as_ref()) && !is_on_path {
            return None;
        }
        let kind = match edge.kind.as_ref() {
            "replaces" => "is-replaces",
            "skips" => "is-skips",
            _ => "is-range",
        };
        let taken = if edge.is_taken { " is-taken" } else { "" };
        let on_path = if is_on_path { " is-on-path" } else { "" };
        Some((format!("edge {kind}{taken}{on_path}"), curve((left(from), edge.from), (left(to), edge.to))))
    });
    drawn.collect()
}

/// From the left side of the older to the left side of the newer, the further the wider.
fn curve((x1, from): (f64, usize), (x2, to): (f64, usize)) -> String {
    let (y1, y2) = (row(from) + BOX_HEIGHT / 2.0, row(to) + BOX_HEIGHT / 2.0);
    let bulge = (18.0 + (y1 - y2).abs() / 6.0).min(LEFT - 8.0);
    let x = x1.min(x2) - bulge;
    format!("M{x1} {y1}C{x} {y1} {x} {y2} {x2} {y2}")
}

#[component]
fn Node(viewport: Viewport, at: usize, node: GraphNode) -> impl IntoView {
    let app = viewport.app;
    let name = StoredValue::new(node.name.clone());
    let is = move |one: &Option<String>| name.with_value(|name| one.as_ref() == Some(name));
    let is_selected = Memo::new(move |_| app.selected.entry().with(is));
    let is_installed = Memo::new(move |_| {
        name.with_value(|name| {
            app.selected
                .simulation()
                .with(|simulation| simulation.as_ref().is_some_and(|simulation| simulation.from == *name))
        })
    });
    let is_first = at == 0;
    let (x, y) = (left(&node), row(at));
    let notes = StoredValue::new(notes(&node).join("  "));
    let noted = move || {
        let notes = notes.get_value();
        if is_installed.get() { format!("● installed  {notes}") } else { notes }
    };
    let label = match &node.version {
        Some(version) if !node.name.ends_with(version.as_str()) => format!("{} ({version})", node.name),
        _ => node.name.clone(),
    };
    let next =
        node.next.clone().map_or_else(|| "no upgrade from here".to_owned(), |next| format!("upgrades to {next}"));
    let own = label.clone();
    let spoken = move || format!("{own}, {} {next}", noted());
    let class = match (node.stranded.is_some(), node.is_entry, node.is_skipped) {
        (true, _, _) => "node is-stranded",
        (_, false, _) => "node is-gone",
        (_, _, true) => "node is-skipped",
        _ => "node",
    };
    let click = move |_| {
        let name = name.get_value();
        match app.channel.linking().get_untracked() {
            Some(from) => {
                app.channel.linking().set(None);
                app.choose_edge(&from, &name);
            }
            None => app.select_entry(&name),
        }
    };
    view! {
        <g class=class class:is-selected=is_selected class:is-link-start=move || app.channel.linking().with(is) role="button" aria-label=spoken
            aria-pressed=move || is_selected.get().to_string() data-row=at.to_string() data-drag=node.name.clone() data-drop-entry=node.name
            tabindex=move || if is_selected.get() || is_first { "0" } else { "-1" } on:click=click>
            <rect x=x y=y width=BOX_WIDTH height=BOX_HEIGHT rx="5" />
            <text x=x + 10.0 y=y + 19.0>{shorten(&label)}</text>
            <text class="note" x=x + BOX_WIDTH + 8.0 y=y + 19.0>{noted}</text>
        </g>
    }
}

fn notes(node: &GraphNode) -> Vec<String> {
    let mut notes = Vec::new();
    if node.is_target {
        notes.push("★ head".to_owned());
    }
    if !node.is_entry {
        notes.push("not in this channel".to_owned());
    }
    if node.is_skipped {
        notes.push("⊘ skipped".to_owned());
    }
    if node.is_deprecated {
        notes.push("† deprecated".to_owned());
    }
    if let Some(cause) = &node.stranded {
        notes.push(format!("⚠ stranded: {}", cause.replace('-', " ")));
    }
    if node.is_entry && !node.has_bundle {
        notes.push("no bundle".to_owned());
    }
    notes
}

/// Long names lose their middle.
fn shorten(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= LONGEST {
        return text.to_owned();
    }
    let half = LONGEST / 2;
    let start: String = characters.iter().take(half).collect();
    let end: String = characters.iter().skip(characters.len().saturating_sub(half)).collect();
    format!("{start}…{end}")
}
