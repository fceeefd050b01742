//! The arrangement of the page.

use crate::prelude::*;

use super::AppState;
use crate::bridge;
use crate::text::Decimal;
use crate::{preferences, text};

/// The arrangement of the page.
#[derive(Debug, Default)]
pub struct Workbench {
    pub pane: RwSignal<Pane>,
    /// The pane that was shown when the catalog began to open.
    pub pane_before: RwSignal<Pane>,
    /// The page returns to what was shown before, which does not add a step to the browser's history.
    pub is_leaving: RwSignal<bool>,
    /// Whether the channel fills the page.
    pub is_focused: RwSignal<bool>,
    pub sizes: RwSignal<Layout>,
    /// Whether the packages are hidden.
    pub no_side: RwSignal<bool>,
    /// Whether entry and text are hidden.
    pub no_details: RwSignal<bool>,
    /// Whether entry and text are shown beside the graph.
    pub is_beside_graph: RwSignal<bool>,
    pub package_tab: RwSignal<PackageTab>,
    /// Whether the versions of a package are shown in all open catalogs instead of its channels.
    pub is_across: RwSignal<bool>,
    /// Whether the changes of the file are shown in place of its text.
    pub is_diff: RwSignal<bool>,
    /// Whether the page is narrow, as on phones.
    pub is_narrow: RwSignal<bool>,
    /// The font size of the page, relative to the one that sizes in the code are for (16 px).
    pub text_scale: RwSignal<f64>,
    /// The file, line and column of the cursor; empty if no text is shown.
    pub cursor: RwSignal<String>,
    /// `system`, `light` or `dark`.
    pub theme: RwSignal<String>,
}

impl Workbench {
    /// The stored arrangement.
    pub fn stored() -> Self {
        let is_hidden = |key: &str| preferences::get(key).is_some();
        Workbench {
            sizes: rw_signal(Layout::stored()),
            no_side: rw_signal(is_hidden(NO_SIDE)),
            no_details: rw_signal(is_hidden(NO_DETAILS)),
            is_narrow: rw_signal(is_narrow()),
            text_scale: rw_signal(bridge::text_scale()),
            // Another editor opens the page of a channel.
            pane: rw_signal(if bridge::is_hosted() { Pane::Channel } else { Pane::default() }),
            ..Workbench::default()
        }
    }
}

/// Whether the page is narrow. Then rows are high enough for touch. The style sheet has the same condition.
fn is_narrow() -> bool {
    let query = web_sys::window().and_then(|window| window.match_media("(max-width: 45rem)").ok()?);
    query.is_some_and(|query| query.matches())
}

/// Sets a signal if its value is another one, so that what shows it stays as it is.
pub fn set_if_changed<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, now: T) {
    if signal.with_untracked(|before| *before != now) {
        signal.set(now);
    }
}

const NO_SIDE: &str = "no-side";
const NO_DETAILS: &str = "no-details";

impl AppState {
    /// Called when the width or the font size of the page changes.
    pub fn resized(self) {
        set_if_changed(self.workbench.is_narrow, is_narrow());
        set_if_changed(self.workbench.text_scale, bridge::text_scale());
    }

    /// Toggles the packages, and stores the choice.
    pub fn toggle_side(self) {
        let is_hidden = !self.workbench.no_side.get_untracked();
        self.workbench.no_side.set(is_hidden);
        preferences::set_or_remove(NO_SIDE, is_hidden.then_some("true"));
    }

    /// Shows a page instead of the channel, and focuses its heading.
    pub fn show_page(self, page: Pane) {
        self.workbench.is_focused.set(false);
        self.workbench.pane.set(page);
        bridge::focus_on(".page-alone h2");
    }

    /// The page that the user opened while the catalog was being read.
    pub(super) fn page_since_opening(self) -> Option<Pane> {
        let (now, before) = (self.workbench.pane.get_untracked(), self.workbench.pane_before.get_untracked());
        Some(now).filter(|now| now.is_page() && *now != before)
    }

    /// Returns from a page to the channel.
    pub fn leave_page(self) {
        self.workbench.is_leaving.set(true);
        self.workbench.pane.set(Pane::Channel);
    }

    /// Whether entry and text are hidden. Beside the graph they are hidden until they are requested.
    pub fn are_details_hidden(self) -> bool {
        match self.is_graph_shown() {
            true => !self.workbench.is_beside_graph.get(),
            false => self.workbench.no_details.get(),
        }
    }

    fn is_graph_shown(self) -> bool {
        let is_channel = !self.workbench.pane.get().is_page() && self.channel.table.with(Option::is_some);
        is_channel && self.channel.view.get() == View::Graph
    }

    /// Toggles entry and text. Stores the choice, except beside the graph.
    pub fn toggle_details(self) {
        match untrack(|| (self.are_details_hidden(), self.is_graph_shown())) {
            (true, _) => self.show_details(),
            (false, true) => self.workbench.is_beside_graph.set(false),
            (false, false) => self.hide_details(true),
        }
    }

