//! Errors of requests.

use lsp_server::ErrorCode;
use olmkit_serde_messages::ValueError;
use olmkit_workspace::{NotInCatalog, QueryError};

/// Why a request is refused. The client shows the message to the user.
#[derive(Debug, thiserror::Error)]
pub(super) enum RequestError {
    /// The parameters are not valid.
    #[error(transparent)]
    Params(#[from] ValueError),
    #[error(transparent)]
    Name(#[from] NotInCatalog),
    #[error("`{0}` is not an open document of a catalog")]
    NotOpen(String),
    #[error("the catalog has no channel")]
    NoChannel,
    #[error("the channel cannot be loaded; see the problems of its file")]
    NotLoaded,
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The engine refuses the edits for this reason.
    #[error("{0}")]
    Refused(String),
}

impl RequestError {
    /// The error code of the protocol.
    pub(super) fn code(&self) -> ErrorCode {
        match self {
            RequestError::Params(_) | RequestError::Name(_) => ErrorCode::InvalidParams,
            _ => ErrorCode::RequestFailed,
        }
    }
}
