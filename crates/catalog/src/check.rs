//! Checks a catalog with every rule.

use olmkit_collections::{HashMap, List, order};
use olmkit_diagnostics::{Diagnostic, Enforcement, Place, Profile, ProposalId, Rule, Severity};

use crate::diff::Base;
use crate::model::{Catalog, Doc};
use crate::proposal::Proposal;
use crate::reporter::Reporter;
use crate::rules;
use crate::suppress::{self, Suppressed};
use crate::upgrade;
use crate::verdict::{self, Verdict};

/// Options for checking a catalog.
#[derive(Debug, Clone, Default)]
pub struct CheckOptions {
    /// The profile, which defines the default severities.
    pub profile: Profile,
    /// Severities by rule id; take precedence over the profile. Rules of opm can be turned off, but opm's verdict does
    /// not change.
    pub severities: HashMap<String, Severity>,
    /// Check these rules only, by id or code; all rules if empty.
    pub select: Vec<String>,
    /// Do not check these rules, by id or code.
    pub ignore: Vec<String>,
    /// Whether only the findings are needed, without fixes and name suggestions.
    pub findings_only: bool,
    /// Whether the base is the state before unreleased edits, not a released catalog. Then only what was removed from it
    /// is compared: other rules report what the edits strand.
    pub base_is_unreleased: bool,
}

/// The result of checking a catalog.
#[derive(Debug, Clone)]
pub struct Report {
    /// All findings, ordered by file, position and rule.
    pub diagnostics: Vec<Diagnostic>,
    /// The findings that comments suppress.
    pub suppressed: Vec<Suppressed>,
    /// opm's verdict.
    pub verdict: Verdict,
    /// Fixes. The host converts them to text edits. Each is verified.
    pub proposals: List<ProposalId, Proposal>,
}

/// Checks a whole catalog with every rule.
#[must_use]
pub fn check(catalog: &Catalog<'_>, options: &CheckOptions) -> Report {
    check_since(catalog, None, options)
}

/// Finds the packages, channels and bundles that are defined more than once.
#[must_use]
pub fn repeated_definitions(catalog: &Catalog<'_>) -> Vec<Diagnostic> {
    let mut reporter = Reporter::without_budgets();
    rules::packages::pkg_duplicate::check(catalog, &mut reporter);
    rules::channels::ch_duplicate::check(catalog, &mut reporter);
    rules::bundles::bundle_duplicate::check(catalog, &mut reporter);
    reporter.diagnostics
}

/// Checks a whole catalog with every rule, including those that compare it with a base.
#[must_use]
pub fn check_since(catalog: &Catalog<'_>, base: Option<&Catalog<'_>>, options: &CheckOptions) -> Report {
    let mut reporter = if options.findings_only { Reporter::without_budgets() } else { Reporter::default() };
    let is_on = |rule: &Rule| options.severity(rule) != Severity::Off;
    rules::document_findings::check(catalog, &mut reporter);
    let of_documents = reporter.diagnostics.len();
    for (rule, check) in rules::CHECKS {
        // The severity of a rule does not change opm's verdict.
        if rule.enforcement == Enforcement::Opm || is_on(rule) {
            check(catalog, &mut reporter);
        }
    }
    if let Some(base) = base {
        rules::BASE_CHECKS.iter().for_each(|(_, check)| {
            check(Base { catalog: base, is_released: !options.base_is_unreleased }, catalog, &mut reporter)
        });
    }
    upgrade::check(catalog, is_on, &mut reporter);
    let verdict = verdict::decide(&reporter.opm);
    let mut diagnostics = reporter.diagnostics;
    remove_consequences(catalog, of_documents, &mut diagnostics);
    // opm's errors prevent other checks.
    let was_checked = |rule: &Rule| verdict.accepted && is_on(rule) && (base.is_some() || !rules::needs_base(rule));
    let (unused, suppressed) = suppress::apply(catalog, was_checked, &mut diagnostics);
    diagnostics.extend(unused);
    diagnostics.retain_mut(|diagnostic| {
        diagnostic.severity = options.severity(diagnostic.rule);
        diagnostic.severity != Severity::Off
    });
    order::sort_by(&mut diagnostics, |a, b| {
        (a.place, a.rule.code, &a.message).cmp(&(b.place, b.rule.code, &b.message))
    });
    diagnostics.dedup_by(|a, b| a.place == b.place && a.rule.id == b.rule.id && a.message == b.message);
    Report { diagnostics, suppressed, verdict, proposals: reporter.proposals }
}

/// Removes findings of the whole catalog, which follow those of documents, at places in documents with a syntax error.
/// There, values are missing or read in part only.
fn remove_consequences(catalog: &Catalog<'_>, of_documents: usize, diagnostics: &mut Vec<Diagnostic>) {
    let half_read: Vec<&Doc<'_>> = catalog.docs.iter().filter(|doc| doc.facts.has_syntax_error()).collect();
    if half_read.is_empty() {
        return;
    }
    let is_sound = |found: &Diagnostic| {
        let Place { file, range } = found.place;
        let before = half_read.partition_point(|doc| (doc.file, doc.range.start()) <= (file, range.start()));
        let last = before.checked_sub(1).and_then(|at| half_read.get(at));
        last.is_none_or(|doc| doc.file != file || !doc.range.contains_range(range))
    };
    let consequences = diagnostics.split_off(of_documents.min(diagnostics.len()));
    diagnostics.extend(consequences.into_iter().filter(is_sound));
}

impl CheckOptions {
    fn severity(&self, rule: &Rule) -> Severity {
        let named = |list: &[String]| list.iter().any(|name| name == rule.id || name.eq_ignore_ascii_case(rule.code));
        if named(&self.ignore) || !self.select.is_empty() && !named(&self.select) {
            return Severity::Off;
        }
        self.severities.get(rule.id).copied().unwrap_or_else(|| self.profile.severity(rule))
    }
}
