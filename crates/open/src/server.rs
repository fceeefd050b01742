//! The lifecycle of the server.

use std::collections::BTreeMap;
use std::io;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::broadcast;

use crate::opened::Opened;
use crate::session::Session;
use crate::watch::watch;

const PORT: u16 = 8087;
const PORTS_TRIED: u16 = 10;
/// The number of change events that are buffered for a slow page.
const WAITING: usize = 256;

/// What to open.
#[derive(Debug, Clone)]
pub enum What<'a> {
    /// A folder, or a single file.
    Path(&'a Path),
    /// The name of an image, and its files by path. The page cannot save them.
    Copy(&'a str, BTreeMap<String, Vec<u8>>),
}

/// What to open, and the port.
#[derive(Debug, Clone)]
pub struct Options<'a> {
    /// A folder, a file or an image.
    pub what: What<'a>,
    /// The port. With 0, a free port; with `None`, the first free port from 8087.
    pub port: Option<u16>,
}

/// The reason why the editor cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder or file cannot be read.
    #[error("{}: {source}", .path.display())]
    Path {
        /// The folder or file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// All ports are taken.
    #[error("port {0} is in use. Choose one with --port.")]
    Ports(String),
    /// The server cannot run.
    #[error("the editor cannot be served: {0}")]
    Serve(#[from] io::Error),
    /// The system does not provide random numbers, without which the address of the page could be guessed.
    #[error("no source of random numbers: {0}")]
    Random(#[from] getrandom::Error),
}

/// Serves the editor until the process receives a signal to stop. Calls `opened` with the URL, which works once.
///
/// # Errors
/// Fails if the path cannot be read, if no port is free, or if the server stops unexpectedly.
pub fn run(options: Options<'_>, opened: impl FnOnce(&str)) -> Result<(), OpenError> {
    let (name, files) = open(options.what)?;
    Runtime::new()?.block_on(serve(name, files, options.port, opened))
}

/// Opens the files, and returns them with their name.
fn open(what: What<'_>) -> Result<(String, Opened), OpenError> {
    match what {
        What::Path(path) => {
            let real = path.canonicalize().map_err(|source| OpenError::Path { path: path.to_owned(), source })?;
            let name = real.file_name().unwrap_or(real.as_os_str()).to_string_lossy().into_owned();
            Ok((name, Opened::folder(&real)))
        }
        What::Copy(name, files) => Ok((name.to_owned(), Opened::Copy { name: name.to_owned(), files })),
    }
}

async fn serve(name: String, files: Opened, port: Option<u16>, opened: impl FnOnce(&str)) -> Result<(), OpenError> {
    let stop = stopped()?;
    let listener = listen(port).await?;
    let files = Arc::new(files);
    let (changes, _) = broadcast::channel(WAITING);
    if matches!(*files, Opened::Folder(_)) {
        tokio::spawn(watch(Arc::clone(&files), changes.clone()));
    }
    let session = Arc::new(Session::new(name, listener.local_addr()?.port(), files, changes)?);
    opened(&session.address());
    let router = Router::new().fallback(move |request: Request| Arc::clone(&session).answer(request));
    tokio::select! {
        ended = axum::serve(listener, router) => Ok(ended?),
        // The runtime waits for writes in progress.
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
