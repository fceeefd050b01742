//! The channel as a graph: one row for each minor version, newest on top.
//!
//! The engine computes all positions and paths, so a small change of the text changes the graph little. Only the
//! visible part is drawn. Kinds of edges differ in dashes, and states of entries in outlines, icons and titles, in
//! addition to color.

use crate::prelude::*;
use olmkit_api::{ChannelGraph, EdgeKind, GraphBand, GraphEdge, GraphNode};
use olmkit_collections::SortedMap;
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::components::channel::stranded::{is_rejected, stranded_under};
use crate::components::graph::gestures::{grab, keys, pan, pinch, pinch_begins, wheel};
use crate::components::graph::minimap::Minimap;
use crate::components::graph::path::OnPath;
use crate::components::graph::viewport::Viewport;
use crate::components::parts::key::key_of;
use crate::live::{For, effect, live, memo};
use crate::text::{Decimal, LETTER};

#[component]
pub fn Drawing(viewport: Viewport) -> impl IntoView {
    let app = viewport.app;
    let shown = viewport.shown;
    let window = memo(move |_| viewport.window());
    let room = memo(move |_| viewport.area.with(|area| area.width) / viewport.zoom.get());
    let path = memo(move |_| OnPath::of(app));
    reveal_selected(viewport);
    // A change of size is reported as a scroll event too.
    effect(move || {
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
        // Track the extent before the scale, which depends on it: otherwise a change of the extent that leaves the scale
        // unchanged would not be noticed.
        let ((width, height), zoom) = (viewport.extent(), viewport.zoom.get());
        format!("width:{}px;height:{}px", Decimal(width * zoom), Decimal(height * zoom))
    };
    let view_box = move || {
        let (width, height) = viewport.extent();
        format!("0 0 {} {}", Decimal(width), Decimal(height))
    };
    let nodes = move || visible(viewport, window.get());
    let drawn = move |draw: fn(&ChannelGraph, &Shown) -> Vec<Part>| {
        let hidden = viewport.hidden.get();
        let is_emphasized = app.channel.is_emphasized.get();
        let selected = app.selected.entry.get();
        path.with(|path| {
            let what = Shown { window: window.get(), room: room.get(), path, hidden: &hidden, is_emphasized, selected };
            let parts = shown.with(|graph| graph.as_ref().map(|graph| draw(graph, &what)).unwrap_or_default());
            parts.into_iter().map(Part::view).collect_view()
        })
    };
    view! {
        <div class="graph-place" class:is-stale=move || app.channel.is_stale.get() class:is-linking=move || app.channel.linking.with(Option::is_some)
            class:is-emphasized=move || app.channel.is_emphasized.get()
            node_ref=viewport.place on:scroll=scrolled on:keydown=move |event| keys(viewport, &event) on:wheel=move |event| wheel(viewport, &event)
            on:pointerdown=move |event| grab(viewport, &event) on:pointerup=move |_| viewport.panning.set(false) on:pointermove=move |event| pan(viewport, &event)
            on:touchstart=move |event| pinch_begins(viewport, &event) on:touchmove=move |event| pinch(viewport, &event) on:touchend=move |_| viewport.pinch.set(None)>
            <svg role="group" aria-label="Graph of the channel, one row for each minor version: arrow keys move along the edges, with Shift along rows and columns. P goes to the next upgrade, Enter opens the entry, E draws an edge, Delete removes."
                viewBox=view_box style=size>
                {markers()}
                {live(move || drawn(rows))}
                {live(move || drawn(bands))}
                {live(move || drawn(edges))}
                {live(move || drawn(arrows))}
                {live(move || drawn(labels))}
                <For each=nodes key=key_of children=move |(at, node)| view! { <Node viewport at node path /> } />
            </svg>
        </div>
        <Minimap viewport path />
    }
}

/// The nodes between two heights, with their indices.
fn visible(viewport: Viewport, (top, bottom): (i32, i32)) -> Vec<(usize, GraphNode)> {
    viewport.shown.with(|graph| {
        let all = graph.iter().flat_map(|graph| graph.nodes.iter().enumerate());
        let seen = all.filter(|(_, node)| top < node.y && node.y < bottom);
        seen.map(|(at, node)| (at, node.clone())).collect()
    })
}

/// Keeps the node of the selected entry visible.
fn reveal_selected(viewport: Viewport) {
    let (app, shown) = (viewport.app, viewport.shown);
    let index = memo(move |_| {
        shown.with(|graph| {
            let nodes = graph.iter().flat_map(|graph| graph.nodes.iter().enumerate());
            nodes.map(|(at, node)| (node.name.clone(), at)).collect::<SortedMap<String, usize>>()
        })
    });
    effect(move || {
        app.selected.revealed.track();
        let Some(name) = app.selected.entry.get() else { return };
        let at = index.with(|index| index.get(&name).copied());
        shown.with_untracked(|graph| {
            if let Some(node) = graph.as_ref().and_then(|graph| graph.nodes.get(at?)) {
                viewport.reveal(node);
            }
        });
    });
}

/// The heads of arrows.
fn markers() -> impl IntoView {
    view! {
        <defs>
            {["arrow", "arrow-on", "arrow-cut"].map(|name| view! {
                <marker id=name viewBox="0 0 8 8" refX="2" refY="4" markerUnits="userSpaceOnUse" markerWidth="7" markerHeight="7" orient="auto">
                    <path d="M8 0.8L1 4L8 7.2Z" class=name />
                </marker>
            })}
        </defs>
    }
}

/// What is shown of the graph, and how.
struct Shown<'s> {
    window: (i32, i32),
    /// The width of the page in pixels of the graph.
    room: f64,
    path: &'s OnPath,
    hidden: &'s [EdgeKind],
    is_emphasized: bool,
    selected: Option<String>,
}

