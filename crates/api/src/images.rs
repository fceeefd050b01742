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

crate::names! {
    /// The result of the check of an image in its registry.
    pub enum ImageVerdict {
        /// The image exists.
        Exists = "exists",
        /// The registry does not have the image.
        Missing = "missing",
        /// The image exists, but not for the platform on which it runs.
        WrongPlatform = "wrong-platform",
        /// The registry did not tell.
        NotChecked = "not-checked",
    }
}

/// The JSON shape of `olmkit images`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImageList {
    /// Version of this shape: 1.
    pub version: u32,
    /// The images by name.
    pub images: Vec<ListedImage>,
    /// Whether the answer may lack something: a file or document cannot be loaded, or a name is defined more than once.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub incomplete: bool,
}

/// An image and its references.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedImage {
    /// The full name of the image.
    pub image: String,
    /// Whether it is named by its digest. A tag may change.
    pub by_digest: bool,
    /// The references to it.
    pub uses: Vec<ImageUse>,
    /// With `--check`: what the registry has.
    #[serde(flatten)]
    pub checked: Option<CheckedImage>,
}

/// The result of a check, with its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckedImage {
    /// The result.
    pub verdict: ImageVerdict,
    /// Why the image cannot be used or was not checked. May be empty.
    pub reason: String,
}

/// The JSON shape of `olmkit cache info`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CacheReport {
    /// Version of this shape: 1.
    pub version: u32,
    /// The directory of the cache.
    pub directory: String,
    /// The number of blobs.
    pub blobs: usize,
    /// Their size in bytes.
    pub bytes: u64,
    /// Downloads that were interrupted.
    pub unfinished: UnfinishedDownloads,
}

/// Downloads that were interrupted, which the next ones resume.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UnfinishedDownloads {
    /// Their number.
    pub downloads: usize,
    /// Their size in bytes.
    pub bytes: u64,
}
