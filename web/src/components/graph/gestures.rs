//! Keys, wheel, pointer and touch on the graph of a channel.

use std::cmp::Reverse;

use crate::prelude::*;
use olmkit_api::{ChannelGraph, GraphNode};
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::components::channel::row_keys::selector;
use crate::components::graph::viewport::Viewport;
use crate::keyboard;
use crate::state::{AppState, SELECTED_NODE, View};

pub fn keys(viewport: Viewport, event: &web_sys::KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    match keyboard::key(event).as_str() {
        "+" => viewport.zoom_by(1.25),
        "-" => viewport.zoom_by(0.8),
        "0" => viewport.fit(),
        "g" => {
            viewport.app.show(View::Table);
            if let Some(name) = entry_at(event) {
                bridge::focus_on(&selector(&name, None));
            }
        }
        "f" => viewport.app.workbench.is_focused.update(|full| *full = !*full),
        key => {
            let element = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            let at = element.and_then(|element| element.get_attribute("data-at")?.parse::<usize>().ok());
            let is_done = viewport.shown.with_untracked(|graph| {
                let (Some(graph), Some(at)) = (graph, at) else { return false };
                key_at(viewport.app, graph, at, key, event.shift_key())
            });
            if !is_done {
                return;
            }
        }
    }
    event.prevent_default();
}

/// The entry whose node has the focus.
fn entry_at(event: &web_sys::KeyboardEvent) -> Option<String> {
    event.target()?.dyn_into::<web_sys::Element>().ok()?.get_attribute("data-drop-entry")
}

/// Performs the action of a key on a version. Returns whether there is such an action.
fn key_at(app: AppState, graph: &ChannelGraph, at: usize, key: &str, is_shifted: bool) -> bool {
    let Some(here) = graph.nodes.get(at) else { return false };
    match (key, app.channel.linking.get_untracked()) {
        ("Escape", Some(_)) => app.channel.linking.set(None),
        ("Enter" | " ", Some(from)) => {
            app.channel.linking.set(None);
            app.choose_edge(&from, &here.name);
        }
        ("Enter" | " ", None) => {
            app.select_entry(&here.name);
            app.show_details();
        }
        ("e", _) => {
            app.select_entry(&here.name);
            app.channel.linking.set(Some(here.name.clone()));
        }
        ("p", _) => match &here.next {
            Some(next) => go(app, next),
            None => app.tell(&format!("`{}` has no upgrade.", here.label)),
        },
        ("Delete", _) => app.choose_removal(&here.name),
        _ => {
            let Some(to) = neighbor(graph, at, key, is_shifted) else { return false };
            go(app, &to.name);
        }
    }
    true
}

fn go(app: AppState, name: &str) {
    app.select_entry(name);
    bridge::focus_on(SELECTED_NODE);
}

/// The node that a key leads to: the next one in its direction along an edge, preferably an actual upgrade. Without
/// such an edge, or with Shift, the nearest node in that direction.
fn neighbor<'g>(graph: &'g ChannelGraph, at: usize, key: &str, is_shifted: bool) -> Option<&'g GraphNode> {
    let here = graph.nodes.get(at)?;
    match key {
        "Home" => return graph.nodes.first(),
        "End" => return graph.nodes.last(),
        _ => {}
    }
    let (across, down) = match key {
        "ArrowLeft" => (-1, 0),
        "ArrowRight" => (1, 0),
        "ArrowUp" => (0, -1),
        "ArrowDown" => (0, 1),
        _ => return None,
    };
    let [_, height] = graph.box_size;
    // The distance in the direction, and the offset from it. Skipped entries are drawn a little lower than others in
    // their row.
    let distance = |node: &GraphNode| {
        let (x, y) = (node.x.saturating_sub(here.x), node.y.saturating_sub(here.y));
        let is_same_line = y.abs() < height;
        let far = x.saturating_mul(across).saturating_add(y.saturating_mul(down));
        let fits = if down == 0 { is_same_line && far > 0 } else { !is_same_line && far > 0 };
        fits.then(|| (far, if down == 0 { 0 } else { x.abs() }))
    };
    let along = graph.edges.iter().filter_map(|edge| {
        let other = match at {
            at if at == edge.from => edge.to,
            at if at == edge.to => edge.from,
            _ => return None,
        };
        let node = graph.nodes.get(other)?;
        Some((Reverse(edge.is_taken), distance(node)?, node))
    });
    let along = along.min_by_key(|(taken, distance, _)| (*taken, *distance)).map(|(_, _, node)| node);
    let beside = || {
        let all = graph.nodes.iter().filter_map(|node| Some((distance(node)?, node)));
        // Rows are further apart than a skipped entry is shifted.
        let rounded =
            |(far, across): (i32, i32)| (if down == 0 { far } else { far.checked_div(height).unwrap_or(far) }, across);
        all.min_by_key(|(distance, _)| rounded(*distance)).map(|(_, node)| node)
    };
    along.filter(|_| !is_shifted).or_else(beside)
}

/// Zooms with Ctrl, otherwise scrolls.
pub fn wheel(viewport: Viewport, event: &web_sys::WheelEvent) {
    if event.ctrl_key() || event.meta_key() {
        let factor = if event.delta_y() < 0.0 { 1.1 } else { 1.0 / 1.1 };
        viewport.zoom_about(
            viewport.zoom.get_untracked() * factor,
            f64::from(event.client_x()),
            f64::from(event.client_y()),
        );
        event.prevent_default();
    }
}

/// Starts moving the graph with the main mouse button, except on an entry, which is dragged.
pub fn grab(viewport: Viewport, event: &web_sys::PointerEvent) {
    let on_node = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let on_node = on_node.is_some_and(|element| element.closest("[data-drag]").ok().flatten().is_some());
    viewport.panning.set(!on_node && event.button() == 0 && event.pointer_type() != "touch");
}

/// Moves the graph with the pointer while the main button is down.
pub fn pan(viewport: Viewport, event: &web_sys::PointerEvent) {
    if event.buttons() != 1 || !viewport.panning.get_untracked() {
        return;
    }
    if let Some(element) = viewport.place.get_untracked() {
        bridge::pan_by(&element, -f64::from(event.movement_x()), -f64::from(event.movement_y()));
    }
}

/// Two touches of the graph.
struct Pinch {
    distance: f64,
    x: f64,
    y: f64,
}

fn pinch_of(event: &web_sys::TouchEvent) -> Option<Pinch> {
    let touches = event.touches();
    let (one, other) = (touches.item(0)?, touches.item(1)?);
    let point = |touch: &web_sys::Touch| (f64::from(touch.client_x()), f64::from(touch.client_y()));
    let ((x1, y1), (x2, y2)) = (point(&one), point(&other));
    Some(Pinch { distance: (x1 - x2).hypot(y1 - y2).max(1.0), x: (x1 + x2) / 2.0, y: (y1 + y2) / 2.0 })
}

/// Starts zooming when the graph is touched at two points.
pub fn pinch_begins(viewport: Viewport, event: &web_sys::TouchEvent) {
    let begun = pinch_of(event).map(|pinch| (pinch.distance, viewport.zoom.get_untracked()));
    viewport.pinch.set(begun);
}

/// Zooms around the point between the two touches when they move.
pub fn pinch(viewport: Viewport, event: &web_sys::TouchEvent) {
    let (Some(now), Some((distance, zoom))) = (pinch_of(event), viewport.pinch.get_untracked()) else { return };
    viewport.zoom_about(zoom * now.distance / distance, now.x, now.y);
    event.prevent_default();
}
