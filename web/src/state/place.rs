//! What is selected and simulated, by names.

use crate::prelude::*;

/// What is selected in the tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    pub package: String,
    pub channel: String,
}

/// A package, channel or bundle by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// `olm.package`, `olm.channel` or `olm.bundle`.
    pub schema: String,
    pub package: String,
    pub name: String,
}

#[derive(Debug, Default)]
pub struct Selected {
    pub place: RwSignal<Selection>,
    /// The entry that is selected in the table.
    pub entry: RwSignal<Option<String>>,
    /// Whether the selection follows the cursor in the text: no step of the history for each line.
    pub is_following: RwSignal<bool>,
    /// Number of the problem that was selected last.
    pub problem: RwSignal<Option<usize>>,
    /// The installed version whose upgrades are shown.
    pub simulation: RwSignal<Option<Simulation>>,
    /// What is open of the entry, and of which entry it was opened.
    pub tool: RwSignal<Option<(Tool, String)>>,
}

/// What can be done with an entry that needs room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// The contents of its bundle.
    Bundle,
    Simulate,
    Promote,
    Edge,
    Range,
    Deprecate,
}

/// An installed version whose upgrades are shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Simulation {
    pub package: String,
    pub from: String,
    /// The channel that it follows.
    pub channel: String,
    /// Where to; empty for the head.
    pub to: String,
}
