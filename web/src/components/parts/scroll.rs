//! The visible part of a scrolling table whose rows have the same height. Only this part is drawn.

use crate::prelude::*;
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;

use crate::bridge;
use crate::live::{effect, live, memo};
use crate::state::AppState;
use crate::text::Decimal;

/// The height of a row in pixels, with a mouse and by touch, at the usual font size. The style sheet has the same
/// values, and like [`pixels_of_text`] it scales and rounds them.
const ROW: f64 = 28.0;
const ROW_TOUCH: f64 = 48.0;
/// The height of the table head in pixels, at the usual font size. The style sheet has the same value.
const HEAD: f64 = 28.0;
/// The height of a row of the overview, of the versions of a package and of the packages at the left, in pixels, at the
/// usual font size. The style sheet has the same values.
pub const PACKAGE_ROW: f64 = 32.0;
pub const VERSION_ROW: f64 = 25.0;
pub const TREE_ROW: f64 = 26.0;
/// The number of lines drawn above and below the visible part.
const MARGIN: usize = 1;
/// Tables of up to this number of lines are drawn completely.
const WHOLE: usize = 40;
/// The number of lines that are drawn at once: into an empty page, and below or above drawn ones while a table is
/// scrolled. More would delay the next frame.
const AT_FIRST: usize = 12;
const AT_ONCE: usize = 6;

/// The visible part of the table, in pixels.
#[derive(Clone, Copy)]
pub struct Scroll {
    top: RwSignal<f64>,
    height: RwSignal<f64>,
    row_height: Memo<f64>,
    head_height: Memo<f64>,
    /// Whether all rows have the same height. Otherwise all are drawn.
    is_even: Memo<bool>,
    /// The scrolling element.
    pub place: NodeRef<leptos::html::Div>,
}

impl Scroll {
    pub fn new(app: AppState) -> Self {
        Self::with(app, [ROW, ROW_TOUCH], true)
    }

    /// A list with rows of this height, as high as their text on a narrow page.
    pub fn of_rows(app: AppState, row: f64) -> Self {
        Self::with(app, [row, row], false)
    }

    fn with(app: AppState, [row, touch]: [f64; 2], is_even_narrow: bool) -> Self {
        let is_narrow = app.workbench.is_narrow;
        Scroll {
            top: rw_signal(0.0),
            height: rw_signal(600.0),
            row_height: memo(move |_| pixels_of_text(app, if is_narrow.get() { touch } else { row })),
            head_height: memo(move |_| pixels_of_text(app, HEAD)),
            is_even: memo(move |_| is_even_narrow || !is_narrow.get()),
            place: NodeRef::new(),
        }
    }

    /// The heights of the table head and of a row, in pixels at the usual font size.
    pub fn unscaled(self, app: AppState) -> (f64, f64) {
        let scale = app.workbench.text_scale.get();
        (self.head_height.get() / scale, self.row_height.get() / scale)
    }

    /// The first of `count` lines that is drawn, and the one after the last. `at`: the line at a height in rows.
    pub fn window(
        self,
        count: Memo<usize>,
        at: impl Fn(usize) -> usize + Send + Sync + 'static,
    ) -> Memo<(usize, usize)> {
        memo(move |_| self.visible(count.get(), &at))
    }

    /// The same for lines that take long to draw: of many that become visible at once, each task draws a part.
    pub fn window_in_parts(
        self,
        count: Memo<usize>,
        at: impl Fn(usize) -> usize + Send + Sync + 'static,
    ) -> Memo<(usize, usize)> {
        let visible = self.window(count, at);
        let next = rw_signal(());
        let drawn = memo(move |before: Option<&(usize, usize)>| {
            next.track();
            let (visible, count) = (visible.get(), count.get());
            if visible == (0, count) { visible } else { grown(before.copied().unwrap_or_default(), visible) }
        });
        effect(move || {
            if drawn.get() != visible.get() {
                // A timer, so that the rows of a scroll event are drawn first. The next frame would come before that.
                Timeout::new(0, move || next.set(())).forget();
            }
        });
        drawn
    }

