//! The rules about dependencies. Each has a file with its declaration and its check.

use olmkit_diagnostics::{Registry, Rule};

pub(crate) mod cat_gvk_owners;
pub(crate) mod crd_upgrade;
pub(crate) mod declare;
pub(crate) mod dep_channel_order;
pub(crate) mod dep_cycle;
pub(crate) mod dep_gvk_conflict;
pub(crate) mod dep_only_deprecated;
pub(crate) mod dep_only_nondefault;
pub(crate) mod dep_pinned;
pub(crate) mod dep_range_invalid;
pub(crate) mod dep_self;
pub(crate) mod dep_unsat;
pub(crate) mod dep_unsat_gvk_version;
pub(crate) mod dep_unsat_transitive;
pub(crate) mod dep_unsat_version;
pub(crate) mod dep_version_conflict;

static ALL: &[&Rule] = &[
    &dep_range_invalid::RULE,
    &dep_unsat::RULE,
    &dep_unsat_version::RULE,
    &dep_unsat_gvk_version::RULE,
    &dep_unsat_transitive::RULE,
    &dep_version_conflict::RULE,
    &dep_gvk_conflict::RULE,
    &dep_channel_order::RULE,
    &dep_only_deprecated::RULE,
    &dep_only_nondefault::RULE,
    &cat_gvk_owners::RULE,
    &dep_pinned::RULE,
    &dep_self::RULE,
    &dep_cycle::RULE,
    &crd_upgrade::RULE,
];

/// Returns every rule about dependencies, sorted by code.
#[must_use]
pub const fn all() -> &'static [&'static Rule] {
    ALL
}

/// The rules by id and code.
pub static REGISTRY: Registry = Registry::new(&[ALL]);