    pub fn show_details(self) {
        match untrack(|| self.is_graph_shown()) {
            true => self.workbench.is_beside_graph.set(true),
            false => self.hide_details(false),
        }
    }

    fn hide_details(self, is_hidden: bool) {
        self.workbench.no_details.set(is_hidden);
        preferences::set_or_remove(NO_DETAILS, is_hidden.then_some("true"));
    }
}

/// The part shown on a narrow screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pane {
    #[default]
    Packages,
    Channel,
    Code,
    Problems,
    /// Unsaved changes and their impact.
    Review,
    /// The undo and redo steps.
    History,
}

impl Pane {
    /// Whether it is shown instead of the channel, with an address of its own.
    pub fn is_page(self) -> bool {
        self.title().is_some()
    }

    /// The title of such a page.
    pub fn title(self) -> Option<&'static str> {
        match self {
            Pane::Problems => Some("Problems"),
            Pane::Review => Some("Review"),
            Pane::History => Some("History"),
            Pane::Packages | Pane::Channel | Pane::Code => None,
        }
    }
}

/// How a channel is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    #[default]
    Table,
    Graph,
}

/// A tab of the page of a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PackageTab {
    /// Versions in channels or in catalogs.
    #[default]
    Versions,
    Bundles,
    Dependencies,
}

/// The sizes of the parts of the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Layout {
    /// The width of the packages on the left, in pixels.
    pub side: f64,
    /// The width of entry and text on the right, in pixels.
    pub details: f64,
    /// The height of the entry above the text, in percent. Until it is chosen, the entry is as high as its content.
    pub entry: f64,
}

impl Default for Layout {
    fn default() -> Self {
        Layout { side: 240.0, details: 424.0, entry: 60.0 }
    }
}

/// A part of the page that can be resized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Side,
    Details,
    Entry,
}

impl Layout {
    const KEY: &'static str = "panes";
    const PARTS: [Part; 3] = [Part::Side, Part::Details, Part::Entry];

    /// The stored sizes.
    pub fn stored() -> Layout {
        let text = preferences::get(Self::KEY).unwrap_or_default();
        let numbers = text.split(' ').map_while(text::number);
        Self::PARTS.into_iter().zip(numbers).fold(Layout::default(), |layout, (part, size)| layout.with(part, size))
    }

    pub fn store(self) {
        let numbers = Self::PARTS.map(|part| Decimal(self.size(part)).to_string());
        preferences::set(Self::KEY, &numbers.join(" "));
    }

    pub fn size(self, part: Part) -> f64 {
        match part {
            Part::Side => self.side,
            Part::Details => self.details,
            Part::Entry => self.entry,
        }
    }

    /// The layout with another size of a part, within its limits.
    pub fn with(self, part: Part, size: f64) -> Layout {
        let (least, most) = part.limits();
        let size = size.clamp(least, most);
        match part {
            Part::Side => Layout { side: size, ..self },
            Part::Details => Layout { details: size, ..self },
            Part::Entry => Layout { entry: size, ..self },
        }
    }

    pub fn style(self) -> String {
        let default = Layout::default();
        let is_chosen = |own: f64, default: f64| own.to_bits() != default.to_bits();
        let entry = if is_chosen(self.entry, default.entry) { "minmax(6rem," } else { "fit-content(" };
        // By default the style sheet adapts the width of the details to that of the page.
        let details = if is_chosen(self.details, default.details) {
            format!("--details:{}px;", Decimal(self.details))
        } else {
            String::new()
        };
        format!("--side:{}px;{details}--entry:{entry}{}%)", Decimal(self.side), Decimal(self.entry))
    }
}

impl Part {
    /// The minimum and the maximum size.
    pub fn limits(self) -> (f64, f64) {
        match self {
            Part::Side => (200.0, 480.0),
            Part::Details => (320.0, 960.0),
            Part::Entry => (10.0, 70.0),
        }
    }

    /// The change by one key press: pixels for parts at the side, otherwise percent.
    pub fn step(self) -> f64 {
        if self.is_at_side() { 16.0 } else { 2.0 }
    }

    pub fn is_at_side(self) -> bool {
        matches!(self, Part::Side | Part::Details)
    }
}

/// Whether the text has the focus.
pub(super) fn is_in_text() -> bool {
    focused_in(".cm-editor") == Some(true)
}

/// Whether something has the focus that is usable and outside of the table of entries.
pub(super) fn is_focus_elsewhere() -> bool {
    focused_in(".entries, :disabled") == Some(false)
}

/// Whether the focus is in an element of this selector. `None` if nothing has the focus.
pub(super) fn focused_in(selector: &str) -> Option<bool> {
    let focused = web_sys::window()?.document()?.active_element()?;
    let is_page = focused.tag_name() == "BODY";
    (!is_page).then(|| focused.closest(selector).ok().flatten().is_some())
}
