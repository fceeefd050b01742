//! The visible part of the graph and its scale.

use crate::prelude::*;
use olmkit_api::{ChannelGraph, EdgeKind, GraphEdge, GraphNode, GraphRow};

use crate::live::memo;
use crate::state::AppState;

/// Pixels that are drawn above and below the visible part.
const MARGIN: f64 = 300.0;
/// Pixels below the graph, so that the tools do not cover its end.
const END: f64 = 56.0;
/// The smallest scale at which names are readable. At first, a graph that is a little larger than the page is scaled
/// down; a much larger one scrolls. "Fit" scales a larger one to this.
const READABLE: f64 = 0.75;
/// The smallest scale at which "Fit" shows the whole graph.
const MIN_WHOLE: f64 = 0.6;

/// The visible part of the graph, in pixels of the page.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Area {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

/// The viewport. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Viewport {
    pub app: AppState,
    /// The graph, including an installed version that is not part of it.
    pub shown: Memo<Option<ChannelGraph>>,
    /// The scale that the user chose, otherwise the one that fits the width.
    pub zoom: Memo<f64>,
    pub area: RwSignal<Area>,
    pub place: NodeRef<leptos::html::Div>,
    /// The hidden kinds of edges.
    pub hidden: RwSignal<Vec<EdgeKind>>,
    /// Whether the pointer is moving the graph.
    pub panning: RwSignal<bool>,
    /// The distance of two fingers, and the scale, when they touched the graph.
    pub pinch: RwSignal<Option<(f64, f64)>>,
    /// The scale that the user chose.
    chosen: RwSignal<Option<f64>>,
    /// The width and height of the graph.
    size: Memo<(f64, f64)>,
}

impl Viewport {
    pub fn new(app: AppState) -> Self {
        let shown = memo(move |_| with_installed(app));
        let size = memo(move |_| {
            let [width, height] = shown.with(|graph| graph.as_ref().map_or([1, 1], |graph| graph.size));
            (f64::from(width.max(1)), f64::from(height.max(1)))
        });
        let chosen = rw_signal(None);
        let area = rw_signal(Area { width: 1000.0, height: 600.0, ..Area::default() });
        let page = memo(move |_| area.with(|area| (area.width, area.height)));
        let zoom = memo(move |_| {
            chosen.get().unwrap_or_else(|| {
                let (page, size) = (page.get(), size.get());
                let text = app.workbench.text_scale.get();
                let readable = [whole(page, size), page.0 / size.0].into_iter().find(|scale| *scale >= READABLE * text);
                readable.map_or(text, |scale| scale.min(text))
            })
        });
        Viewport {
            app,
            shown,
            zoom,
            area,
            place: NodeRef::new(),
            hidden: rw_signal(Vec::new()),
            panning: rw_signal(false),
            pinch: rw_signal(None),
            chosen,
            size,
        }
    }

    /// The width and height of the drawing in pixels of the graph, at least those of the visible part.
    pub fn extent(self) -> (f64, f64) {
        let ((width, height), zoom) = (self.size.get(), self.zoom.get());
        (width.max(self.area.with(|area| area.width) / zoom), height + END / zoom)
    }

    /// Whether a part of the graph is outside the visible area.
    pub fn is_larger(self) -> bool {
        let ((width, height), zoom) = (self.size.get(), self.zoom.get());
        self.area.with(|area| width * zoom > area.width + 1.0 || height * zoom > area.height + 1.0)
    }

    /// The part to draw, from top to bottom, in pixels of the graph. Changes in steps.
    #[allow(clippy::cast_possible_truncation, reason = "pixels")]
    pub fn window(self) -> (i32, i32) {
        let zoom = self.zoom.get();
        let (top, height) = self.area.with(|area| (area.top, area.height));
        let step = |pixels: f64| (pixels / zoom / 100.0) as i32;
        let from = step(top - MARGIN).saturating_sub(1).saturating_mul(100);
        (from, step(top + height + MARGIN).saturating_add(1).saturating_mul(100))
    }

    /// Updates the visible part.
    pub fn measure(self, element: &web_sys::HtmlElement) {
        let area = Area {
            left: f64::from(element.scroll_left()),
            top: f64::from(element.scroll_top()),
            width: f64::from(element.client_width()),
            height: f64::from(element.client_height()),
        };
        if self.area.get_untracked() != area {
            self.area.set(area);
        }
    }

