//! The whole channel, small: where the part in sight is, and what is stranded.

use std::collections::HashSet;

use leptos::prelude::*;
use olmkit_api::{ChannelGraph, GraphNode};

use crate::components::graph::viewport::{ROW, Viewport};

/// Units across: a lane has ten.
const WIDTH: u32 = 32;

fn marks(graph: &ChannelGraph, is_wanted: impl Fn(&GraphNode) -> bool) -> String {
    let wanted = graph.nodes.iter().enumerate().filter(|(_, node)| is_wanted(node));
    wanted.map(|(at, node)| format!("M{} {at}.5h8", node.lane.saturating_mul(10).saturating_add(2))).collect()
}

#[component]
pub fn Minimap(
    viewport: Viewport,
    shown: Memo<Option<ChannelGraph>>,
    path: Memo<HashSet<(String, String)>>,
) -> impl IntoView {
    let count = Memo::new(move |_| shown.with(|graph| graph.as_ref().map_or(0, |graph| graph.nodes.len())));
    let drawn = move |is_wanted: fn(&GraphNode) -> bool| {
        shown.with(|graph| graph.as_ref().map(|graph| marks(graph, is_wanted)).unwrap_or_default())
    };
    let on_path = move || {
        path.with(|path| {
            let names: HashSet<&String> = path.iter().flat_map(|(from, to)| [from, to]).collect();
            shown.with(|graph| {
                graph.as_ref().map(|graph| marks(graph, |node| names.contains(&node.name))).unwrap_or_default()
            })
        })
    };
    let rows = move |pixels: f64| pixels / (ROW * viewport.zoom.get());
    let go = move |event: web_sys::PointerEvent| {
        let Some(place) = viewport.place.get_untracked().filter(|_| event.buttons() == 1) else { return };
        let map = event_target::<web_sys::HtmlElement>(&event);
        let part = f64::from(event.offset_y()) / f64::from(map.client_height().max(1));
        let to = part * f64::from(place.scroll_height()) - f64::from(place.client_height()) / 2.0;
        #[allow(clippy::cast_possible_truncation, reason = "pixels")]
        place.set_scroll_top(to.max(0.0) as i32);
    };
    view! {
        <Show when=move || viewport.has_map.get()>
            <div class="minimap" aria-hidden="true" on:pointerdown=go on:pointermove=go>
                <svg viewBox=move || format!("0 0 {WIDTH} {}", count.get().max(1)) preserveAspectRatio="none">
                    <rect class="mini-view" x="0" width=WIDTH y=move || rows(viewport.top.get()).to_string() height=move || rows(viewport.height.get()).to_string() />
                    <path d=move || drawn(|_| true) />
                    <path class="mini-path" d=on_path />
                    <path class="mini-stranded" d=move || drawn(|node| node.stranded.is_some()) />
                </svg>
            </div>
        </Show>
    }
}
