//! Why a server does not start, or ends. The messages are those of `opm serve`.

use std::io;

use crate::http::TlsError;

/// Why a catalog cannot be read.
pub type LoadError = Box<dyn std::error::Error + Send + Sync>;

/// Why a catalog is not served.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CatalogError {
    /// The catalog cannot be read.
    #[error("{0}")]
    Load(LoadError),
    /// opm or catalogd would not serve the catalog. `problem` is their message. `file` is the path of the file that
    /// cannot be read, if that is the reason.
    #[error("{problem}")]
    Refused { problem: String, file: Option<String> },
}

impl CatalogError {
    /// The path of the file that cannot be read, if that is the reason.
    pub(crate) fn file(&self) -> Option<&str> {
        match self {
            CatalogError::Refused { file, .. } => file.as_deref(),
            CatalogError::Load(_) => None,
        }
    }
}

/// Why a server does not run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    #[error("failed to load or rebuild cache: failed to rebuild cache: {0}")]
    Catalog(#[from] CatalogError),
    #[error("failed to start: {0}")]
    Start(io::Error),
    #[error("failed to wait for signals: {0}")]
    Signals(io::Error),
    #[error("failed to listen: listen tcp: {0}")]
    Port(#[from] PortError),
    #[error("failed to listen: listen tcp {address}: {error}")]
    Listen { address: String, error: io::Error },
    #[error("failed to use TLS: {0}")]
    Tls(#[from] TlsError),
    #[error("failed to serve: {0}")]
    Task(#[from] tokio::task::JoinError),
    #[error("failed to watch: {0}")]
    Watch(io::Error),
}

/// Why a text is not a valid port. The messages are Go's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PortError {
    #[error("address {0}: invalid port")]
    TooLarge(String),
    #[error("lookup tcp/{0}: unknown port")]
    Unknown(String),
}
