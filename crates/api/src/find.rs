//! Finds names by position in a text, and positions by name.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::report::{OlmRange, Related};

/// The catalog objects at a position of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct At {
    /// The package that the document belongs to.
    pub package: String,
    /// The channel whose document is at the position.
    pub channel: Option<String>,
    /// The entry of that channel at the position.
    pub entry: Option<String>,
    /// The bundle whose document is at the position.
    pub bundle: Option<String>,
}

/// A package, channel or channel entry with a given name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// The package.
    pub package: String,
    /// The channel; null for a package.
    pub channel: Option<String>,
    /// The entry; null for a package or channel.
    pub entry: Option<String>,
    /// The version of the entry; null if it has no bundle with a valid version.
    pub version: Option<String>,
    /// The file.
    pub path: String,
    /// The position.
    pub range: OlmRange,
}

/// The name at a position, its definition and its references.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct OlmSymbol {
    /// Schema of the named object: `olm.package`, `olm.channel` or `olm.bundle`.
    #[cfg_attr(feature = "tsify", tsify(type = "\"olm.package\" | \"olm.channel\" | \"olm.bundle\""))]
    pub schema: Cow<'static, str>,
    /// The package.
    pub package: String,
    /// The name.
    pub name: String,
    /// The range of the name at the position, quotes included.
    pub range: OlmRange,
    /// Details, one sentence each. Strings of the catalog are in backticks.
    pub known: Vec<String>,
    /// The definition: the document of the object, or the entry of the channel for `replaces` and `skips`.
    pub definition: Option<Related>,
    /// All references to the name, in the order of the files.
    pub mentions: Vec<Related>,
}

/// The completions at a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Completion {
    /// The range that a completion replaces.
    pub range: OlmRange,
    /// The completions, the best first.
    pub options: Vec<CompletionOption>,
}

/// A completion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct CompletionOption {
    /// The name.
    pub name: String,
    /// The replacement text, with quotes if the name needs them.
    pub text: String,
    /// Details, such as the version; may be empty.
    pub detail: String,
}
