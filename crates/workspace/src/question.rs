//! Why a question about a catalog has no answer.

use olmkit_catalog::upgrade_path::PathError;

/// Why a question about a catalog has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// There is no such package.
    #[error("the catalog has no package `{0}`")]
    NoPackage(String),
    /// The package has no such channel.
    #[error("the package has no channel `{0}`")]
    NoChannel(String),
    /// Nothing says which version is released.
    #[error("a release needs a version")]
    NoVersion,
    /// The version is not valid.
    #[error("`{0}` is not a version such as 1.2.3")]
    Version(String),
    /// The channel has the entry already.
    #[error("the channel already has an entry `{0}`")]
    Exists(String),
    /// Nothing to follow.
    #[error(transparent)]
    Path(#[from] PathError),
}
