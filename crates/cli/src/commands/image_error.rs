//! Why an image is not built, copied or delivered.

use crate::host::Failure;
use crate::registries::message;

#[derive(Debug, thiserror::Error)]
pub(crate) enum ImageError {
    #[error("{}", message(.0))]
    Registry(#[from] olmkit_registry::Error),
    /// The text is not the reference of an image.
    #[error("{text}: {}", .error.message)]
    Reference { text: String, error: olmkit_registry::Error },
    #[error("{path}: {}", message(.error))]
    Layout { path: String, error: olmkit_registry::Error },
    #[error("{path}: {failure}")]
    File { path: String, failure: Failure },
    #[error("{path}: {reason}")]
    Archive { path: String, reason: String },
    #[error("{0}: archives are written as .tar")]
    NotTar(String),
    #[error("{0}: there is an image already")]
    Exists(String),
    #[error("{0}: no document of a catalog was found")]
    Empty(String),
    #[error("SOURCE_DATE_EPOCH: `{0}` is not a number of seconds")]
    Epoch(String),
    /// A path cannot be read.
    #[error("{0}")]
    Input(String),
}

impl From<String> for ImageError {
    fn from(reason: String) -> Self {
        ImageError::Input(reason)
    }
}

/// As the command line says it.
impl From<ImageError> for String {
    fn from(error: ImageError) -> Self {
        error.to_string()
    }
}
