//! Serves catalogs over gRPC like opm and over HTTP like catalogd. Native only.
//!
//! [`Content`] contains the files of a catalog, and determines whether opm would serve it. [`Index`] implements the
//! methods of the registry API, independent of the network.

mod answers;
mod content;
mod custom;
mod error;
mod grpc;
mod http;
mod index;
mod lines;
mod log;
mod message;
mod new_connection;
mod refusal;
mod run;
mod served;
mod server;

/// Messages and services of `proto/registry.proto`.
#[allow(missing_docs, unreachable_pub, clippy::all, clippy::too_many_lines, reason = "generated")]
pub mod api {
    tonic::include_proto!("api");

    /// The encoded descriptors of `registry.proto` and its imports.
    pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/registry.bin"));
}

pub use content::Content;
pub use error::LoadError;
pub use grpc::services;
pub use http::{Catalogs, Tls, TlsError, name_problem, serve_http};
pub use index::Index;
pub use log::{Level, Log};
pub use refusal::Refusal;
pub use run::{Catalog, Http, Load, Options, Reload, run};
pub use served::Served;
pub use server::{listen, serve_grpc};
