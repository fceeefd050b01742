//! The rules about dependencies, each in a file of its own.

use olmkit_diagnostics::{Registry, Rule};

mod cat_gvk_owners;
mod crd_upgrade;
mod dep_channel_order;
mod dep_cycle;
mod dep_gvk_conflict;
mod dep_only_deprecated;
mod dep_only_nondefault;
mod dep_pinned;
mod dep_range_invalid;
mod dep_self;
mod dep_unsat;
mod dep_unsat_gvk_version;
mod dep_unsat_transitive;
mod dep_unsat_version;
mod dep_version_conflict;

pub(crate) use cat_gvk_owners::RULE as OWNERS;
pub(crate) use crd_upgrade::RULE as CRD_UPGRADE;
pub(crate) use dep_channel_order::RULE as NO_ORDER;
pub(crate) use dep_cycle::RULE as CYCLE;
pub(crate) use dep_gvk_conflict::RULE as API_CONFLICT;
pub(crate) use dep_only_deprecated::RULE as ONLY_DEPRECATED;
pub(crate) use dep_only_nondefault::RULE as ONLY_OTHER_CHANNELS;
pub(crate) use dep_pinned::RULE as PINNED;
pub(crate) use dep_range_invalid::RULE as BROKEN;
pub(crate) use dep_self::RULE as OWN;
pub(crate) use dep_unsat::RULE as UNMET;
pub(crate) use dep_unsat_gvk_version::RULE as UNMET_API_VERSION;
pub(crate) use dep_unsat_transitive::RULE as NO_ANSWER;
pub(crate) use dep_unsat_version::RULE as UNMET_VERSION;
pub(crate) use dep_version_conflict::RULE as VERSION_CONFLICT;

static ALL: &[&Rule] = &[
    &BROKEN,
    &UNMET,
    &UNMET_VERSION,
    &UNMET_API_VERSION,
    &NO_ANSWER,
    &VERSION_CONFLICT,
    &API_CONFLICT,
    &NO_ORDER,
    &ONLY_DEPRECATED,
    &ONLY_OTHER_CHANNELS,
    &OWNERS,
    &PINNED,
    &OWN,
    &CYCLE,
    &CRD_UPGRADE,
];

/// Every rule about dependencies, by code.
#[must_use]
pub const fn all() -> &'static [&'static Rule] {
    ALL
}

/// The rules by name.
pub static REGISTRY: Registry = Registry::new(&[ALL]);
