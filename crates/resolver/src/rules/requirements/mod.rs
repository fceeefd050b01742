//! Rules about single requirements of bundles.

pub(crate) mod dep_only_deprecated;
pub(crate) mod dep_only_nondefault;
pub(crate) mod dep_pinned;
pub(crate) mod dep_range_invalid;
pub(crate) mod dep_self;
pub(crate) mod dep_unsat;
pub(crate) mod dep_unsat_gvk_version;
pub(crate) mod dep_unsat_version;
