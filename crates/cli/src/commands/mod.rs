//! The commands.

pub(crate) mod edit;
pub(crate) mod explain;
pub(crate) mod fix;
pub(crate) mod rules;
pub(crate) mod validate;