    /// Scales the graph, keeping its center in place.
    pub fn zoom_by(self, factor: f64) {
        let Some(element) = self.place.get_untracked() else { return };
        let seen = element.get_bounding_client_rect();
        let (x, y) = (seen.x() + seen.width() / 2.0, seen.y() + seen.height() / 2.0);
        self.zoom_about(self.zoom.get_untracked() * factor, x, y);
    }

    /// Scales the graph, keeping this point of the window in place.
    pub fn zoom_about(self, zoom: f64, x: f64, y: f64) {
        let Some(element) = self.place.get_untracked() else { return };
        let before = self.zoom.get_untracked();
        let after = zoom.clamp(0.1, 3.0);
        self.chosen.set(Some(after));
        let seen = element.get_bounding_client_rect();
        let (x, y) = (x - seen.x(), y - seen.y());
        let moved = |scrolled: i32, at: f64| (f64::from(scrolled) + at) * after / before - at;
        let (left, top) = (moved(element.scroll_left(), x), moved(element.scroll_top(), y));
        // The graph has its new size only after this.
        request_animation_frame(move || self.scroll(left, top));
    }

    /// Shows the whole channel if it is readable, otherwise as much of it as is readable.
    pub fn fit(self) {
        let area = self.area.get_untracked();
        let scale = whole((area.width, area.height), self.size.get_untracked());
        self.chosen.set(Some(if scale < MIN_WHOLE { READABLE } else { scale.min(1.5) }));
    }

    /// Scrolls to a position in pixels of the page.
    #[allow(clippy::cast_possible_truncation, reason = "pixels")]
    pub fn scroll(self, left: f64, top: f64) {
        let Some(element) = self.place.get_untracked() else { return };
        element.set_scroll_left(left.max(0.0) as i32);
        element.set_scroll_top(top.max(0.0) as i32);
        self.measure(&element);
    }

    /// Scrolls a node into view.
    pub fn reveal(self, node: &GraphNode) {
        let (zoom, area) = (self.zoom.get_untracked(), self.area.get_untracked());
        let size = self.shown.with_untracked(|graph| graph.as_ref().map_or([0, 0], |graph| graph.box_size));
        let to = |at: i32, size: i32, from: f64, length: f64| {
            let (start, end) = (f64::from(at) * zoom, f64::from(at.saturating_add(size)) * zoom);
            if start >= from && end <= from + length { from } else { start - length / 3.0 }
        };
        let [width, height] = size;
        self.scroll(to(node.x, width, area.left, area.width), to(node.y, height, area.top, area.height));
    }
}

/// The scale at which the whole graph is visible above the tools. Both sizes are width and height.
fn whole(page: (f64, f64), graph: (f64, f64)) -> f64 {
    (page.0 / graph.0).min((page.1 - END) / graph.1)
}

/// The graph, with an additional row for an installed version that it does not contain.
fn with_installed(app: AppState) -> Option<ChannelGraph> {
    let mut graph = app.channel.graph.get()?;
    let (Some(simulation), Some(Ok(path))) = (app.selected.simulation.get(), app.path.get()) else {
        return Some(graph);
    };
    let is_here = simulation.channel == graph.channel && simulation.package == graph.package;
    if !is_here || graph.nodes.iter().any(|node| node.name == simulation.from) {
        return Some(graph);
    }
    let next = path.steps.first().filter(|step| step.from == simulation.from);
    let to = next.and_then(|step| graph.nodes.iter().position(|node| node.name == step.to));
    let [_, top] = graph.size;
    let (x, y) = (118_i32, top.saturating_add(16));
    if let (Some(step), Some((to, target))) = (next, to.and_then(|to| Some((to, graph.nodes.get(to)?)))) {
        let (x1, y1) = (target.x.saturating_add(34), target.y.saturating_add(29));
        let (x2, middle) = (x.saturating_add(34), top.saturating_sub(20));
        let path = format!("M{x1} {y1}C{x1} {middle} {x2} {middle} {x2} {y}");
        let from = graph.nodes.len();
        graph.edges.push(GraphEdge { from, to, kind: step.edge, is_taken: true, path, cut: None, other_cut: None });
    }
    graph.rows.push(GraphRow { label: "Installed".to_owned(), y: top, height: 56, middle: y.saturating_add(12) });
    graph.size = [graph.size[0], top.saturating_add(64)];
    graph.nodes.push(GraphNode {
        label: simulation.from.strip_prefix(&graph.prefix).unwrap_or(&simulation.from).to_owned(),
        name: simulation.from,
        x,
        y,
        has_bundle: true,
        next: next.map(|step| step.to.clone()),
        ..GraphNode::default()
    });
    Some(graph)
}
