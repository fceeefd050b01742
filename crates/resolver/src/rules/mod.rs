//! The rules about dependencies, in a folder for each topic. Each has a file with its declaration and its check.

use olmkit_diagnostics::{Registry, Rule};

pub(crate) mod catalog;
pub(crate) mod declare;
pub(crate) mod requirements;
pub(crate) mod resolution;

use catalog::{cat_gvk_owners, crd_upgrade, dep_cycle};
use requirements::{
    dep_only_deprecated, dep_only_nondefault, dep_pinned, dep_range_invalid, dep_self, dep_unsat,
    dep_unsat_gvk_version, dep_unsat_version,
};
use resolution::{dep_channel_order, dep_gvk_conflict, dep_unsat_transitive, dep_version_conflict};

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
