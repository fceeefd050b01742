//! The channel as a picture: one row for each version, the newest on top; edges at the left.
//!
//! The engine gives rows and lanes, so the picture moves little when the text changes a little. Only what is in sight is
//! drawn. Kinds of edges differ in dashes, states of entries in signs, words and outlines; colour comes on top.

use std::collections::{HashMap, HashSet};

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::data::{ChannelGraph, GraphEdge, GraphNode};
use crate::state::{Desk, Semantics};

const ROW: f64 = 40.0;
const BOX_HEIGHT: f64 = 28.0;
const BOX_WIDTH: f64 = 270.0;
const LANE: f64 = 34.0;
const LEFT: f64 = 96.0;
const NOTES: f64 = 310.0;
const TOP: f64 = 10.0;
const WIDTH: f64 = LEFT + BOX_WIDTH + LANE + LANE + NOTES;
/// Rows above and below the visible part.
const MARGIN: usize = 8;
/// Characters of a name that fit into its box.
const LONGEST: usize = 36;

#[allow(clippy::cast_precision_loss, reason = "row numbers are small")]
fn row(at: usize) -> f64 {
    TOP + at as f64 * ROW
}

fn left(node: &GraphNode) -> f64 {
    LEFT + f64::from(node.lane) * LANE
}

/// The picture and how it is looked at. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Sight {
    desk: Desk,
    zoom: RwSignal<f64>,
    /// Scroll position and height of the part in sight, in pixels.
    top: RwSignal<f64>,
    height: RwSignal<f64>,
    place: NodeRef<leptos::html::Div>,
}

impl Sight {
    pub fn new(desk: Desk) -> Self {
        Sight {
            desk,
            zoom: RwSignal::new(1.0),
            top: RwSignal::new(0.0),
            height: RwSignal::new(600.0),
            place: NodeRef::new(),
        }
    }

    /// First and last row to draw.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "both are small and not negative")]
    fn rows(self, count: usize) -> (usize, usize) {
        let step = ROW * self.zoom.get();
        let first = ((self.top.get() / step) as usize).saturating_sub(MARGIN).min(count);
        let seen = (self.height.get() / step) as usize;
        (first, first.saturating_add(seen).saturating_add(MARGIN.saturating_mul(2)).min(count))
    }

    fn zoom_by(self, factor: f64) {
        self.zoom.update(|zoom| *zoom = (*zoom * factor).clamp(0.1, 3.0));
    }

    fn fit(self) {
        let Some(element) = self.place.get_untracked() else { return };
        let rows = self.desk.graph.with_untracked(|graph| graph.as_ref().map_or(1, |graph| graph.nodes.len()));
        let (width, height) = (f64::from(element.client_width()), f64::from(element.client_height()));
        self.zoom.set((width / WIDTH).min(height / (row(rows) + TOP)).clamp(0.1, 1.5));
    }

    #[allow(clippy::cast_possible_truncation, reason = "pixels")]
    fn bring_into_sight(self, at: usize) {
        let Some(element) = self.place.get_untracked() else { return };
        let y = row(at) * self.zoom.get_untracked();
        let (from, height) = (f64::from(element.scroll_top()), f64::from(element.client_height()));
        if y < from || y + 2.0 * ROW > from + height {
            element.set_scroll_top((y - height / 3.0).max(0.0) as i32);
        }
    }
}

/// What changes the picture: whose upgrades, zoom, export.
#[component]
pub fn GraphTools() -> impl IntoView {
    let sight = expect_context::<Sight>();
    view! {
        <SemanticsSwitch />
        <span class="actions">
            <button type="button" aria-label="Smaller" on:click=move |_| sight.zoom_by(0.8)>"−"</button>
            <button type="button" aria-label="Larger" on:click=move |_| sight.zoom_by(1.25)>"+"</button>
            <button type="button" on:click=move |_| sight.fit()>"Fit"</button>
            <Export />
        </span>
    }
}

#[component]
pub fn GraphPage() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let sight = expect_context::<Sight>();
    view! {
        {move || desk.graph.with(|graph| graph.as_ref().and_then(|graph| graph.order_error.clone())).map(|error| view! {
            <p class="notice is-alarm">{format!("OLM v0 cannot order this channel: {error}")}</p>
        })}
        <Picture sight />
        <p class="legend facts">
            <span class="line is-replaces">"replaces"</span><span class="line is-skips">"skips"</span>
            <span class="line is-range">"skipRange"</span><span class="line is-taken">"the upgrade that is made"</span>
            <span>"★ head"</span><span>"⊘ skipped"</span><span>"⚠ stranded"</span><span>"† deprecated"</span>
        </p>
        <Edges />
    }
}

