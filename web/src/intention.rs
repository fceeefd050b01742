//! What somebody wants to change, and what that would be.

use serde::{Deserialize, Serialize};

use crate::data::{ChangedFile, Edit, Fix};

/// A channel entry to write.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct NewEntry {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skips: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skip_range: Option<String>,
}

/// Intentions as edits of the text, looked at before they are made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Considered {
    pub ok: bool,
    pub label: String,
    /// Where it is not an intention of the engine.
    pub title: String,
    pub notes: Vec<String>,
    pub reason: String,
    pub edits: Vec<Edit>,
    pub files: Vec<ChangedFile>,
}

impl From<Considered> for Fix {
    fn from(found: Considered) -> Self {
        Fix { title: found.title, safety: "safe".to_owned(), edits: found.edits, notes: found.notes }
    }
}

/// What somebody wants to change; the engine's JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Intention {
    AddChannel {
        package: String,
        channel: String,
    },
    RenameChannel {
        package: String,
        channel: String,
        to: String,
    },
    RemoveChannel {
        package: String,
        channel: String,
    },
    AddEntry {
        package: String,
        channel: String,
        #[serde(flatten)]
        entry: NewEntry,
        #[serde(skip_serializing_if = "Option::is_none")]
        under: Option<String>,
    },
    RemoveEntry {
        package: String,
        channel: String,
        entry: String,
        bridge: bool,
    },
    RemoveBundle {
        package: String,
        name: String,
    },
    SetReplaces {
        package: String,
        channel: String,
        entry: String,
        to: Option<String>,
    },
    SetSkips {
        package: String,
        channel: String,
        entry: String,
        to: Vec<String>,
    },
    SetSkipRange {
        package: String,
        channel: String,
        entry: String,
        to: Option<String>,
    },
    SetDefaultChannel {
        package: String,
        to: String,
    },
    SetDescription {
        package: String,
        to: Option<String>,
    },
    SetIcon {
        package: String,
        to: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        mediatype: Option<String>,
    },
    Rename {
        package: String,
        schema: String,
        name: String,
        to: String,
    },
    PromoteEntry {
        package: String,
        entry: String,
        from: String,
        to: String,
    },
    Deprecate {
        package: String,
        schema: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        message: String,
    },
    Undeprecate {
        package: String,
        schema: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
}