    /// The first of `count` lines that is visible or next to a visible one, and the one after the last.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "both are small and not negative")]
    fn visible(self, count: usize, at: impl Fn(usize) -> usize) -> (usize, usize) {
        if count <= WHOLE || !self.is_even.get() {
            return (0, count);
        }
        let (first, many) = (self.top.get() / self.row_height.get(), self.height.get() / self.row_height.get());
        let (top, bottom) = (first as usize, (first + many) as usize);
        let last = at(bottom).saturating_add(MARGIN.saturating_add(1));
        (at(top).saturating_sub(MARGIN).min(count), last.min(count))
    }

    /// The height of a number of rows.
    #[allow(clippy::cast_precision_loss, reason = "row numbers are small")]
    fn pixels(self, rows: usize) -> f64 {
        rows as f64 * self.row_height.get()
    }

    /// The style of the space in place of rows that are not drawn.
    pub fn pad(self, rows: usize) -> String {
        format!("height:{}px", Decimal(self.pixels(rows)))
    }

    /// The space in place of a number of rows that are not drawn.
    pub fn space(self, rows: impl Fn() -> usize + Send + 'static) -> impl IntoView {
        live(move || {
            let style = Some(rows()).filter(|rows| *rows > 0).map(|rows| self.pad(rows));
            style.map(|style| view! { <tr class="pad" aria-hidden="true" style=style></tr> })
        })
    }

    /// The number of completely visible rows.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "both are small and not negative")]
    pub fn page(self) -> usize {
        let rows = (self.height.get_untracked() - self.head_height.get_untracked()) / self.row_height.get_untracked();
        (rows as usize).saturating_sub(1).max(1)
    }

    /// Follows the size of the element, and keeps the focus in rows that are moved.
    pub fn watch(self) {
        effect(move || {
            if let Some(element) = self.place.get() {
                bridge::watch_size(&element);
                bridge::keep_focus(&element);
            }
        });
    }

    /// Updates the visible part after a scroll event.
    pub fn scrolled(self, event: &web_sys::Event) {
        if let Some(element) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) {
            self.update(&element);
        }
    }

    /// Updates the visible part after scrolling or a change of size. Returns the height before.
    pub fn update(self, element: &web_sys::Element) -> f64 {
        let before = self.height.get_untracked();
        self.top.set(f64::from(element.scroll_top()));
        self.height.set(f64::from(element.client_height()));
        before
    }

    /// Whether a row is visible, given the height of the visible part.
    #[allow(clippy::cast_precision_loss, reason = "row numbers are small")]
    pub fn shows(self, element: &web_sys::Element, row: usize, visible: f64) -> bool {
        let (height, head) = (self.row_height.get_untracked(), self.head_height.get_untracked());
        let (top, from) = (row as f64 * height, f64::from(element.scroll_top()));
        top >= from && top + height + head <= from + visible
    }

    /// Scrolls a row to the upper third, unless it is already visible.
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "pixels")]
    pub fn reveal(self, element: &web_sys::Element, row: usize) {
        let visible = f64::from(element.client_height());
        if !self.shows(element, row, visible) {
            let top = row as f64 * self.row_height.get_untracked() - visible / 3.0;
            element.set_scroll_top(top.max(0.0) as i32);
        }
    }
}

/// The drawn part of the visible lines, with some more: those below the drawn ones first.
fn grown((from, to): (usize, usize), (first, last): (usize, usize)) -> (usize, usize) {
    let (from, to) = (from.clamp(first, last), to.clamp(first, last));
    let most = if from == to { AT_FIRST } else { AT_ONCE };
    let below = last.saturating_sub(to).min(most);
    let above = from.saturating_sub(first).min(most.saturating_sub(below));
    (from.saturating_sub(above), to.saturating_add(below))
}

/// A height in whole pixels that follows the font size, from that at the usual font size.
pub fn pixels_of_text(app: AppState, height: f64) -> f64 {
    (height * app.workbench.text_scale.get()).round()
}

/// The items in a window, with their positions in the list.
pub fn numbered<T: Clone>(all: &[T], (first, last): (usize, usize)) -> Vec<(usize, T)> {
    let shown = all.iter().enumerate().skip(first).take(last.saturating_sub(first));
    shown.map(|(at, item)| (at, item.clone())).collect()
}