impl Shown<'_> {
    /// The position at which an edge is crossed out: under the emphasized semantics, or under either.
    fn cut(&self, edge: &GraphEdge) -> Option<[i32; 2]> {
        edge.cut.or(edge.other_cut.filter(|_| !self.is_emphasized))
    }
}

/// A shape or a text.
enum Part {
    /// Class, top and height.
    Row(String, i32, i32),
    /// Class, position and text.
    Text(&'static str, i32, i32, String),
    /// The same for several lines: the position of the first one.
    Lines(&'static str, i32, i32, Vec<String>),
    /// Class, path and marker at its start.
    Path(String, String, &'static str),
}

impl Part {
    fn view(self) -> AnyView {
        match self {
            Part::Row(class, y, height) => {
                view! { <rect class=class x="0" y=y width="100%" height=height /> }.into_any()
            }
            Part::Text(class, x, y, text) => view! { <text class=class x=x y=y>{text}</text> }.into_any(),
            Part::Lines(class, x, y, lines) => {
                let line =
                    |(at, text): (usize, String)| view! { <tspan x=x dy=if at == 0 { 0 } else { LINE }>{text}</tspan> };
                view! { <text class=class x=x y=y>{lines.into_iter().enumerate().map(line).collect_view()}</text> }
                    .into_any()
            }
            Part::Path(class, path, marker) => view! { <path class=class d=path marker-start=marker /> }.into_any(),
        }
    }
}

/// The rows of the minor versions.
fn rows(graph: &ChannelGraph, shown: &Shown) -> Vec<Part> {
    let (top, bottom) = shown.window;
    let mut parts = Vec::new();
    for (at, row) in graph.rows.iter().enumerate() {
        if row.y.saturating_add(row.height) < top || bottom < row.y {
            continue;
        }
        let class = if at % 2 == 0 { "graph-row" } else { "graph-row is-even" };
        parts.push(Part::Row(class.to_owned(), row.y, row.height));
        parts.push(Part::Text("graph-minor", 24, row.middle.saturating_add(5), row.label.clone()));
    }
    parts
}

/// The shown skipRanges, and whether each is highlighted: those that are always shown, that of the selection, and those
/// of the simulated upgrade path.
fn shown_bands<'g>(graph: &'g ChannelGraph, shown: &Shown) -> Vec<(&'g GraphBand, bool)> {
    let seen = graph.bands.iter().filter_map(|band| {
        let owner = graph.nodes.get(band.of).filter(|_| !band.path.is_empty())?;
        let is_lit = shown.path.ranges.contains(&owner.name) || shown.selected.as_ref() == Some(&owner.name);
        let is_seen = is_lit || (band.is_shown && !shown.hidden.contains(&EdgeKind::SkipRange));
        is_seen.then_some((band, is_lit))
    });
    seen.collect()
}

fn bands(graph: &ChannelGraph, shown: &Shown) -> Vec<Part> {
    let mut parts = Vec::new();
    for (band, is_lit) in shown_bands(graph, shown) {
        let class = match (is_lit, shown.is_emphasized && !band.is_taken) {
            (true, _) => "graph-band is-lit",
            (false, true) => "graph-band is-faded",
            (false, false) => "graph-band",
        };
        parts.push(Part::Path(class.to_owned(), band.path.clone(), ""));
    }
    parts
}

/// The distance of two lines of a label.
const LINE: i32 = 14;

#[allow(clippy::cast_precision_loss, reason = "length of a label")]
fn width_of(text: &str) -> f64 {
    text.len() as f64 * LETTER
}

/// The labels of the bands, above all lines. A label that is wider than the room beside its band has several lines.
fn labels(graph: &ChannelGraph, shown: &Shown) -> Vec<Part> {
    let label = |(band, _): (&GraphBand, bool)| {
        let [x, y] = band.label;
        let text = format!("skipRange {}", band.text);
        if f64::from(x) + width_of(&text) <= shown.room {
            return Part::Text("graph-range", x, y, text);
        }
        let lines: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let above = i32::try_from(lines.len().saturating_sub(1)).unwrap_or_default().saturating_mul(LINE / 2);
        Part::Lines("graph-range", x, y.saturating_sub(above), lines)
    };
    shown_bands(graph, shown).into_iter().map(label).collect()
}

/// Arrows from the bands to the entries that declare the skipRanges.
fn arrows(graph: &ChannelGraph, shown: &Shown) -> Vec<Part> {
    let mut parts = Vec::new();
    for (band, is_lit) in shown_bands(graph, shown).into_iter().filter(|(band, _)| !band.arrow.is_empty()) {
        let is_on = is_lit || (shown.is_emphasized && band.is_taken);
        let (class, marker) = if is_on { ("edge is-range is-on", ON) } else { ("edge is-range", PLAIN) };
        parts.push(Part::Path(class.to_owned(), band.arrow.clone(), marker));
    }
    parts
}

const PLAIN: &str = "url(#arrow)";
const ON: &str = "url(#arrow-on)";
const CUT: &str = "url(#arrow-cut)";

/// Edges that cross the visible rows, actual upgrades last. Edges of the simulated upgrade path are never hidden.
fn edges(graph: &ChannelGraph, shown: &Shown) -> Vec<Part> {
    let (top, bottom) = shown.window;
    let (mut parts, mut above) = (Vec::new(), Vec::new());
    for edge in graph.edges.iter().filter(|edge| !edge.path.is_empty()) {
        let (Some(from), Some(to)) = (graph.nodes.get(edge.from), graph.nodes.get(edge.to)) else { continue };
        if from.y.max(to.y) < top || from.y.min(to.y) > bottom {
            continue;
        }
        let is_on_path = edge.is_taken && shown.path.steps.iter().any(|step| step.0 == from.name && step.1 == to.name);
        if shown.hidden.contains(&edge.kind) && !is_on_path {
            continue;
        }
        let mut class = match edge.kind {
            EdgeKind::Replaces => "edge is-replaces".to_owned(),
            EdgeKind::Skips => "edge is-skips".to_owned(),
            _ => "edge is-range".to_owned(),
        };
        let is_on = is_on_path || (edge.is_taken && shown.is_emphasized);
        let cut = shown.cut(edge);
        for (is, name) in
            [(edge.is_taken, " is-taken"), (is_on_path, " is-on-path"), (is_on, " is-on"), (cut.is_some(), " is-cut")]
        {
            if is {
                class.push_str(name);
            }
        }
        let marker = match cut {
            Some(_) => CUT,
            None if is_on => ON,
            None => PLAIN,
        };
        let list = if is_on { &mut above } else { &mut parts };
        list.push(Part::Path(class, edge.path.clone(), marker));
        if let Some([x, y]) = cut {
            let (x, y) = (x.saturating_sub(4), y.saturating_sub(4));
            list.push(Part::Path("graph-cross".to_owned(), format!("M{x} {y}l8 8m0 -8l-8 8"), ""));
        }
    }
    parts.append(&mut above);
    parts
}

#[component]
fn Node(viewport: Viewport, at: usize, node: GraphNode, path: Memo<OnPath>) -> impl IntoView {
    let app = viewport.app;
    let name = stored_value(node.name.clone());
    let is = move |one: &Option<String>| name.with_value(|name| one.as_ref() == Some(name));
    let is_selected = memo(move |_| app.selected.entry.with(is));
    let is_installed = memo(move |_| {
        name.with_value(|name| {
            app.selected
                .simulation
                .with(|simulation| simulation.as_ref().is_some_and(|simulation| simulation.from == *name))
        })
    });
    let is_on_path = memo(move |_| name.with_value(|name| path.with(|path| path.names.contains(name))));
    let [width, height] =
        viewport.shown.with_untracked(|graph| graph.as_ref().map_or([68, 24], |graph| graph.box_size));
    // Under the emphasized semantics, or under any; and whether opm rejects the channel because of it.
    let stranded = memo(move |_| {
        let shown = app.semantics_of_graph();
        let (under, causes) = name.with_value(|name| stranded_under(app, name, shown));
        let is_lost = name.with_value(|name| is_rejected(app, name));
        (!under.is_empty()).then(|| (format!(", stranded under OLM {under}: {causes}"), is_lost))
    });
    let title = stored_value(title(&node));
    let titled = move || {
        let installed = if is_installed.get() { ", installed" } else { "" };
        format!("{}{}{installed}", title.get_value(), stranded.get().unwrap_or_default().0)
    };
    let next =
        node.next.as_ref().map_or_else(|| "no upgrade from here".to_owned(), |next| format!("upgrades to {next}"));
    let class = class_of(&node);
    let click = move |_| {
        let name = name.get_value();
        match app.channel.linking.get_untracked() {
            Some(from) => {
                app.channel.linking.set(None);
                app.choose_edge(&from, &name);
            }
            // Opens the details of an entry that is already selected.
            None if is_selected.get_untracked() => app.show_details(),
            None => app.select_entry(&name),
        }
    };
    view! {
        <g class=class class:is-stranded=move || stranded.with(Option::is_some) class:is-rejected=move || stranded.get().is_some_and(|(_, is_lost)| is_lost) class:is-selected=is_selected class:is-on-path=is_on_path class:is-link-start=move || app.channel.linking.with(is) role="button" aria-description=next
            aria-pressed=move || is_selected.get().to_string() data-at=at.to_string() data-drag=node.name.clone() data-drop-entry=node.name
            tabindex=move || if is_selected.get() || at == 0 { "0" } else { "-1" } on:click=click>
            <title>{live(titled)}</title>
            <rect x=node.x y=node.y width=width height=height rx="6" />
            <text x=node.x.saturating_add(width / 2) y=node.y.saturating_add(16)>{node.label}</text>
        </g>
    }
}

/// The states of an entry as classes.
fn class_of(node: &GraphNode) -> String {
    let states = [
        (node.is_head || node.is_target, " is-head"),
        (!node.is_entry, " is-gone"),
        (node.is_skipped, " is-skipped"),
        (node.is_deprecated, " is-deprecated"),
    ];
    ["node"].into_iter().chain(states.into_iter().filter(|(is, _)| *is).map(|(_, name)| name)).collect()
}

/// The name of an entry, its version if the name does not contain it, and its states.
fn title(node: &GraphNode) -> String {
    let mut title = node.name.clone();
    if let Some(version) = node.version.as_ref().filter(|version| !node.name.ends_with(version.as_str())) {
        title.push_str(&format!(" ({version})"));
    }
    for (is, note) in [
        (node.is_head || node.is_target, ", head"),
        (!node.is_entry, ", not in this channel"),
        (node.is_skipped, ", skipped"),
        (node.is_deprecated, ", deprecated"),
        (node.is_entry && !node.has_bundle, ", no bundle"),
    ] {
        if is {
            title.push_str(note);
        }
    }
    title
}
