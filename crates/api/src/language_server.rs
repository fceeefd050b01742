//! The answers to the requests `olmkit/catalog` and `olmkit/graph` of the language server. Positions are those of the
//! protocol: from 0, in UTF-16 units.

use serde::Serialize;

use crate::{Semantics, StrandedCause};

/// The catalog that contains a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentCatalog {
    /// The URI of its root folder; null for an unsaved document.
    pub root: Option<String>,
    /// The URIs of all files that its findings depend on, including those of the configuration.
    pub files: Vec<String>,
}

/// The graph of a channel, `R` being the range of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentGraph<R> {
    /// The package.
    pub package: String,
    /// The channel.
    pub channel: String,
    /// The semantics whose upgrades are shown.
    pub semantics: Semantics,
    /// The drawing.
    pub svg: String,
    /// The nodes, in the order of the `g` elements of the drawing.
    pub nodes: Vec<DocumentNode<R>>,
    /// The channels of the document first, then the others of its packages; for a document without channels, all of the
    /// catalog.
    pub channels: Vec<DocumentChannel>,
}

/// A name in a channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentNode<R> {
    /// The name.
    pub name: String,
    /// Whether it is an entry. Otherwise only `replaces` or `skips` names it.
    pub is_entry: bool,
    /// Why it does not reach the channel head; null if it does.
    pub stranded: Option<StrandedCause>,
    /// The file of the channel.
    pub uri: Option<String>,
    /// The range of the entry. For names that are not entries, the range of the channel's name.
    pub range: R,
    /// The name that it replaces; null if there is none.
    pub replaces: Option<String>,
    /// The names that it skips.
    pub skips: Vec<String>,
    /// The versions that it skips; null if there is no such range.
    pub skip_range: Option<String>,
}

/// A channel of a package.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentChannel {
    /// The package.
    pub package: String,
    /// The name.
    pub channel: String,
}
