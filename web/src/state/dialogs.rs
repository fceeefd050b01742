//! The dialogs. Each is open while its field is set.

use crate::prelude::*;
use olmkit_api::{Diagnostic, Intention, OlmRange, OlmSymbol, RuleInfo};

use super::Named;
use crate::bridge::types::ProposedChange;

#[derive(Debug, Default)]
pub struct Dialogs {
    /// The previewed change.
    pub preview: RwSignal<Option<ProposedChange>>,
    /// A change with several options.
    pub alternatives: RwSignal<Option<Alternatives>>,
    /// The rule that is explained.
    pub rule: RwSignal<Option<RuleInfo>>,
    /// The problem for which the rule is explained.
    pub explained: RwSignal<Option<Diagnostic>>,
    /// The name whose references are listed.
    pub references: RwSignal<Option<OlmSymbol>>,
    /// The object that is renamed.
    pub renaming: RwSignal<Option<Named>>,
    pub palette: RwSignal<bool>,
    /// The text in the palette. Kept until a line is chosen.
    pub query: RwSignal<String>,
    pub help: RwSignal<bool>,
    /// Links and exports.
    pub sharing: RwSignal<bool>,
    /// The output of opm.
    pub opm: RwSignal<bool>,
    /// Pasting of rendered bundles.
    pub pasting: RwSignal<bool>,
    /// The pasted text. Kept until it is added.
    pub pasted: RwSignal<String>,
    /// A new package.
    pub packaging: RwSignal<bool>,
    /// A new release.
    pub releasing: RwSignal<bool>,
    /// The label of the change to apply to the other open catalogs.
    pub applying: RwSignal<Option<String>>,
    /// The comparison of two catalogs.
    pub comparing: RwSignal<bool>,
}

/// A change and the options to make it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Alternatives {
    pub title: String,
    /// What the user has to know to choose.
    pub hint: String,
    /// The risk that the options prevent.
    pub warning: String,
    pub options: Vec<Alternative>,
    /// Whether the user has asked for the first option, which is then selected although it may do harm.
    pub is_first_wanted: bool,
    /// The place to go to instead.
    pub instead: Option<Position>,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub path: String,
    pub range: OlmRange,
}

/// Intentions that are applied together as one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    pub label: String,
    /// The name of the undo step, if the title of the dialog describes only a part of the change.
    pub step: Option<String>,
    pub intentions: Vec<Intention>,
    /// Whether aliases that prevent the change are replaced by copies of their values.
    pub copies: bool,
}

impl Alternative {
    pub fn new(label: impl Into<String>, intentions: Vec<Intention>) -> Self {
        Alternative { label: label.into(), step: None, intentions, copies: false }
    }

    pub fn named(self, step: impl Into<String>) -> Self {
        Alternative { step: Some(step.into()), ..self }
    }
}
