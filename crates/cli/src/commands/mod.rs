//! The commands.

#[cfg(feature = "native")]
pub(crate) mod build;
pub(crate) mod bundle;
#[cfg(feature = "native")]
pub(crate) mod cache;
pub(crate) mod check;
pub(crate) mod checked;
pub(crate) mod completions;
#[cfg(feature = "native")]
pub(crate) mod compose;
pub(crate) mod config;
#[cfg(feature = "native")]
pub(crate) mod copy;
pub(crate) mod dependencies;
pub(crate) mod diff;
pub(crate) mod edit;
mod error;
pub(crate) mod explain;
pub(crate) mod files;
pub(crate) mod fix;
pub(crate) mod graph;
pub(crate) mod hints;
#[cfg(feature = "native")]
mod image_error;
pub(crate) mod images;
#[cfg(feature = "native")]
pub(crate) mod index;
pub(crate) mod man;
pub(crate) mod mirror;
pub(crate) mod open;
pub(crate) mod path;
pub(crate) mod print_config;
pub(crate) mod query;
pub(crate) mod report;
pub(crate) mod resolve;
pub(crate) mod rules;
#[cfg(feature = "native")]
pub(crate) mod serve;
pub(crate) mod stats;
pub(crate) mod stranded;
mod templates;
pub(crate) mod validate;
mod whole_input;

pub(crate) use error::CommandError;
