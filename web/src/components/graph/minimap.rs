//! The whole channel at a small scale, with the visible part and the stranded entries.

use crate::prelude::*;
use olmkit_api::{ChannelGraph, GraphNode};
use olmkit_collections::SortedSet;

use crate::components::graph::path::OnPath;
use crate::components::graph::viewport::Viewport;
use crate::live::{Show, memo};
use crate::text::Decimal;

/// The maximum width and height of the map, in pixels.
const MAX: (f64, f64) = (180.0, 220.0);

/// A line across the middle of each matching box.
fn marks(graph: &ChannelGraph, is_wanted: impl Fn(&GraphNode) -> bool) -> String {
    let [width, height] = graph.box_size;
    let wanted = graph.nodes.iter().filter(|node| is_wanted(node));
    wanted.map(|node| format!("M{} {}h{width}", node.x, node.y.saturating_add(height / 2))).collect()
}

#[component]
pub fn Minimap(viewport: Viewport, path: Memo<OnPath>) -> impl IntoView {
    let shown = viewport.shown;
    let is_larger = memo(move |_| viewport.is_larger());
    let drawn = move |is_wanted: fn(&GraphNode) -> bool| {
        shown.with(|graph| graph.as_ref().map(|graph| marks(graph, is_wanted)).unwrap_or_default())
    };
    let stranded = move || {
        let semantics = viewport.app.semantics_of_graph();
        viewport.app.channel.stranded.with(|all| {
            let own = all.iter().filter(|one| semantics.is_none_or(|of| of == one.semantics));
            let names: SortedSet<&str> = own.map(|one| one.entry.as_str()).collect();
            let is_stranded = |node: &GraphNode| names.contains(node.name.as_str());
            shown.with(|graph| graph.as_ref().map(|graph| marks(graph, is_stranded)).unwrap_or_default())
        })
    };
    let on_path = move || {
        path.with(|path| {
            let is_on = |node: &GraphNode| path.names.contains(&node.name);
            shown.with(|graph| graph.as_ref().map(|graph| marks(graph, is_on)).unwrap_or_default())
        })
    };
    // As wide as allowed, and not higher than allowed: a long channel is compressed vertically.
    let size = move || {
        let (width, height) = viewport.extent();
        (MAX.0, (MAX.0 * height / width).min(MAX.1))
    };
    let thick = move || {
        let ((_, height), (_, map)) = (viewport.extent(), size());
        format!("--thick:{}px", Decimal((1.5 * height / map).max(24.0)))
    };
    let seen = move |of: fn(&crate::components::graph::viewport::Area) -> f64| {
        Decimal(viewport.area.with(of) / viewport.zoom.get()).to_string()
    };
    let go = move |event: web_sys::PointerEvent| {
        let Some(place) = viewport.place.get_untracked().filter(|_| event.buttons() == 1) else { return };
        let map = event_target::<web_sys::HtmlElement>(&event);
        let part = |at: i32, length: i32| f64::from(at) / f64::from(length.max(1));
        let to = |part: f64, all: i32, seen: i32| part * f64::from(all) - f64::from(seen) / 2.0;
        viewport.scroll(
            to(part(event.offset_x(), map.client_width()), place.scroll_width(), place.client_width()),
            to(part(event.offset_y(), map.client_height()), place.scroll_height(), place.client_height()),
        );
    };
    view! {
        <Show when=move || is_larger.get()>
            <div class="minimap graph-float" aria-hidden="true" style=thick on:pointerdown=go on:pointermove=go>
                <svg viewBox=move || { let (width, height) = viewport.extent(); format!("0 0 {} {}", Decimal(width), Decimal(height)) }
                    style=move || { let (width, height) = size(); format!("width:{}px;height:{}px", Decimal(width), Decimal(height)) } preserveAspectRatio="none">
                    <path d=move || drawn(|_| true) />
                    <path class="mini-path" d=on_path />
                    <path class="mini-path" d=move || drawn(|node| node.is_target) />
                    <path class="mini-stranded" d=stranded />
                    <rect class="mini-view" x=move || seen(|area| area.left) y=move || seen(|area| area.top) width=move || seen(|area| area.width) height=move || seen(|area| area.height) />
                </svg>
            </div>
        </Show>
    }
}
