//! The dialogs, each open while its field is set.

use crate::prelude::*;
use olmkit_api::{Diagnostic, Intention, OlmSymbol, RuleInfo};

use super::Named;
use crate::bridge::types::ProposedChange;

#[derive(Debug, Default)]
pub struct Dialogs {
    /// The change that is previewed.
    pub preview: RwSignal<Option<ProposedChange>>,
    /// A change that can be made in several ways.
    pub alternatives: RwSignal<Option<Alternatives>>,
    /// The rule that is explained.
    pub rule: RwSignal<Option<RuleInfo>>,
    /// The problem that it is explained for.
    pub explained: RwSignal<Option<Diagnostic>>,
    /// The name whose places are listed.
    pub references: RwSignal<Option<OlmSymbol>>,
    /// What is renamed.
    pub renaming: RwSignal<Option<Named>>,
    pub palette: RwSignal<bool>,
    pub help: RwSignal<bool>,
    /// Links and exports.
    pub sharing: RwSignal<bool>,
    /// What opm prints.
    pub opm: RwSignal<bool>,
    /// Rendered bundles are pasted.
    pub pasting: RwSignal<bool>,
    /// What is pasted; it stays until it is added.
    pub pasted: RwSignal<String>,
    /// A new package is made.
    pub packaging: RwSignal<bool>,
    /// A new release is made.
    pub releasing: RwSignal<bool>,
    /// What was changed and may be changed in the other open catalogs too.
    pub carrying: RwSignal<Option<String>>,
    /// Two catalogs are compared.
    pub comparing: RwSignal<bool>,
}

/// A change and the options to make it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Alternatives {
    pub title: String,
    /// What has to be known to choose.
    pub hint: String,
    /// What goes wrong where it is not prevented.
    pub warning: String,
    pub options: Vec<Alternative>,
}

/// Intentions that are applied together, as one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    pub label: String,
    pub intentions: Vec<Intention>,
}

impl Alternative {
    pub fn new(label: impl Into<String>, intentions: Vec<Intention>) -> Self {
        Alternative { label: label.into(), intentions }
    }
}
