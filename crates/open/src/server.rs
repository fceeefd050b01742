//! The server, from its port to its end.

use std::io;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::broadcast;

use crate::folder::Folder;
use crate::session::Session;
use crate::watch::watch;

const PORT: u16 = 8087;
const PORTS_TRIED: u16 = 10;
/// Lists of changes that wait for a slow page.
const WAITING: usize = 256;

/// What is opened.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// A folder, or one file.
    pub path: &'a Path,
    /// The port; 0 takes a free one, nothing the first free one from 8087 on.
    pub port: Option<u16>,
}

/// Why the editor cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder or file cannot be read.
    #[error("{}: {source}", .path.display())]
    Path {
        /// The folder or file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// All ports are taken.
    #[error("port {0} is in use. Choose one with --port.")]
    Ports(String),
    /// The server cannot run.
    #[error("the editor cannot be served: {0}")]
    Serve(#[from] io::Error),
    /// The system gives no random numbers, without which anybody could open the page.
    #[error("no random numbers: {0}")]
    Random(#[from] getrandom::Error),
}

/// Serves the editor until the process receives a signal to stop. `opened` gets the address, which works once.
///
/// # Errors
/// Fails when the path cannot be read, no port is free, or the server stops by itself.
pub fn run(options: Options<'_>, opened: impl FnOnce(&str)) -> Result<(), OpenError> {
    let path = options.path;
    let real = path.canonicalize().map_err(|source| OpenError::Path { path: path.to_owned(), source })?;
    Runtime::new()?.block_on(serve(&real, options.port, opened))
}

async fn serve(real: &Path, port: Option<u16>, opened: impl FnOnce(&str)) -> Result<(), OpenError> {
    let stop = stopped()?;
    let listener = listen(port).await?;
    let folder = Arc::new(Folder::new(real));
    let (changes, _) = broadcast::channel(WAITING);
    tokio::spawn(watch(Arc::clone(&folder), changes.clone()));
    let session = Arc::new(Session::new(real, listener.local_addr()?.port(), folder, changes)?);
    opened(&session.address());
    let router = Router::new().fallback(move |request: Request| Arc::clone(&session).answer(request));
    tokio::select! {
        ended = axum::serve(listener, router) => Ok(ended?),
        // The runtime waits for files that are being written.
        () = stop => Ok(()),
    }
}

async fn listen(port: Option<u16>) -> Result<TcpListener, OpenError> {
    let wanted: Vec<u16> = port.map_or_else(|| (PORT..).take(usize::from(PORTS_TRIED)).collect(), |port| vec![port]);
    for port in &wanted {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(error.into()),
        }
    }
    let names: Vec<String> = wanted.iter().map(u16::to_string).collect();
    Err(OpenError::Ports(names.join(", ")))
}

/// Completes when the process receives a signal to stop.
fn stopped() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    })
}
