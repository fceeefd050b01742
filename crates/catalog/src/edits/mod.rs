//! Edits as intentions: "set the default channel", "add an entry". An intention becomes the smallest text edits.

mod bundles;
mod channels;
mod deprecations;
mod documents;
mod entries;
mod locate;
mod packages;
mod promote;
mod rename;
mod wire;

pub use olmkit_api::NewEntry;
use olmkit_diagnostics::order;
use olmkit_diagnostics::{FileId, Place, TextEdit};
use serde::{Deserialize, Serialize};

use crate::model::Catalog;
use crate::names::CHANNEL;

/// Where a new entry goes in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Position {
    /// Where the channel keeps its newest entry.
    #[default]
    Newest,
    /// At the end.
    End,
}

/// What somebody wants to change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(tag = "do", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[serde(try_from = "wire::Flat")]
#[allow(missing_docs, reason = "the fields are named after the keys of the catalog")]
pub enum Intention {
    /// Adds an `olm.channel` document.
    AddChannel {
        package: String,
        channel: String,
        #[serde(default)]
        entries: Vec<NewEntry>,
    },
    /// Renames a channel; default channel and deprecations follow.
    RenameChannel { package: String, channel: String, to: String },
    /// Removes a channel document and its deprecation.
    RemoveChannel { package: String, channel: String },
    /// Adds an entry to a channel.
    AddEntry {
        package: String,
        channel: String,
        #[serde(flatten)]
        entry: NewEntry,
        #[serde(default)]
        #[cfg_attr(feature = "tsify", tsify(optional, type = "\"newest\" | \"end\""))]
        position: Position,
        /// The newer entry that takes over from it: it replaces the new one where both would replace the same, else
        /// it skips the new one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "tsify", tsify(optional))]
        under: Option<String>,
    },
    /// Removes an entry; with `bridge`, what replaced it replaces what it replaced.
    RemoveEntry {
        package: String,
        channel: String,
        entry: String,
        #[serde(default)]
        bridge: bool,
    },
    /// Removes the document of a bundle that no channel has, and its deprecation.
    RemoveBundle { package: String, name: String },
    /// Sets or removes `replaces`.
    SetReplaces {
        package: String,
        channel: String,
        entry: String,
        #[cfg_attr(feature = "tsify", tsify(type = "string | null"))]
        to: Option<String>,
    },
    /// Sets `skips`; an empty list removes the key.
    SetSkips { package: String, channel: String, entry: String, to: Vec<String> },
    /// Sets or removes `skipRange`.
    SetSkipRange {
        package: String,
        channel: String,
        entry: String,
        #[cfg_attr(feature = "tsify", tsify(type = "string | null"))]
        to: Option<String>,
    },
    /// Sets the default channel.
    SetDefaultChannel { package: String, to: String },
    /// Sets or removes the description of a package.
    SetDescription {
        package: String,
        #[cfg_attr(feature = "tsify", tsify(type = "string | null"))]
        to: Option<String>,
    },
    /// Sets the icon of a package, in base64 and with its media type, or removes it.
    SetIcon {
        package: String,
        #[cfg_attr(feature = "tsify", tsify(type = "string | null"))]
        to: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "tsify", tsify(optional))]
        mediatype: Option<String>,
    },
    /// Renames an entry; `replaces` and `skips` of the channel follow.
    RenameEntry { package: String, channel: String, entry: String, to: String },
    /// Gives a channel (`olm.channel`) or bundle (`olm.bundle`) another name, wherever it stands.
    Rename { package: String, schema: String, name: String, to: String },
    /// Adds an entry of one channel on top of another.
    PromoteEntry { package: String, entry: String, from: String, to: String },
    /// Lets the head of a channel skip an entry that cannot reach it.
    FixStranded { package: String, channel: String, entry: String },
    /// Deprecates a package, channel or bundle, or changes the message.
    Deprecate {
        package: String,
        schema: String,
        #[serde(default)]
        name: Option<String>,
        message: String,
    },
    /// Takes a deprecation back.
    Undeprecate {
        package: String,
        schema: String,
        #[serde(default)]
        name: Option<String>,
    },
}

/// What an intention becomes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EditPlan {
    /// What it does, for the undo menu.
    pub label: String,
    /// Edits by file and position; they do not overlap.
    pub edits: Vec<TextEdit>,
    /// What else follows, for the user.
    pub notes: Vec<String>,
}

/// Why an intention cannot become edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The reason, for the user.
    pub reason: String,
    /// What stands in the way.
    pub place: Option<Place>,
}

pub(crate) type Planned<T> = Result<T, Refused>;

pub(crate) fn refuse<T>(reason: impl Into<String>) -> Planned<T> {
    Err(Refused { reason: reason.into(), place: None })
}

/// Turns an intention into text edits. `text_of` gives the bytes that the catalog was loaded from.
///
/// # Errors
/// [`Refused`] when something does not exist, exists already, or cannot be edited safely.
pub fn plan<'t>(
    catalog: &Catalog<'_>,
    text_of: &dyn Fn(FileId) -> &'t [u8],
    intention: &Intention,
) -> Result<EditPlan, Refused> {
    let source = locate::Source { catalog, text_of };
    let mut plan = match intention {
        Intention::AddChannel { package, channel, entries } => channels::add(&source, package, channel, entries),
        Intention::RenameChannel { package, channel, to } => rename::rename(&source, package, CHANNEL, channel, to),
        Intention::RemoveChannel { package, channel } => channels::remove(&source, package, channel),
        Intention::AddEntry { package, channel, entry, position, under: None } => {
            entries::add(&source, package, channel, entry, *position)
        }
        Intention::AddEntry { package, channel, entry, under: Some(above), .. } => {
            entries::add_under(&source, package, channel, entry, above)
        }
        Intention::RemoveEntry { package, channel, entry, bridge } => {
            entries::remove(&source, package, channel, entry, *bridge)
        }
        Intention::RemoveBundle { package, name } => bundles::remove(&source, package, name),
        Intention::SetReplaces { package, channel, entry, to } => {
            entries::set_text(&source, (package, channel, entry), "replaces", to.as_deref())
        }
        Intention::SetSkips { package, channel, entry, to } => {
            entries::set_skips(&source, (package, channel, entry), to)
        }
        Intention::SetSkipRange { package, channel, entry, to } => {
            entries::set_text(&source, (package, channel, entry), "skipRange", to.as_deref())
        }
        Intention::SetDefaultChannel { package, to } => packages::set_default_channel(&source, package, to),
        Intention::SetDescription { package, to } => packages::set_description(&source, package, to.as_deref()),
        Intention::SetIcon { package, to, mediatype } => {
            packages::set_icon(&source, package, to.as_deref().zip(mediatype.as_deref()))
        }
        Intention::RenameEntry { package, channel, entry, to } => {
            entries::rename(&source, (package, channel, entry), to)
        }
        Intention::Rename { package, schema, name, to } => rename::rename(&source, package, schema, name, to),
        Intention::PromoteEntry { package, entry, from, to } => promote::promote(&source, package, entry, from, to),
        Intention::FixStranded { package, channel, entry } => promote::fix_stranded(&source, package, channel, entry),
        Intention::Deprecate { package, schema, name, message } => {
            deprecations::deprecate(&source, package, schema, name.as_deref(), message)
        }
        Intention::Undeprecate { package, schema, name } => {
            deprecations::undeprecate(&source, package, schema, name.as_deref())
        }
    }?;
    order::sort_by_key(&mut plan.edits, |edit| edit.place);
    plan.edits.dedup();
    Ok(plan)
}
