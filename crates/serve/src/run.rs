//! A server from its start to its end, for command lines.

use std::num::IntErrorKind;
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::content::Content;
use crate::grpc::services;
use crate::index::Index;
use crate::log::{Level, Log};
use crate::served::Served;
use crate::server::{listen, serve_grpc};

/// How long requests may take to end after the server was told to stop: as long as Kubernetes waits before it kills.
const DRAIN: Duration = Duration::from_secs(30);

/// A catalog to serve.
pub struct Catalog {
    /// Its name for the user.
    pub name: String,
    /// Reads it: called at the start and after every change.
    pub load: Box<dyn FnMut() -> Result<Content, String> + Send>,
    /// How changes are noticed.
    pub reload: Reload,
}

/// When a catalog is read again.
pub enum Reload {
    /// Never.
    Never,
    /// When the function returns.
    After(Box<dyn FnMut() + Send>),
}

/// How catalogs are served.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The port of the registry API, as the user gave it.
    pub port: String,
    /// Whether the catalog is only checked: then nothing is served.
    pub check_only: bool,
    /// Where lines go.
    pub log: Log,
}

/// Serves a catalog until the process is told to stop, and gives the exit code.
#[must_use]
pub fn run(catalog: Catalog, options: &Options) -> u8 {
    match run_until_stopped(catalog, options) {
        Ok(()) => 0,
        Err(message) => {
            options.log.write(Level::Fatal, &message, &[]);
            1
        }
    }
}

fn run_until_stopped(mut catalog: Catalog, options: &Options) -> Result<(), String> {
    let index = read(&mut catalog.load)
        .map_err(|problem| format!("failed to load or rebuild cache: failed to rebuild cache: {problem}"))?;
    if options.check_only {
        return Ok(());
    }
    let served = Served::new(index);
    let runtime = Runtime::new().map_err(|error| format!("failed to start: {error}"))?;
    runtime.block_on(serve(catalog, served, options))
}

fn read(load: &mut dyn FnMut() -> Result<Content, String>) -> Result<Index, String> {
    let content = load()?;
    match content.refused() {
        Some(problem) => Err(problem),
        None => Ok(Index::new(content)),
    }
}

async fn serve(catalog: Catalog, served: Served, options: &Options) -> Result<(), String> {
    let port = parse_port(&options.port).map_err(|problem| format!("failed to listen: listen tcp: {problem}"))?;
    let listener = listen(port).await.map_err(|error| format!("failed to listen: listen tcp :{port}: {error}"))?;
    let port = listener.local_addr().map_or(port, |address| address.port());
    let fields = [("port", port.to_string())];
    let stop = stop_signal().map_err(|error| format!("failed to wait for signals: {error}"))?;
    let log = &options.log;
    log.write(Level::Info, "serving registry", &fields);
    watch_changes(catalog, served.clone(), log.clone())?;
    let mut stopped = stop.clone();
    let server = serve_grpc(listener, services(served), async move {
        let _ = stopped.wait_for(|stops| *stops > 0).await;
    });
    tokio::select! {
        result = server => result.map_err(|error| format!("failed to serve: {error}"))?,
        // What has not ended by then is cut.
        () = give_up(stop) => {}
    }
    log.write(Level::Info, "shutting down server", &fields);
    Ok(())
}

/// A port, or opm's text about what is none.
fn parse_port(text: &str) -> Result<u16, String> {
    match text.parse::<u16>() {
        Ok(port) => Ok(port),
        Err(error) if matches!(error.kind(), IntErrorKind::PosOverflow) => Err(format!("address {text}: invalid port")),
        Err(_) => Err(format!("lookup tcp/{text}: unknown port")),
    }
}

/// Counts how often the process was told to stop.
fn stop_signal() -> std::io::Result<watch::Receiver<u32>> {
    let (told, stop) = watch::channel(0_u32);
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
            told.send_modify(|times| *times = times.saturating_add(1));
        }
    });
    Ok(stop)
}

/// Comes back when requests have had their time to end, or the user asks a second time.
async fn give_up(mut stop: watch::Receiver<u32>) {
    let mut again = stop.clone();
    if stop.wait_for(|times| *times > 0).await.is_err() {
        return;
    }
    tokio::select! {
        () = tokio::time::sleep(DRAIN) => {}
        _ = again.wait_for(|times| *times > 1) => {}
    }
}

/// Reads the catalog after every change. One that cannot be served leaves what is being served.
fn watch_changes(catalog: Catalog, served: Served, log: Log) -> Result<(), String> {
    let Catalog { name, mut load, reload } = catalog;
    let Reload::After(mut changed) = reload else { return Ok(()) };
    let work = move || {
        loop {
            changed();
            let name = ("catalog", name.clone());
            match read(&mut load) {
                Ok(index) => {
                    let (packages, bundles) = index.counts();
                    served.replace(index);
                    let counts = [("packages", packages.to_string()), ("bundles", bundles.to_string()), name];
                    log.write(Level::Info, "serving the changed catalog", &counts);
                }
                Err(problem) => {
                    let message = format!("the changed catalog cannot be served, the last one stays: {problem}");
                    log.write(Level::Error, &message, &[name]);
                }
            }
        }
    };
    std::thread::Builder::new().name("watch".to_owned()).spawn(work).map(drop).map_err(|error| error.to_string())
}
