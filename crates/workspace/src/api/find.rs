//! Where things are: by place in a text, and by name.

use serde::Serialize;

use super::report::Range;

/// What stands at a place of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
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
    pub range: Range,
}
