//! The JSON shapes of answers. Field names are camelCase; what does not apply is absent.

use serde::Serialize;

/// Version of the shapes.
pub const VERSION: u32 = 1;

/// A bundle in a channel of a catalog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// The catalog.
    pub catalog: String,
    /// The package.
    pub package: String,
    /// The channel.
    pub channel: String,
    /// The bundle.
    pub bundle: String,
    /// Its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// What OLM would install.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Resolution {
    /// Version of this shape.
    pub version: u32,
    /// Whether there is an answer.
    pub satisfiable: bool,
    /// What is installed, in the order in which OLM decides on it.
    pub install: Vec<Install>,
    /// Installed bundles that stay.
    pub stay: Vec<String>,
    /// Why there is no answer: none of these can be left out.
    pub explanation: Vec<Reason>,
    /// What OLM writes into the condition `ResolutionFailed`; empty with an answer.
    pub olm: String,
}

/// A bundle that is installed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Install {
    /// What and from where.
    #[serde(flatten)]
    pub place: Place,
    /// The installed bundle that it takes the place of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    /// Why it is installed.
    pub because: String,
    /// The message of its deprecation, if it is deprecated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<String>,
}

/// A part of an explanation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// In words.
    pub message: String,
    /// As OLM says it; nothing when it is not OLM that says it.
    pub olm: Vec<String>,
}
