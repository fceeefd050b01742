//! Where things are: by place in a text, and by name.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::report::{OlmRange, Related};

/// What is at a place of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct At {
    /// The package that the document belongs to.
    pub package: String,
    /// The channel whose document it is.
    pub channel: Option<String>,
    /// The entry of that channel.
    pub entry: Option<String>,
    /// The bundle whose document it is.
    pub bundle: Option<String>,
}

/// A package, channel or channel entry with a certain name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// Its package.
    pub package: String,
    /// Its channel; null for a package.
    pub channel: Option<String>,
    /// The entry; null for a package or channel.
    pub entry: Option<String>,
    /// Its file.
    pub path: String,
    /// Its place.
    pub range: OlmRange,
}

/// The name at a place: of what it is, and where else it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct OlmSymbol {
    /// Schema of what is named: `olm.package`, `olm.channel` or `olm.bundle`.
    #[cfg_attr(feature = "tsify", tsify(type = "\"olm.package\" | \"olm.channel\" | \"olm.bundle\""))]
    pub schema: Cow<'static, str>,
    /// Its package.
    pub package: String,
    /// Its name.
    pub name: String,
    /// Where the name is here, quotes included.
    pub range: OlmRange,
    /// Its details, as sentences; strings of the catalog are in backticks.
    pub known: Vec<String>,
    /// Where it is defined: its document, or for `replaces` and `skips` the entry of the channel.
    pub definition: Option<Related>,
    /// Every place that names it, in the order of the files.
    pub mentions: Vec<Related>,
}

/// The completions at a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Completion {
    /// What is written over.
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
    /// The text to write over the range: with quotes where the name needs them.
    pub text: String,
    /// Details, such as its version; may be empty.
    pub detail: String,
}
