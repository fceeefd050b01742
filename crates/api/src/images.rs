//! The images that a catalog or a bundle names.

use serde::{Deserialize, Serialize};

use crate::Range;

/// One place that names an image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImageUse {
    /// The image, as it is written.
    pub image: String,
    /// Whether it is the image of the bundle itself; else a related one.
    pub is_bundle: bool,
    /// The name of the related image.
    pub name: String,
    /// The package.
    pub package: String,
    /// The bundle.
    pub bundle: String,
    /// The file.
    pub path: String,
    /// The place of the reference.
    pub range: Range,
    /// The rules that comments suppress here.
    #[serde(skip)]
    pub suppressed: Vec<String>,
}
