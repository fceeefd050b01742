//! The rules about dependencies.

use crate::api::FindingSeverity;

/// A rule: id, code, severity.
pub(crate) struct Rule {
    pub(crate) id: &'static str,
    pub(crate) code: &'static str,
    pub(crate) severity: FindingSeverity,
}

const fn rule(id: &'static str, code: &'static str, severity: FindingSeverity) -> Rule {
    Rule { id, code, severity }
}

/// A requirement that OLM cannot read: it resolves nothing for the namespace as soon as it meets it.
pub(crate) static BROKEN: Rule = rule("dep-range-invalid", "DEP001", FindingSeverity::Error);
/// Nothing meets a requirement.
pub(crate) static UNMET: Rule = rule("dep-unsat", "DEP002", FindingSeverity::Error);
/// The package is there, but in no version that fits.
pub(crate) static UNMET_VERSION: Rule = rule("dep-unsat-version", "DEP003", FindingSeverity::Error);
/// The API is there, but in another version.
pub(crate) static UNMET_API_VERSION: Rule = rule("dep-unsat-gvk-version", "DEP004", FindingSeverity::Error);
/// Every requirement can be met, but not all of them at once, or not those of what meets them.
pub(crate) static NO_ANSWER: Rule = rule("dep-unsat-transitive", "DEP005", FindingSeverity::Error);
/// Two requirements want different versions of one package.
pub(crate) static VERSION_CONFLICT: Rule = rule("dep-version-conflict", "DEP006", FindingSeverity::Error);
/// Two of the packages that are needed provide the same API.
pub(crate) static API_CONFLICT: Rule = rule("dep-gvk-conflict", "DEP007", FindingSeverity::Error);
/// OLM cannot put a channel in order.
pub(crate) static NO_ORDER: Rule = rule("dep-channel-order", "DEP008", FindingSeverity::Error);
/// Only deprecated bundles meet a requirement.
pub(crate) static ONLY_DEPRECATED: Rule = rule("dep-only-deprecated", "DEP009", FindingSeverity::Warning);
/// Only channels that are no default channels have what meets a requirement.
pub(crate) static ONLY_OTHER_CHANNELS: Rule = rule("dep-only-nondefault", "DEP010", FindingSeverity::Warning);
/// Two packages provide the same API.
pub(crate) static OWNERS: Rule = rule("cat-gvk-owners", "DEP011", FindingSeverity::Warning);
/// A requirement that ends at what is there today.
pub(crate) static PINNED: Rule = rule("dep-pinned", "DEP012", FindingSeverity::Info);
/// A bundle requires what it provides.
pub(crate) static OWN: Rule = rule("dep-self", "DEP013", FindingSeverity::Info);
/// Packages require each other.
pub(crate) static CYCLE: Rule = rule("dep-cycle", "DEP014", FindingSeverity::Info);
