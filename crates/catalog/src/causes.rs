//! Omits findings that follow from an error in another document.
//!
//! If opm cannot load a document, or if its `schema` or `package` is misspelled, its content is missing from the package.
//! Then everything that refers to this content would be a finding of its own.

use olmkit_collections::order;
use olmkit_diagnostics::{Diagnostic, Severity};

use crate::model::Catalog;

/// A misspelled document.
struct Cause {
    package: String,
    level: u8,
    at: usize,
    severity: Severity,
}

/// Rules about missing content. A finding can follow from a finding with a lower level in the same package.
fn level(diagnostic: &Diagnostic) -> Option<u8> {
    Some(match diagnostic.rule.id {
        "unknown-schema" => 0,
        "ch-unknown-package" | "bundle-unknown-package" => 1,
        "pkg-no-channels"
        | "pkg-default-channel-exists"
        | "entry-without-bundle"
        | "bundle-not-in-channel"
        | "dep-unknown-package"
        | "dep-bundle-exists"
        | "dep-channel-exists"
        | "stranded-v0"
        | "stranded-v1" => 2,
        _ => return None,
    })
}

/// Keeps the causes, each with the severity of the worst finding that follows from it. Without `misspelled`, only
/// documents that opm cannot load are causes: a fix of another one shows all findings that were there before.
pub(crate) fn keep(catalog: &Catalog<'_>, misspelled: bool, found: &mut Vec<Diagnostic>) {
    let mut causes: Vec<Cause> = Vec::new();
    let is_misspelled = |diagnostic: &Diagnostic| misspelled && !diagnostic.fixes.is_empty();
    for (at, diagnostic) in found.iter().enumerate().filter(|(_, diagnostic)| is_misspelled(diagnostic)) {
        if let (Some(level @ 0..=1), Some(package)) = (level(diagnostic), &diagnostic.subject.package) {
            causes.push(Cause { package: package.clone(), level, at, severity: diagnostic.severity });
        }
    }
    order::sort_by(&mut causes, |a, b| (&a.package, a.level, a.at).cmp(&(&b.package, b.level, b.at)));
    let mut follows = |diagnostic: &Diagnostic| {
        let (Some(level), Some(package)) = (level(diagnostic), &diagnostic.subject.package) else { return false };
        let is_hidden = || catalog.packages.get(package).is_some_and(|package| package.is_incomplete);
        if level > 0 && catalog.is_incomplete || level > 1 && is_hidden() {
            return true;
        }
        let first = causes.partition_point(|cause| cause.package < *package);
        let cause = causes.get_mut(first).filter(|cause| cause.package == *package && cause.level < level);
        let Some(cause) = cause else { return false };
        cause.severity = cause.severity.max(diagnostic.severity);
        true
    };
    let kept: Vec<bool> = found.iter().map(|diagnostic| !follows(diagnostic)).collect();
    for cause in causes {
        if let Some(diagnostic) = found.get_mut(cause.at) {
            diagnostic.severity = cause.severity;
        }
    }
    let mut kept = kept.into_iter();
    found.retain(|_| kept.next() != Some(false));
}