/// Whose upgrades are looked at.
#[component]
pub fn SemanticsSwitch() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let choice = move |semantics: Semantics| {
        view! {
            <button type="button" aria-pressed=move || (desk.semantics.get() == semantics).to_string()
                on:click=move |_| desk.look_at(semantics)>{semantics.name()}</button>
        }
    };
    view! { <span class="switch" role="group" aria-label="Whose upgrades">{choice(Semantics::V0)}{choice(Semantics::V1)}</span> }
}

#[component]
fn Export() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let export = move |event: web_sys::Event| {
        let kind = event_target_value(&event);
        if let Some(select) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlSelectElement>().ok()) {
            select.set_value("");
        }
        let selection = desk.selection.get_untracked();
        if !kind.is_empty() {
            bridge::export_graph(selection.package, selection.channel, desk.semantics.get_untracked().key(), kind);
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

#[component]
fn Picture(sight: Sight) -> impl IntoView {
    let desk = sight.desk;
    let count = Memo::new(move |_| desk.graph.with(|graph| graph.as_ref().map_or(0, |graph| graph.nodes.len())));
    let window = Memo::new(move |_| sight.rows(count.get()));
    let numbers = Memo::new(move |_| desk.graph.with(|graph| graph.as_ref().map(numbered).unwrap_or_default()));
    let way = Memo::new(move |_| {
        let steps = desk.way.with(|way| way.as_ref().map(|way| way.steps.clone()).unwrap_or_default());
        steps.into_iter().map(|step| (step.from, step.to)).collect::<HashSet<_>>()
    });
    Effect::new(move |_| {
        let at = desk.entry.get().and_then(|name| numbers.with(|numbers| numbers.get(&name).copied()));
        if let Some(at) = at {
            sight.bring_into_sight(at);
        }
    });
    let measured = move |element: &web_sys::Element| {
        sight.top.set(f64::from(element.scroll_top()));
        sight.height.set(f64::from(element.client_height()));
    };
    Effect::new(move |_| {
        if let Some(element) = sight.place.get() {
            measured(&element);
        }
    });
    let scrolled = move |event: web_sys::Event| {
        if let Some(element) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) {
            measured(&element);
        }
    };
    let size = move || {
        let (zoom, height) = (sight.zoom.get(), row(count.get()) + TOP);
        format!("width:{}px;height:{}px", WIDTH * zoom, height * zoom)
    };
    let view_box = move || format!("0 0 {WIDTH} {}", row(count.get()) + TOP);
    let edges = move || {
        let (first, last) = window.get();
        desk.graph.with(|graph| {
            graph.as_ref().map(|graph| edges_in_sight(graph, first, last, &way.get())).unwrap_or_default()
        })
    };
    let nodes = move || {
        let (first, last) = window.get();
        desk.graph.with(|graph| {
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
        <div class="graph-place" class:is-stale=move || desk.stale.get() node_ref=sight.place on:scroll=scrolled
            on:keydown=move |event| keys(sight, &event) on:wheel=move |event| wheel(sight, &event) on:pointermove=move |event| drag(sight, &event)>
            <svg role="group" aria-label="Graph of the channel: arrow up and down go through the versions, right goes to the next upgrade, left back"
                viewBox=view_box style=size>
                <defs>
                    <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="10" markerHeight="10" orient="auto">
                        <path d="M0 0L8 4L0 8z" class="arrow" />
                    </marker>
                </defs>
                {move || edges().into_iter().map(|(class, path)| view! { <path class=class d=path marker-end="url(#arrow)" /> }).collect_view()}
                <For each=nodes key=|(at, node)| format!("{at} {node:?}") children=move |(at, node)| view! { <Node sight at node /> } />
            </svg>
        </div>
    }
}

fn numbered(graph: &ChannelGraph) -> HashMap<String, usize> {
    graph.nodes.iter().enumerate().map(|(at, node)| (node.name.clone(), at)).collect()
}

/// Class and path of the edges that cross the rows in sight.
fn edges_in_sight(
    graph: &ChannelGraph,
    first: usize,
    last: usize,
    way: &HashSet<(String, String)>,
) -> Vec<(String, String)> {
    let in_sight = |edge: &&GraphEdge| edge.from.min(edge.to) <= last && edge.from.max(edge.to) >= first;
    let drawn = graph.edges.iter().filter(in_sight).filter_map(|edge| {
        let (from, to) = (graph.nodes.get(edge.from)?, graph.nodes.get(edge.to)?);
        let kind = match edge.kind.as_str() {
            "replaces" => "is-replaces",
            "skips" => "is-skips",
            _ => "is-range",
        };
        let taken = if edge.is_taken { " is-taken" } else { "" };
        let on_way = if edge.is_taken && way.contains(&(from.name.clone(), to.name.clone())) { " is-way" } else { "" };
        Some((format!("edge {kind}{taken}{on_way}"), curve((left(from), edge.from), (left(to), edge.to))))
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
fn Node(sight: Sight, at: usize, node: GraphNode) -> impl IntoView {
    let desk = sight.desk;
    let name = StoredValue::new(node.name.clone());
    let is_selected = Memo::new(move |_| name.with_value(|name| desk.entry.with(|entry| entry.as_ref() == Some(name))));
    let is_first = at == 0;
    let (x, y) = (left(&node), row(at));
    let notes = notes(&node).join("  ");
    let label = match &node.version {
        Some(version) if !node.name.ends_with(version.as_str()) => format!("{} ({version})", node.name),
        _ => node.name.clone(),
    };
    let next =
        node.next.clone().map_or_else(|| "no upgrade from here".to_owned(), |next| format!("upgrades to {next}"));
    let spoken = format!("{label}, {notes} {next}");
    let class = match (node.stranded.is_some(), node.is_entry, node.is_skipped) {
        (true, _, _) => "node is-stranded",
        (_, false, _) => "node is-gone",
        (_, _, true) => "node is-skipped",
        _ => "node",
    };
    view! {
        <g class=class class:is-selected=is_selected role="button" aria-label=spoken aria-pressed=move || is_selected.get().to_string()
            data-row=at.to_string() tabindex=move || if is_selected.get() || is_first { "0" } else { "-1" }
            on:click=move |_| name.with_value(|name| desk.select_entry(name))>
            <rect x=x y=y width=BOX_WIDTH height=BOX_HEIGHT rx="5" />
            <text x=x + 10.0 y=y + 19.0>{shorten(&label)}</text>
            <text class="note" x=x + BOX_WIDTH + 8.0 y=y + 19.0>{notes}</text>
        </g>
    }
}

fn notes(node: &GraphNode) -> Vec<String> {
    let mut notes = Vec::new();
    if node.is_target {
        notes.push("★ head".to_owned());
    }
    if !node.is_entry {
        notes.push("gone".to_owned());
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

fn keys(sight: Sight, event: &web_sys::KeyboardEvent) {
    let desk = sight.desk;
    match event.key().as_str() {
        "+" => sight.zoom_by(1.25),
        "-" => sight.zoom_by(0.8),
        "0" => sight.fit(),
        key => {
            let row_of = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            let at = row_of.and_then(|element| element.get_attribute("data-row")?.parse::<usize>().ok());
            let Some(at) = at else { return };
            let wanted = desk.graph.with_untracked(|graph| graph.as_ref().and_then(|graph| neighbour(graph, at, key)));
            let Some(name) = wanted else { return };
            desk.select_entry(&name);
            bridge::focus_on(".graph-place .node.is-selected");
        }
    }
    event.prevent_default();
}

/// Where a key leads from a row: up and down by version, right along the upgrade, left back.
fn neighbour(graph: &ChannelGraph, at: usize, key: &str) -> Option<String> {
    let here = graph.nodes.get(at)?;
    let name_at = |at: usize| graph.nodes.get(at).map(|node| node.name.clone());
    match key {
        "ArrowUp" => name_at(at.checked_sub(1)?),
        "ArrowDown" => name_at(at.checked_add(1)?),
        "ArrowRight" => here.next.clone(),
        "ArrowLeft" => graph
            .nodes
            .iter()
            .find(|node| node.next.as_deref() == Some(here.name.as_str()))
            .map(|node| node.name.clone()),
        "Home" => name_at(0),
        "End" => name_at(graph.nodes.len().checked_sub(1)?),
        "Enter" | " " => Some(here.name.clone()),
        _ => None,
    }
}

/// With Ctrl the wheel zooms; else it scrolls.
fn wheel(sight: Sight, event: &web_sys::WheelEvent) {
    if event.ctrl_key() || event.meta_key() {
        sight.zoom_by(if event.delta_y() < 0.0 { 1.1 } else { 1.0 / 1.1 });
        event.prevent_default();
    }
}

/// With the main button held the picture follows the pointer.
fn drag(sight: Sight, event: &web_sys::PointerEvent) {
    if event.buttons() != 1 || event.pointer_type() == "touch" {
        return;
    }
    if let Some(element) = sight.place.get_untracked() {
        bridge::pan_by(&element, -f64::from(event.movement_x()), -f64::from(event.movement_y()));
    }
}

/// The same as a table, for who cannot or does not want to see the picture.
#[component]
fn Edges() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let open = RwSignal::new(false);
    let rows = move || {
        desk.graph.with(|graph| {
            let Some(graph) = graph.as_ref().filter(|_| open.get()) else { return Vec::new() };
            let name = |at: usize| graph.nodes.get(at).map(|node| node.name.clone()).unwrap_or_default();
            let row = |edge: &GraphEdge| (name(edge.from), name(edge.to), edge.kind.clone(), edge.is_taken);
            graph.edges.iter().take(2000).map(row).collect::<Vec<_>>()
        })
    };
    view! {
        <details class="deprecate" on:toggle=move |_| open.update(|open| *open = !*open)>
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
