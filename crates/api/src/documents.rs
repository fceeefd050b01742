//! The documents of a file.

use serde::{Deserialize, Serialize};

/// The identity and place of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct DocumentInfo {
    /// The field `schema`. This and all other strings are empty if the document does not have them.
    pub schema: String,
    /// The field `package`.
    pub package: String,
    /// The field `name`.
    pub name: String,
    /// Whether it is parsed as JSON instead of YAML.
    pub is_json: bool,
    /// The UTF-16 offsets of its start and its end (exclusive).
    pub range: (u32, u32),
    /// The image of a bundle.
    pub image: String,
    /// The image of a bundle, followed by its related images.
    pub images: Vec<String>,
    /// The version of a bundle.
    pub version: String,
    /// The types of the properties of a bundle.
    pub properties: Vec<String>,
}
