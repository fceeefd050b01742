//! The arguments of `serve`.
#![cfg_attr(not(feature = "native"), allow(dead_code, reason = "the native program reads them"))]

use crate::pulling::Pulling;

/// Serve a catalog over gRPC, as `opm serve` does (native binary only)
///
/// The registry API that OLM asks, with health and reflection, on HTTP/2
/// without TLS. The server is ready at once and keeps no cache. SIGTERM and
/// SIGINT let requests end before it stops.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ServeArgs {
    /// The catalog: a directory, a file, an archive or an image
    pub(crate) catalog: String,
    /// The port of the registry API; 0 takes a free one, and the log says which
    #[arg(short, long, default_value = "50051")]
    pub(crate) port: String,
    /// Serve changes of the files without a restart. A request sees one state
    /// of the catalog. If it cannot be served after a change, the last state
    /// that can be stays, and the log says why
    #[arg(long)]
    pub(crate) watch: bool,
    /// Where to write why the server ended [default: /dev/termination-log]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) termination_log: Option<String>,
    /// Check that the catalog can be served, and exit
    #[arg(long, help_heading = "Options of opm")]
    pub(crate) cache_only: bool,
    /// Accepted with --cache-dir: what is served is always what is in CATALOG
    #[arg(
        long,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        value_name = "BOOL",
        help_heading = "Options of opm"
    )]
    pub(crate) cache_enforce_integrity: Option<bool>,
    /// Accepted for opm's sake: the log has all lines
    #[arg(long, help_heading = "Options of opm")]
    pub(crate) debug: bool,
    /// Accepted for opm's sake: profiles are not served
    #[arg(long, value_name = "ADDRESS", help_heading = "Options of opm")]
    pub(crate) pprof_addr: Option<String>,
    #[command(flatten)]
    pub(crate) pulling: Pulling,
}
