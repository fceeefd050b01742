//! The views.

use crate::prelude::*;

use super::AppState;
use crate::bridge;
use crate::{preferences, text};

/// How the page is arranged.
#[derive(Debug, Default)]
pub struct Workbench {
    pub pane: RwSignal<Pane>,
    /// The page goes back to what was shown: no step of the browser's history.
    pub is_leaving: RwSignal<bool>,
    /// Whether the channel has the page for itself.
    pub is_focused: RwSignal<bool>,
    pub sizes: RwSignal<Layout>,
    /// The packages are hidden.
    pub no_side: RwSignal<bool>,
    /// Entry and text are hidden.
    pub no_aside: RwSignal<bool>,
    /// Entry and text are shown beside the graph.
    pub is_beside_graph: RwSignal<bool>,
    /// Whether the versions of a package are shown in all open catalogs instead of its channels.
    pub is_across: RwSignal<bool>,
    /// Whether the changes of the file are shown in place of its text.
    pub is_diff: RwSignal<bool>,
    /// `system`, `light` or `dark`.
    pub theme: RwSignal<String>,
}

impl Workbench {
    /// As it was stored last.
    pub fn stored() -> Self {
        let is_hidden = |key: &str| preferences::get(key).is_some();
        Workbench {
            sizes: RwSignal::new(Layout::stored()),
            no_side: RwSignal::new(is_hidden(NO_SIDE)),
            no_aside: RwSignal::new(is_hidden(NO_ASIDE)),
            // Another editor opens the page of a channel.
            pane: RwSignal::new(if bridge::is_hosted() { Pane::Channel } else { Pane::default() }),
            ..Workbench::default()
        }
    }
}

const NO_SIDE: &str = "no-side";
const NO_ASIDE: &str = "no-aside";

impl AppState {
    /// Hides the packages or shows them, now and the next time.
    pub fn toggle_side(self) {
        let is_hidden = !self.workbench.no_side.get_untracked();
        self.workbench.no_side.set(is_hidden);
        preferences::set_or_remove(NO_SIDE, is_hidden.then_some("true"));
    }

    /// Shows a page in the place of the channel, and its heading has the focus.
    pub fn show_page(self, page: Pane) {
        self.workbench.is_focused.set(false);
        self.workbench.pane.set(page);
        bridge::focus_on(".page-alone h2");
    }

    /// Goes from a page back to the channel.
    pub fn leave_page(self) {
        self.workbench.is_leaving.set(true);
        self.workbench.pane.set(Pane::Channel);
    }

    /// Whether entry and text are hidden. The graph has the page for itself until they are asked for.
    pub fn is_aside_hidden(self) -> bool {
        match self.is_graph_shown() {
            true => !self.workbench.is_beside_graph.get(),
            false => self.workbench.no_aside.get(),
        }
    }

    fn is_graph_shown(self) -> bool {
        let is_channel = !self.workbench.pane.get().is_page() && self.channel.table.with(Option::is_some);
        is_channel && self.channel.view.get() == View::Graph
    }

    /// Hides entry and text or shows them; but for those beside the graph, the next time too.
    pub fn toggle_aside(self) {
        match untrack(|| (self.is_aside_hidden(), self.is_graph_shown())) {
            (true, _) => self.show_aside(),
            (false, true) => self.workbench.is_beside_graph.set(false),
            (false, false) => self.hide_aside(true),
        }
    }

    pub fn show_aside(self) {
        match untrack(|| self.is_graph_shown()) {
            true => self.workbench.is_beside_graph.set(true),
            false => self.hide_aside(false),
        }
    }

    fn hide_aside(self, is_hidden: bool) {
        self.workbench.no_aside.set(is_hidden);
        preferences::set_or_remove(NO_ASIDE, is_hidden.then_some("true"));
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
    /// What is not saved, and what it means.
    Review,
    /// The steps of undo and redo.
    History,
}

impl Pane {
    /// Whether it is in the place of the channel, under an address of its own.
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

/// How much of the page its parts take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Layout {
    /// The packages, at the left, in pixels.
    pub side: f64,
    /// Entry and text, at the right, in pixels.
    pub aside: f64,
    /// The entry, above the text, in percent of the height; as high as its content where nothing else was chosen.
    pub entry: f64,
}

impl Default for Layout {
    fn default() -> Self {
        Layout { side: 240.0, aside: 424.0, entry: 60.0 }
    }
}

/// A part of the page whose size can be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Side,
    Aside,
    Entry,
}

impl Layout {
    const KEY: &'static str = "panes";
    const PARTS: [Part; 3] = [Part::Side, Part::Aside, Part::Entry];

    /// The sizes that were stored last.
    pub fn stored() -> Layout {
        let text = preferences::get(Self::KEY).unwrap_or_default();
        let numbers = text.split(' ').map_while(text::number);
        Self::PARTS.into_iter().zip(numbers).fold(Layout::default(), |layout, (part, size)| layout.with(part, size))
    }

    pub fn store(self) {
        let numbers = Self::PARTS.map(|part| format!("{:.1}", self.size(part)));
        preferences::set(Self::KEY, &numbers.join(" "));
    }

    pub fn size(self, part: Part) -> f64 {
        match part {
            Part::Side => self.side,
            Part::Aside => self.aside,
            Part::Entry => self.entry,
        }
    }

    /// With another size of a part, as far as it may go.
    pub fn with(self, part: Part, size: f64) -> Layout {
        let (least, most) = part.limits();
        let size = size.clamp(least, most);
        match part {
            Part::Side => Layout { side: size, ..self },
            Part::Aside => Layout { aside: size, ..self },
            Part::Entry => Layout { entry: size, ..self },
        }
    }

    pub fn style(self) -> String {
        let is_chosen = self.entry.to_bits() != Layout::default().entry.to_bits();
        let entry = if is_chosen { "minmax(6rem," } else { "fit-content(" };
        format!("--side:{:.1}px;--aside:{:.1}px;--entry:{entry}{:.1}%)", self.side, self.aside, self.entry)
    }
}

impl Part {
    /// The least and the most it takes.
    pub fn limits(self) -> (f64, f64) {
        match self {
            Part::Side => (200.0, 480.0),
            Part::Aside => (320.0, 960.0),
            Part::Entry => (10.0, 70.0),
        }
    }

    /// What one key changes: a part at the side has pixels, others percent.
    pub fn step(self) -> f64 {
        if self.is_at_side() { 16.0 } else { 2.0 }
    }

    pub fn is_at_side(self) -> bool {
        matches!(self, Part::Side | Part::Aside)
    }
}
