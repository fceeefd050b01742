//! Runs a server from start to shutdown, for command lines.

use std::num::IntErrorKind;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::content::Content;
use crate::error::{CatalogError, LoadError, PortError, RunError};
use crate::grpc::services;
use crate::http::{Catalogs, Tls, serve_http};
use crate::index::Index;
use crate::log::{Level, Log};
use crate::served::Served;
use crate::server::{listen, listen_at, serve_grpc};

/// How long pending requests can take after a stop signal. Kubernetes waits for the same time before it kills a
/// process.
const DRAIN: Duration = Duration::from_secs(30);

/// opm's message when all requests of a server have ended.
const SHUTTING_DOWN: &str = "shutting down server";

/// Reads a catalog.
pub type Load = Box<dyn FnMut() -> Result<Content, LoadError> + Send>;

/// A catalog to serve.
pub struct Catalog {
    /// The name in catalogd's API and in the log.
    pub name: String,
    /// Reads the catalog. Called at the start and after every change.
    pub load: Load,
    /// When to read the catalog again.
    pub reload: Reload,
}

/// When a catalog is read again.
pub enum Reload {
    /// Never.
    Never,
    /// Each time the function returns. It blocks until the catalog changes.
    After(Box<dyn FnMut() + Send>),
}

/// Options of [`run`].
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The port of the registry API, as given by the user. The API serves a single catalog.
    pub port: Option<String>,
    /// Options of catalogd's API.
    pub http: Option<Http>,
    /// Whether to only check the catalogs without serving them.
    pub check_only: bool,
    /// Called when the server starts to handle signals. Before, they end the process.
    pub on_signals: Option<fn()>,
    /// The log.
    pub log: Log,
}

/// Options of catalogd's API.
#[derive(Debug, Clone, Default)]
pub struct Http {
    /// The address to listen on, such as `:8443` or `127.0.0.1:8443`.
    pub address: String,
    /// The paths of the certificate and the key.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// Whether to disable `metas`, as catalogd does by default.
    pub without_metas: bool,
}

impl Options {
    /// Why a catalog is not served. With the registry API, `opm serve` must accept it. catalogd stores any catalog that
    /// it can read.
    fn problem(&self, content: &Content) -> Option<String> {
        match self.port {
            Some(_) => content.refused(),
            None => content.unreadable().map(str::to_owned),
        }
    }

    fn read(&self, load: &mut Load) -> Result<Index, CatalogError> {
        let content = load().map_err(CatalogError::Load)?;
        match self.problem(&content) {
            None => Ok(Index::new(content)),
            Some(problem) => {
                let file = content.unreadable_file().map(|(path, _)| path.to_owned());
                Err(CatalogError::Refused { problem, file })
            }
        }
    }
}

/// Serves catalogs until the process receives a stop signal. Returns the exit code.
#[must_use]
pub fn run(catalogs: Vec<Catalog>, options: &Options) -> u8 {
    match run_until_stopped(catalogs, options) {
        Ok(()) => 0,
        Err(error) => {
            options.log.write(Level::Fatal, &error.to_string(), &[]);
            1
        }
    }
}

fn run_until_stopped(catalogs: Vec<Catalog>, options: &Options) -> Result<(), RunError> {
    let (mut loaded, mut unread) = (Vec::with_capacity(catalogs.len()), Vec::new());
    for mut catalog in catalogs {
        match options.read(&mut catalog.load) {
            Ok(index) => loaded.push((catalog, Served::new(index, SystemTime::now()))),
            // Like catalogd, serve the other catalogs.
            Err(problem) if options.port.is_none() && !options.check_only => unread.push((catalog, problem)),
            Err(problem) => return Err(problem.into()),
        }
    }
    if options.check_only {
        return Ok(());
    }
    // The last problem is the error; without a catalog to serve, the others are logged too.
    let last = if loaded.is_empty() { unread.pop() } else { None };
    for (catalog, problem) in unread {
        let file = problem.file().map(|path| ("file", path.to_owned()));
        let fields: Vec<_> = file.into_iter().chain([("catalog", catalog.name.clone())]).collect();
        let result = if last.is_some() { "" } else { "; requests for it get 404" };
        options.log.write(Level::Error, &format!("the catalog cannot be read{result}: {problem}"), &fields);
        loaded.push((catalog, Served::unread()));
    }
    if let Some((_, problem)) = last {
        return Err(problem.into());
    }
    let runtime = Runtime::new().map_err(RunError::Start)?;
    runtime.block_on(serve(loaded, options))
}

