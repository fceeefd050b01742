//! The commands.

pub(crate) mod bundle;
pub(crate) mod completions;
pub(crate) mod dependencies;
pub(crate) mod diff;
pub(crate) mod edit;
pub(crate) mod explain;
pub(crate) mod files;
pub(crate) mod fix;
pub(crate) mod graph;
pub(crate) mod path;
pub(crate) mod print_config;
pub(crate) mod report;
pub(crate) mod resolve;
pub(crate) mod rules;
pub(crate) mod stranded;
pub(crate) mod validate;
