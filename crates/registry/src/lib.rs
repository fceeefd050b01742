//! Images in OCI registries: references, credentials, pulling, a content-addressed cache, building and pushing. Native
//! only.
//!
//! The requests, their order, and the interpretation of errors follow opm. An image that opm can pull can also be
//! pulled here with the same credential files and mirrors (docs/guides/use-images-and-registries.md).

mod answer;
mod archive;
mod artifact;
mod auth;
mod build;
mod cache;
mod cause;
mod client;
mod credentials;
mod digest;
mod environment;
mod error;
mod exists;
mod fetch;
mod foreign;
mod help;
mod interrupt;
mod manifest;
mod page;
mod platform;
mod policy;
mod probe;
mod progress;
mod pull;
mod push;
mod reference;
mod registries_conf;
mod registries_file;
mod settings;
mod source;
mod tls;
mod unfinished;
mod upload;

pub use artifact::{Artifact, Content};
pub use build::{CATALOG_LABEL, CatalogBuild};
pub use cache::{Cache, Stored, remove_temporary};
pub use environment::Environment;
pub use error::{Error, Kind};
pub use exists::Verdict;
pub use help::{CommandOption, Help};
pub use interrupt::{leave_interrupts, remove_drafts_on_signals};
pub use manifest::{Descriptor, Index};
pub use olmkit_k8s::platform::Platform;
pub use pull::{Pulled, Registries};
pub use reference::Reference;
pub use settings::{Output, Security, Settings};
