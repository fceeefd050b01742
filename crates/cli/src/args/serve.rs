//! The arguments of `serve`.
#![cfg_attr(not(feature = "native"), allow(dead_code, reason = "the native program reads them"))]

use crate::pulling::Pulling;

/// Serve catalogs as `opm serve` and catalogd do (native program only)
///
/// Over gRPC: the registry API that OLM v0 queries, with health and reflection,
/// on HTTP/2 without TLS. Over HTTP: the API of OLM v1's catalogd. The server
/// is ready at once and keeps no cache. SIGTERM and SIGINT let requests end
/// before it stops.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ServeArgs {
    /// Directories, files, archives or images. NAME is that of the catalog over
    /// HTTP [default: from the path]. gRPC is for one catalog; several are
    /// served over HTTP only
    #[arg(required = true, value_name = "[NAME=]CATALOG")]
    catalogs: Vec<String>,
    /// The port of the registry API; 0 selects a free port, which the log names
    /// [default: 50051; with --http, the registry API is served only if --port
    /// is given]
    #[arg(short, long)]
    port: Option<String>,
    /// Serve catalogd's API: /catalogs/NAME/api/v1/all and
    /// /catalogs/NAME/api/v1/metas. A catalog that cannot be read answers 404
    #[arg(long, value_name = "[ADDRESS]:PORT", value_parser = address)]
    pub(crate) http: Option<String>,
    /// The certificates of the server (PEM); without them HTTP is plain
    #[arg(long, value_name = "FILE", requires = "tls_key", requires = "http")]
    pub(crate) tls_cert: Option<String>,
    /// The key of the certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub(crate) tls_key: Option<String>,
    /// Do not serve `metas`, like catalogd without its feature gate
    #[arg(long, requires = "http")]
    pub(crate) without_metas: bool,
    /// Serve changes of the files without a restart. A request sees one state
    /// of the catalog. If the changed catalog is invalid, the previous state is
    /// served, and the log says why
    #[arg(long)]
    pub(crate) watch: bool,
    /// The file for the reason why the server stopped [default: /dev/termination-log]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) termination_log: Option<String>,
    /// Check that the catalog can be served, and exit
    #[arg(long, help_heading = "Options of opm")]
    pub(crate) cache_only: bool,
    /// Accepted with --cache-dir; has no effect, because CATALOG is always served as it is
    #[arg(
        long,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        value_name = "BOOL",
        help_heading = "Options of opm"
    )]
    pub(crate) cache_enforce_integrity: Option<bool>,
    /// Accepted for compatibility with opm; has no effect
    #[arg(long, help_heading = "Options of opm")]
    pub(crate) debug: bool,
    #[command(flatten)]
    pub(crate) pulling: Pulling,
}

/// gRPC is asked for, with several catalogs.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("gRPC is for one catalog. Serve several with --http and without --port.")]
pub(crate) struct OneCatalog;

/// An address is a port alone.
#[derive(Debug, Clone, thiserror::Error)]
#[error("for the port alone, write `:{0}`")]
struct PortAlone(String);

/// An address to listen at: a port alone needs its colon, as in Go.
fn address(text: &str) -> Result<String, PortAlone> {
    if text.parse::<u16>().is_ok() { Err(PortAlone(text.to_owned())) } else { Ok(text.to_owned()) }
}

impl ServeArgs {
    /// Name and path of each catalog.
    pub(crate) fn catalogs(&self) -> impl Iterator<Item = (Option<&str>, &str)> {
        let split = |text: &str| text.split_once('=').is_some_and(|(name, _)| !name.contains(['/', '\\', ':']));
        self.catalogs.iter().map(move |text| match text.split_once('=') {
            Some((name, path)) if split(text) => (Some(name), path),
            _ => (None, text.as_str()),
        })
    }

    /// The port of the registry API, if it is served.
    pub(crate) fn port(&self) -> Result<Option<String>, OneCatalog> {
        match (&self.port, &self.http) {
            (None, Some(_)) => Ok(None),
            _ if self.catalogs.len() > 1 => Err(OneCatalog),
            (port, _) => Ok(Some(port.clone().unwrap_or_else(|| "50051".to_owned()))),
        }
    }
}
