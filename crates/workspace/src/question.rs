//! The reasons why a query about a catalog cannot be answered.

use olmkit_catalog::mermaid::DrawingError;
use olmkit_catalog::upgrade_path::PathError;

use crate::known::NotInCatalog;

/// The reason why a query about a catalog cannot be answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// A package or channel of the query does not exist.
    #[error(transparent)]
    Name(#[from] NotInCatalog),
    /// opm cannot draw the catalog.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
    /// opm does not load the package.
    #[error("the catalog has no package `{0}`")]
    NoPackage(String),
    /// opm does not load the channel, or the package does not have it.
    #[error("the package has no channel `{0}`")]
    NoChannel(String),
    /// The version of the release is not given.
    #[error("a release needs a version")]
    NoVersion,
    /// The version is not valid.
    #[error("`{0}` is not a version such as 1.2.3")]
    Version(String),
    /// The channel already has the entry.
    #[error("the channel already has an entry `{0}`")]
    Exists(String),
    /// A name in a query about an upgrade path does not exist.
    #[error(transparent)]
    Path(#[from] PathError),
}
