//! The reasons why a query about a catalog cannot be answered.

use olmkit_catalog::mermaid::DrawingError;
use olmkit_catalog::upgrade_path::PathError;
use olmkit_collections::order;
use olmkit_text::{MAX_NAMES, suggestion};

use crate::api::LoadProblem;

/// The reason why a query about a catalog cannot be answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
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

/// What a name in a query stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameOf {
    Package,
    Channel,
}

impl NameOf {
    fn word(self) -> &'static str {
        match self {
            NameOf::Package => "package",
            NameOf::Channel => "channel",
        }
    }
}

/// A name in a query that the catalog does not have. The message contains the name that is probably meant, or the first
/// of the known ones.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {} `{name}`{}", of.word(), suggestion(name, &order::unique(known.iter().map(String::as_str)), MAX_NAMES))]
pub struct NotInCatalog {
    pub(crate) of: NameOf,
    pub(crate) name: String,
    pub(crate) known: Vec<String>,
}

/// A state of a catalog that opm does not load, so that it cannot be compared with another one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{state} does not load: {problem}")]
pub struct NotLoaded {
    /// The name of the state.
    pub(crate) state: &'static str,
    pub(crate) problem: LoadProblem,
}
