//! Changes of catalogs and bundles as intentions, such as "set the default channel" or "add an entry".

mod wire;

use serde::{Deserialize, Serialize};

use super::release::NewEntry;

/// The position of a new entry in the list of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntryPosition {
    /// At the end of the list at which the channel has its newest entry.
    #[default]
    Newest,
    /// At the end of the list.
    End,
}

/// A requested change of a catalog.
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
    /// Renames a channel. Updates the default channel and the deprecations.
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
        position: EntryPosition,
        /// The newer entry that takes over from the new one. It replaces the new entry if both would replace the same
        /// entry; otherwise it skips the new entry.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "tsify", tsify(optional))]
        successor: Option<String>,
    },
    /// Removes an entry. With `reconnect`, the entry that replaced it then replaces what it replaced.
    RemoveEntry {
        package: String,
        channel: String,
        entry: String,
        #[serde(default)]
        reconnect: bool,
    },
    /// Removes the document of a bundle that is not in any channel, and its deprecation.
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
    /// Sets or removes the icon of a package. The icon is in base64, with its media type in `mediatype`.
    SetIcon {
        package: String,
        #[cfg_attr(feature = "tsify", tsify(type = "string | null"))]
        to: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "tsify", tsify(optional))]
        mediatype: Option<String>,
    },
    /// Renames an entry. Updates `replaces` and `skips` of the channel.
    RenameEntry { package: String, channel: String, entry: String, to: String },
    /// Renames a channel (`olm.channel`) or bundle (`olm.bundle`), including all references to it.
    Rename { package: String, schema: String, name: String, to: String },
    /// Adds an entry of one channel as the new head of another.
    PromoteEntry { package: String, entry: String, from: String, to: String },
    /// Deprecates a package, channel or bundle, or changes the deprecation message.
    Deprecate {
        package: String,
        schema: String,
        #[serde(default)]
        name: Option<String>,
        message: String,
    },
    /// Removes a deprecation.
    Undeprecate {
        package: String,
        schema: String,
        #[serde(default)]
        name: Option<String>,
    },
}
