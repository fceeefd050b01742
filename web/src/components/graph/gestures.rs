//! Keys, wheel, pointer and touch on the graph of a channel.

use leptos::prelude::*;
use olmkit_api::ChannelGraph;
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::components::graph::viewport::Viewport;
use crate::state::fields::*;
use crate::state::{AppState, Tool, View};

pub fn keys(viewport: Viewport, shown: Memo<Option<ChannelGraph>>, event: &web_sys::KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    match event.key().as_str() {
        "+" => viewport.zoom_by(1.25),
        "-" => viewport.zoom_by(0.8),
        "0" => viewport.fit(),
        "g" | "G" => viewport.app.show(View::Table),
        "f" | "F" => viewport.app.workbench.is_focused().update(|full| *full = !*full),
        key => {
            let element = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
            let at = element.and_then(|element| element.get_attribute("data-row")?.parse::<usize>().ok());
            let Some(at) = at else { return };
            let is_done =
                shown.with_untracked(|graph| graph.as_ref().is_some_and(|graph| key_at(viewport.app, graph, at, key)));
            if !is_done {
                return;
            }
        }
    }
    event.prevent_default();
}

/// What a key does at a row. Says whether it does something.
fn key_at(app: AppState, graph: &ChannelGraph, at: usize, key: &str) -> bool {
    let Some(here) = graph.nodes.get(at) else { return false };
    match (key, app.channel.linking().get_untracked()) {
        ("Escape", Some(_)) => app.channel.linking().set(None),
        ("Enter" | " ", Some(from)) => {
            app.channel.linking().set(None);
            app.choose_edge(&from, &here.name);
        }
        ("e" | "E", _) => {
            app.select_entry(&here.name);
            app.channel.linking().set(Some(here.name.clone()));
        }
        ("p" | "P", _) => {
            app.select_entry(&here.name);
            app.open_tool(Tool::Promote);
        }
        ("Delete", _) => app.choose_removal(&here.name),
        _ => {
            let Some(name) = neighbour(graph, at, key) else { return false };
            app.select_entry(&name);
            bridge::focus_on(".graph-place .node.is-selected");
        }
    }
    true
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

/// The main button of a mouse begins to move the graph, except on an entry, which is dragged.
pub fn grab(viewport: Viewport, event: &web_sys::PointerEvent) {
    let on_node = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let on_node = on_node.is_some_and(|element| element.closest("[data-drag]").ok().flatten().is_some());
    viewport.panning.set(!on_node && event.button() == 0 && event.pointer_type() != "touch");
}

/// While the main button is down, the graph follows the pointer.
pub fn pan(viewport: Viewport, event: &web_sys::PointerEvent) {
    if event.buttons() != 1 || !viewport.panning.get_untracked() {
        return;
    }
    if let Some(element) = viewport.place.get_untracked() {
        bridge::pan_by(&element, -f64::from(event.movement_x()), -f64::from(event.movement_y()));
    }
}

/// Two fingers on the graph.
struct Fingers {
    distance: f64,
    x: f64,
    y: f64,
}

fn fingers(event: &web_sys::TouchEvent) -> Option<Fingers> {
    let touches = event.touches();
    let (one, other) = (touches.item(0)?, touches.item(1)?);
    let point = |touch: &web_sys::Touch| (f64::from(touch.client_x()), f64::from(touch.client_y()));
    let ((x1, y1), (x2, y2)) = (point(&one), point(&other));
    Some(Fingers { distance: (x1 - x2).hypot(y1 - y2).max(1.0), x: (x1 + x2) / 2.0, y: (y1 + y2) / 2.0 })
}

/// Two fingers come down: from here they zoom.
pub fn pinch_begins(viewport: Viewport, event: &web_sys::TouchEvent) {
    let begun = fingers(event).map(|fingers| (fingers.distance, viewport.zoom.get_untracked()));
    viewport.pinch.set(begun);
}

/// Two fingers move: what is between them grows as they part.
pub fn pinch(viewport: Viewport, event: &web_sys::TouchEvent) {
    let (Some(now), Some((distance, zoom))) = (fingers(event), viewport.pinch.get_untracked()) else { return };
    viewport.zoom_about(zoom * now.distance / distance, now.x, now.y);
    event.prevent_default();
}
