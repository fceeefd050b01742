//! Whether a bundle can be compared with a previous version.

use crate::input::Input;
use crate::model::Bundle;

const MANIFESTS: &str = "manifests/";

/// Why a bundle cannot be compared with a previous version. Without this error, a comparison would find nothing.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotComparable {
    /// The previous version has no objects in `manifests`, but the bundle has.
    #[error("this is not a bundle: it has no objects in `manifests`")]
    NotABundle,
    /// The previous version has no objects.
    #[error("no objects were found")]
    NoObjects,
    /// The two belong to different packages.
    #[error("this bundle belongs to package `{previous}`, but the checked bundle belongs to package `{own}`")]
    OtherPackage {
        /// The package of the previous version.
        previous: String,
        /// The package of the bundle.
        own: String,
    },
}

/// Checks that the files of a previous version are such that a bundle can be compared with them. Objects that are not in
/// a bundle are compared with such objects, so they need no `manifests`. Both parts are read as [`crate::Part::Bundle`].
///
/// # Errors
/// When the previous version is not a bundle, or belongs to another package.
pub fn comparable(previous: &[Input<'_>], own: &[Input<'_>]) -> Result<(), NotComparable> {
    let (previous, own) = (Bundle::new(previous), Bundle::new(own));
    if own.contains_objects(MANIFESTS) && !previous.contains_objects(MANIFESTS) {
        return Err(NotComparable::NotABundle);
    }
    if !previous.contains_objects("") {
        return Err(NotComparable::NoObjects);
    }
    let ((previous, _), (own, _)) = (previous.names(), own.names());
    if previous == own || previous.is_empty() || own.is_empty() {
        return Ok(());
    }
    Err(NotComparable::OtherPackage { previous, own })
}
