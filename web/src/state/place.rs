//! The selection and the simulation, by names.

use crate::prelude::*;
use olmkit_api::Diagnostic;

/// The selection in the tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    pub package: String,
    pub channel: String,
}

impl Selection {
    /// Whether a package is selected, not one of its channels.
    pub fn is_package(&self) -> bool {
        !self.package.is_empty() && self.channel.is_empty()
    }
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
    /// Notified when an entry is to be visible, also if it is selected already.
    pub revealed: RwSignal<()>,
    /// Whether the selection follows the cursor in the text. Then it does not add steps to the browser's history.
    pub is_following: RwSignal<bool>,
    /// The problem that was selected last, with its index at that time.
    pub problem: RwSignal<Option<(usize, Diagnostic)>>,
    /// The order of the problems on their page, as indices of the report.
    pub listed: RwSignal<Vec<usize>>,
    /// The installed version whose upgrades are shown.
    pub simulation: RwSignal<Option<Simulation>>,
    /// The open tool of an entry, and the entry for which it was opened.
    pub tool: RwSignal<Option<(Tool, String)>>,
}

/// Actions on an entry that need space on the page.
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
    /// The target version. Empty for the channel head.
    pub to: String,
}