async fn serve(loaded: Vec<(Catalog, Served)>, options: &Options) -> Result<(), RunError> {
    let log = &options.log;
    let stop = stop_signal().map_err(RunError::Signals)?;
    if let Some(on_signals) = options.on_signals {
        on_signals();
    }
    let registry = match &options.port {
        Some(port) => Some(bind_registry(port).await?),
        None => None,
    };
    let http = match &options.http {
        Some(http) => Some(bind_http(http).await?),
        None => None,
    };
    let mut ended = Vec::new();
    if let (Some((listener, fields)), Some((_, served))) = (registry, loaded.first()) {
        log.write(Level::Info, "serving registry", &fields);
        let (services, stop, log) = (services(served.clone()), stop_received(stop.clone()), log.clone());
        ended.push(tokio::spawn(async move {
            serve_grpc(listener, services, stop).await;
            log.write(Level::Info, SHUTTING_DOWN, &fields);
        }));
    }
    if let (Some((listener, tls, fields)), Some(http)) = (http, &options.http) {
        log.write(Level::Info, "serving catalogs", &fields);
        let by_name = loaded.iter().map(|(catalog, served)| (catalog.name.clone(), served.clone())).collect();
        let catalogs = Catalogs::new(by_name);
        let catalogs = if http.without_metas { catalogs.without_metas() } else { catalogs };
        let (stop, log) = (stop_received(stop.clone()), log.clone());
        ended.push(tokio::spawn(async move {
            serve_http(listener, catalogs, tls, stop).await;
            log.write(Level::Info, SHUTTING_DOWN, &fields);
        }));
    }
    for (catalog, served) in loaded {
        watch_changes(catalog, served, options.clone())?;
    }
    let all = async {
        for server in ended {
            server.await?;
        }
        Ok(())
    };
    tokio::select! {
        result = all => result,
        // Pending requests are dropped.
        () = drain_ended(stop) => Ok(()),
    }
}

type Fields = Vec<(&'static str, String)>;

async fn bind_registry(port: &str) -> Result<(TcpListener, Fields), RunError> {
    let port = parse_port(port)?;
    let listener = listen(port).await.map_err(|error| RunError::Listen { address: format!(":{port}"), error })?;
    let port = listener.local_addr().map_or(port, |address| address.port());
    Ok((listener, vec![("port", port.to_string())]))
}

async fn bind_http(http: &Http) -> Result<(TcpListener, Option<Tls>, Fields), RunError> {
    let tls = http.tls.as_ref().map(|(certificate, key)| Tls::read(certificate, key)).transpose();
    let tls = tls?;
    let failed = |error| RunError::Listen { address: http.address.clone(), error };
    let listener = listen_at(&http.address).await.map_err(failed)?;
    let address = listener.local_addr().map_or_else(|_| http.address.clone(), |address| address.to_string());
    let scheme = if tls.is_some() { "https" } else { "http" };
    Ok((listener, tls, vec![("address", address), ("scheme", scheme.to_owned())]))
}

/// Completes when the process has received a stop signal.
async fn stop_received(mut stop: watch::Receiver<u32>) {
    let _ = stop.wait_for(|times| *times > 0).await;
}

fn parse_port(text: &str) -> Result<u16, PortError> {
    match text.parse::<u16>() {
        Ok(port) => Ok(port),
        Err(error) if matches!(error.kind(), IntErrorKind::PosOverflow) => Err(PortError::TooLarge(text.to_owned())),
        Err(_) => Err(PortError::Unknown(text.to_owned())),
    }
}

/// Counts the stop signals that the process has received.
fn stop_signal() -> std::io::Result<watch::Receiver<u32>> {
    let (sender, stop) = watch::channel(0_u32);
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    tokio::spawn(async move {
        loop {
            #[cfg(unix)]
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            #[cfg(not(unix))]
            let _ = tokio::signal::ctrl_c().await;
            sender.send_modify(|times| *times = times.saturating_add(1));
        }
    });
    Ok(stop)
}

/// Completes when the time for pending requests is over, or at a second stop signal.
async fn drain_ended(mut stop: watch::Receiver<u32>) {
    let mut again = stop.clone();
    if stop.wait_for(|times| *times > 0).await.is_err() {
        return;
    }
    tokio::select! {
        () = tokio::time::sleep(DRAIN) => {}
        _ = again.wait_for(|times| *times > 1) => {}
    }
}

/// Reads the catalog after every change. If it cannot be served, the previous one is kept.
fn watch_changes(catalog: Catalog, served: Served, options: Options) -> Result<(), RunError> {
    let Catalog { name, mut load, reload } = catalog;
    let Reload::After(mut changed) = reload else { return Ok(()) };
    let work = move || {
        loop {
            changed();
            let name = ("catalog", name.clone());
            match options.read(&mut load) {
                Ok(index) => {
                    let (packages, bundles) = index.counts();
                    served.replace(index, SystemTime::now());
                    let counts = [("packages", packages.to_string()), ("bundles", bundles.to_string()), name];
                    options.log.write(Level::Info, "serving the changed catalog", &counts);
                }
                Err(problem) => {
                    let message = format!("the changed catalog cannot be served; the previous one is kept: {problem}");
                    let file = problem.file().map(|path| ("file", path.to_owned()));
                    options.log.write(Level::Error, &message, &file.into_iter().chain([name]).collect::<Vec<_>>());
                }
            }
        }
    };
    std::thread::Builder::new().name("watch".to_owned()).spawn(work).map(drop).map_err(RunError::Watch)
}
