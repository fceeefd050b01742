//! The visible part of the graph, and the measures of the graph in pixels.

use leptos::prelude::*;
use olmkit_api::GraphNode;

use crate::state::AppState;
use crate::state::fields::*;

/// Height of a row in pixels.
pub const ROW: f64 = 40.0;
pub const BOX_HEIGHT: f64 = 28.0;
pub const BOX_WIDTH: f64 = 270.0;
const LANE: f64 = 34.0;
pub const LEFT: f64 = 96.0;
const NOTES: f64 = 350.0;
/// Pixels above the first row.
const TOP: f64 = 10.0;
/// Of the whole graph.
pub const WIDTH: f64 = LEFT + BOX_WIDTH + LANE + LANE + NOTES;
/// Rows above and below the visible part.
const MARGIN: usize = 8;
/// Of the overview map with its margin, as `.minimap` has them.
const MAP: f64 = 48.0;

/// The visible part of the graph. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Viewport {
    pub app: AppState,
    /// What the user chose, else what the width takes. A function of the room alone: whether the map is there, and the
    /// scale, must not follow from each other.
    pub zoom: Memo<f64>,
    /// Whether the channel is longer than what is in sight, and needs the overview map.
    pub has_map: Memo<bool>,
    /// Scroll position and height of the part in sight, in pixels.
    pub top: RwSignal<f64>,
    pub height: RwSignal<f64>,
    pub place: NodeRef<leptos::html::Div>,
    /// The kinds of edges that are not shown.
    pub hidden: RwSignal<Vec<&'static str>>,
    /// Whether the pointer moves the graph.
    pub panning: RwSignal<bool>,
    /// Distance of two fingers, and the zoom, when they came down.
    pub pinch: RwSignal<Option<(f64, f64)>>,
    /// The zoom that the user chose; until then the graph takes the available width.
    chosen: RwSignal<Option<f64>>,
    /// Width for the graph and its map, and height, in pixels.
    room: RwSignal<(f64, f64)>,
}

/// Below this zoom names are hard to read.
const READABLE: f64 = 0.65;

impl Viewport {
    pub fn new(app: AppState) -> Self {
        let chosen = RwSignal::new(None);
        let room = RwSignal::new((WIDTH, 600.0));
        let count =
            Memo::new(move |_| app.channel.graph().with(|graph| graph.as_ref().map_or(0, |graph| graph.nodes.len())));
        let has_map = Memo::new(move |_| {
            let (width, height) = room.get();
            length(count.get()) * chosen.get().unwrap_or_else(|| fitting(width - MAP)) > height + 1.0
        });
        let zoom = Memo::new(move |_| {
            let (width, height) = room.get();
            chosen.get().unwrap_or_else(|| match has_map.get() {
                true => fitting(width - MAP),
                // What would need the map at the full width, and not beside it, is made to fit.
                false => fitting(width).min(height / length(count.get())),
            })
        });
        Viewport {
            app,
            zoom,
            has_map,
            top: RwSignal::new(0.0),
            height: RwSignal::new(600.0),
            place: NodeRef::new(),
            hidden: RwSignal::new(Vec::new()),
            panning: RwSignal::new(false),
            pinch: RwSignal::new(None),
            chosen,
            room,
        }
    }

    /// First and last row to draw.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "both are small and not negative")]
    pub fn rows(self, count: usize) -> (usize, usize) {
        let step = ROW * self.zoom.get();
        let first = ((self.top.get() / step) as usize).saturating_sub(MARGIN).min(count);
        let seen = (self.height.get() / step) as usize;
        (first, first.saturating_add(seen).saturating_add(MARGIN.saturating_mul(2)).min(count))
    }

    /// Takes note of the part in viewport, and of the room that it may take.
    pub fn measure(self, element: &web_sys::HtmlElement) {
        self.top.set(f64::from(element.scroll_top()));
        self.height.set(f64::from(element.client_height()));
        let Some(frame) = element.parent_element() else { return };
        let edges = element.offset_width().saturating_sub(element.client_width());
        let width = frame.client_width().saturating_sub(edges);
        self.room.set((f64::from(width), f64::from(frame.client_height())));
    }

    /// What is in the middle stays there.
    pub fn zoom_by(self, factor: f64) {
        let Some(element) = self.place.get_untracked() else { return };
        let seen = element.get_bounding_client_rect();
        let (x, y) = (seen.x() + seen.width() / 2.0, seen.y() + seen.height() / 2.0);
        self.zoom_about(self.zoom.get_untracked() * factor, x, y);
    }

    /// What is at this point of the window stays there.
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
        request_animation_frame(move || {
            #[allow(clippy::cast_possible_truncation, reason = "pixels")]
            {
                element.set_scroll_left(left.max(0.0) as i32);
                element.set_scroll_top(top.max(0.0) as i32);
            }
        });
    }

    /// The whole channel, where it can still be read; of a long one as much as the width takes.
    pub fn fit(self) {
        let rows = self.app.channel.graph().with_untracked(|graph| graph.as_ref().map_or(1, |graph| graph.nodes.len()));
        let (width, height) = self.room.get_untracked();
        let whole = (width / WIDTH).min(height / length(rows));
        self.chosen.set((whole >= READABLE).then(|| whole.min(1.5)));
    }

    #[allow(clippy::cast_possible_truncation, reason = "pixels")]
    pub fn scroll_to_row(self, at: usize) {
        let Some(element) = self.place.get_untracked() else { return };
        let y = row(at) * self.zoom.get_untracked();
        let (from, height) = (f64::from(element.scroll_top()), f64::from(element.client_height()));
        if y < from || y + 2.0 * ROW > from + height {
            element.set_scroll_top((y - height / 3.0).max(0.0) as i32);
        }
    }
}

/// The zoom at which the graph takes a width, as far as it can be read.
fn fitting(width: f64) -> f64 {
    (width / WIDTH).clamp(READABLE, 1.0)
}

/// Of so many rows.
pub fn length(rows: usize) -> f64 {
    row(rows) + TOP
}

/// Where a row begins.
#[allow(clippy::cast_precision_loss, reason = "row numbers are small")]
pub fn row(at: usize) -> f64 {
    TOP + at as f64 * ROW
}

#[allow(clippy::cast_precision_loss, reason = "there are three lanes")]
pub fn left(node: &GraphNode) -> f64 {
    LEFT + node.lane as f64 * LANE
}
