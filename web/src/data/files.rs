//! The open files: their state, changes, saving, dragging.

use serde::{Deserialize, Serialize};

use super::Edit;

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct PageState {
    pub title: String,
    pub files: usize,
    pub changed: usize,
    pub undo: String,
    pub redo: String,
    pub draft: String,
    pub folder: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct Progress {
    pub done: f64,
    pub total: f64,
    pub label: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedFile {
    pub path: String,
    pub before: String,
    pub after: String,
}

/// A changed file that somebody else changed on disk.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Conflict {
    pub path: String,
    pub gone: bool,
    pub mergeable: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Failed {
    pub path: String,
    pub message: String,
}

/// What saving did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Saved {
    pub saved: Vec<String>,
    pub conflicts: Vec<Conflict>,
    pub failed: Vec<Failed>,
}

/// What undo or redo changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Step {
    pub label: String,
    pub redo: bool,
    pub is_typing: bool,
    pub path: String,
}

/// What was dragged, and onto what.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Dragged {
    pub entry: String,
    pub on_entry: String,
    pub on_channel: String,
    pub r#move: bool,
}

/// What came with the files that were opened: drafts, other tabs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Opened {
    pub restored: usize,
    pub merged: bool,
    pub tabs: usize,
    pub left: usize,
}

/// A folder that was opened before.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct RecentFolder {
    pub name: String,
    /// When, in words.
    pub opened: String,
    /// Whether a draft of it is kept.
    pub unsaved: bool,
}

/// Changes that are kept in this browser and not saved.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    pub key: String,
    pub title: String,
    /// How many files it changes.
    pub files: usize,
    /// When, in words.
    pub saved: String,
    /// Whether a tab has it open.
    pub is_open: bool,
    pub can_continue: bool,
}

/// The engine died.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Restart {
    pub ok: bool,
    pub message: String,
    /// The file that the engine is better off without.
    #[serde(default)]
    pub left: String,
}

/// The answer to an intention.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Plan {
    pub ok: bool,
    #[serde(default)]
    pub label: String,
    #[serde(default)]
    pub notes: Vec<String>,
    #[serde(default)]
    pub reason: String,
    #[serde(default)]
    pub edits: Vec<Edit>,
}

/// The configuration that holds for what is open.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Config {
    /// Where it stands; empty when there is none.
    pub files: Vec<String>,
    pub profile: String,
    /// Whether it cannot be used.
    pub broken: bool,
}
