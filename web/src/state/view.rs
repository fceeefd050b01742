//! The ways to look at what is open.

use reactive_stores::Store;

use crate::preferences;

/// How the page is arranged.
#[derive(Debug, Clone, Default, Store)]
pub struct Workbench {
    pub pane: Pane,
    /// Whether the channel has the page for itself.
    pub is_focused: bool,
    pub sizes: Layout,
    /// `system`, `light` or `dark`.
    pub theme: String,
}

impl Workbench {
    /// As it was stored last.
    pub fn stored() -> Self {
        Workbench { sizes: Layout::stored(), ..Workbench::default() }
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
}

/// How a channel is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    #[default]
    Table,
    Graph,
}

/// How much of the page its parts take, in percent of its width or height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Layout {
    /// Text and entry, at the right.
    pub right: f64,
    /// The problems.
    pub bottom: f64,
    /// The entry, below the text.
    pub entry: f64,
}

impl Default for Layout {
    fn default() -> Self {
        Layout { right: 34.0, bottom: 22.0, entry: 44.0 }
    }
}

/// A part of the page whose size can be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Right,
    Bottom,
    Entry,
}

impl Layout {
    const KEY: &'static str = "layout";

    /// The sizes that were stored last.
    pub fn stored() -> Layout {
        let text = preferences::get(Self::KEY).unwrap_or_default();
        let mut numbers = text.split(' ').filter_map(|number| number.parse::<f64>().ok());
        match (numbers.next(), numbers.next(), numbers.next()) {
            (Some(right), Some(bottom), Some(entry)) => {
                let parts = [(Part::Right, right), (Part::Bottom, bottom), (Part::Entry, entry)];
                parts.into_iter().fold(Layout::default(), |layout, (part, size)| layout.with(part, size))
            }
            _ => Layout::default(),
        }
    }

    pub fn store(self) {
        preferences::set(Self::KEY, &format!("{:.1} {:.1} {:.1}", self.right, self.bottom, self.entry));
    }

    pub fn size(self, part: Part) -> f64 {
        match part {
            Part::Right => self.right,
            Part::Bottom => self.bottom,
            Part::Entry => self.entry,
        }
    }

    /// With another size of a part, as far as it may go.
    pub fn with(self, part: Part, size: f64) -> Layout {
        let (least, most) = part.limits();
        let size = size.clamp(least, most);
        match part {
            Part::Right => Layout { right: size, ..self },
            Part::Bottom => Layout { bottom: size, ..self },
            Part::Entry => Layout { entry: size, ..self },
        }
    }

    pub fn style(self) -> String {
        format!("--right:{:.1}%;--bottom:{:.1}%;--entry:{:.1}%", self.right, self.bottom, self.entry)
    }
}

impl Part {
    /// The least and the most it takes, in percent.
    pub fn limits(self) -> (f64, f64) {
        match self {
            Part::Right => (20.0, 70.0),
            Part::Bottom => (6.0, 60.0),
            Part::Entry => (10.0, 70.0),
        }
    }
}
