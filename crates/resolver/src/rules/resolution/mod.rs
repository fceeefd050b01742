//! Rules about all requirements of a bundle together, found by OLM's resolution.

pub(crate) mod dep_channel_order;
pub(crate) mod dep_gvk_conflict;
pub(crate) mod dep_unsat_transitive;
pub(crate) mod dep_version_conflict;
