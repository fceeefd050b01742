//! Why a request has no answer.

use olmkit_catalog::mermaid::DrawingError;

/// Why a request is refused. The client shows it to the user.
#[derive(Debug, thiserror::Error)]
pub(super) enum RequestError {
    #[error(transparent)]
    Params(#[from] serde_json::Error),
    #[error("`{0}` is not an open document of a catalog")]
    NotOpen(String),
    #[error("the catalog has no channel")]
    NoChannel,
    #[error("the channel cannot be loaded; see the problems of its file")]
    NotLoaded,
    #[error(transparent)]
    Drawing(#[from] DrawingError),
    /// The engine makes no edits, for this reason.
    #[error("{0}")]
    Refused(String),
}
