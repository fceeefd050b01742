//! The images that a catalog or a bundle names.

use serde::{Deserialize, Serialize};

use crate::Range;

/// A reference to an image in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImageUse {
    /// The image as written.
    pub image: String,
    /// Whether it is the image of the bundle itself. Otherwise it is a related image.
    pub is_bundle: bool,
    /// The name of the related image.
    pub name: String,
    /// The package.
    pub package: String,
    /// The bundle.
    pub bundle: String,
    /// The file.
    pub path: String,
    /// The position of the reference.
    pub range: Range,
    /// The rules that comments suppress at this position.
    #[serde(skip)]
    pub suppressed: Vec<String>,
}
