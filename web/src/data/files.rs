//! The open files: their state, changes, saving, dragging.

use serde::{Deserialize, Serialize};

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
