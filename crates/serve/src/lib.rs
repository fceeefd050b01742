//! Catalogs served over gRPC as opm serves them and over HTTP as catalogd serves them. Native only.
//!
//! [`Content`] is what a host has read, and says whether opm would serve it. [`Index`] answers the registry API from it
//! without the network.

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
mod newcomer;
mod refusal;
mod run;
mod served;
mod server;

/// Messages and services of `proto/registry.proto`.
#[allow(missing_docs, unreachable_pub, clippy::all, reason = "generated")]
pub mod api {
    tonic::include_proto!("api");

    /// The descriptors of the file and what it imports.
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
