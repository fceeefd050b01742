//! Omits findings that follow from an error in another document.
//!
//! If opm cannot load a document, or if its `schema` or `package` is misspelled, its content is missing from the package.
//! Then everything that refers to this content would be a finding of its own.

use olmkit_collections::Table;
use olmkit_diagnostics::{Diagnostic, Rule, Severity};

use crate::model::Catalog;
use crate::rules::bundles::{bundle_not_in_channel, bundle_unknown_package};
use crate::rules::channels::{ch_unknown_package, entry_without_bundle};
use crate::rules::deprecations::{dep_bundle_exists, dep_channel_exists, dep_unknown_package};
use crate::rules::documents::unknown_schema;
use crate::rules::packages::{pkg_default_channel_exists, pkg_no_channels};
use crate::rules::upgrades::{stranded_v0, stranded_v1};

/// A misspelled document.
#[derive(Clone, Copy)]
struct Cause {
    level: u8,
    at: usize,
    severity: Severity,
}

/// Rules about missing content. A finding can follow from a finding with a lower level in the same package.
const LEVELS: [(&Rule, u8); 12] = [
    (&unknown_schema::RULE, 0),
    (&ch_unknown_package::RULE, 1),
    (&bundle_unknown_package::RULE, 1),
    (&pkg_no_channels::RULE, 2),
    (&pkg_default_channel_exists::RULE, 2),
    (&entry_without_bundle::RULE, 2),
    (&bundle_not_in_channel::RULE, 2),
    (&dep_unknown_package::RULE, 2),
    (&dep_bundle_exists::RULE, 2),
    (&dep_channel_exists::RULE, 2),
    (&stranded_v0::RULE, 2),
    (&stranded_v1::RULE, 2),
];

fn level(diagnostic: &Diagnostic) -> Option<u8> {
    LEVELS.iter().find(|(rule, _)| rule.id == diagnostic.rule.id).map(|(_, level)| *level)
}

/// Keeps the causes, each with the severity of the worst finding that follows from it. Without `misspelled`, only
/// documents that opm cannot load are causes: a fix of another one shows all findings that were there before.
pub(crate) fn keep(catalog: &Catalog<'_>, misspelled: bool, found: &mut Vec<Diagnostic>) {
    // The cause with the lowest level of each package.
    let mut causes: Table<String, Cause> = Table::default();
    let is_misspelled = |diagnostic: &Diagnostic| misspelled && !diagnostic.fixes.is_empty();
    for (at, diagnostic) in found.iter().enumerate().filter(|(_, diagnostic)| is_misspelled(diagnostic)) {
        if let (Some(level @ 0..=1), Some(package)) = (level(diagnostic), &diagnostic.subject.package) {
            let cause = Cause { level, at, severity: diagnostic.severity };
            let lowest = causes.or_insert(package.clone(), cause);
            if level < lowest.level {
                *lowest = cause;
            }
        }
    }
    let mut follows = |diagnostic: &Diagnostic| {
        let (Some(level), Some(package)) = (level(diagnostic), &diagnostic.subject.package) else { return false };
        let is_hidden = || catalog.packages.get(package).is_some_and(|package| package.is_incomplete);
        if level > 0 && catalog.is_incomplete || level > 1 && is_hidden() {
            return true;
        }
        let Some(cause) = causes.get_mut(package).filter(|cause| cause.level < level) else { return false };
        cause.severity = cause.severity.max(diagnostic.severity);
        true
    };
    let kept: Vec<bool> = found.iter().map(|diagnostic| !follows(diagnostic)).collect();
    for cause in causes.into_values() {
        if let Some(diagnostic) = found.get_mut(cause.at) {
            diagnostic.severity = cause.severity;
        }
    }
    let mut kept = kept.into_iter();
    found.retain(|_| kept.next() != Some(false));
}
