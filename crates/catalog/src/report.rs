//! What rules report, and what becomes of it.

use olmkit_diagnostics::HashMap;

use olmkit_diagnostics::order;
use olmkit_diagnostics::{Diagnostic, Fix, Place, Profile, Related, Rule, Safety, Severity, Subject, TextEdit};

use crate::edits::Intention;
use crate::model::Catalog;
use crate::rules;
use crate::upgrade;
use crate::verdict::{self, Leaf, OpmFinding, Stage, Verdict};

/// How a catalog is checked.
#[derive(Debug, Clone, Default)]
pub struct CheckOptions {
    /// Severities to start from.
    pub profile: Profile,
    /// Severities by rule id, over the profile's. opm's rules can be silenced; its verdict stays.
    pub severities: HashMap<String, Severity>,
    /// Only these rules, by id or code; empty for all.
    pub select: Vec<String>,
    /// Not these rules, by id or code.
    pub ignore: Vec<String>,
}

/// The result of checking a catalog.
#[derive(Debug, Clone)]
pub struct Report {
    /// All findings by file, position, rule.
    pub diagnostics: Vec<Diagnostic>,
    /// What opm says of the catalog.
    pub verdict: Verdict,
    /// What [`Diagnostic::proposals`] counts: mends that the host turns into text edits. Each was proved to help.
    pub proposals: Vec<Proposal>,
}

/// A mend that needs the text of the catalog to become edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// What it does.
    pub title: String,
    /// The edit.
    pub intention: Intention,
}

/// Checks a whole catalog with every rule.
#[must_use]
pub fn check(catalog: &Catalog<'_>, options: &CheckOptions) -> Report {
    let mut reporter = Reporter::default();
    for check in rules::CHECKS {
        check(catalog, &mut reporter);
    }
    upgrade::check(catalog, |rule| options.severity(rule) != Severity::Off, &mut reporter);
    let verdict = verdict::decide(&reporter.opm);
    let mut diagnostics = reporter.diagnostics;
    diagnostics.retain_mut(|diagnostic| {
        diagnostic.severity = options.severity(diagnostic.rule);
        diagnostic.severity != Severity::Off
    });
    order::sort_by(&mut diagnostics, |a, b| {
        (a.place, a.rule.code, &a.message).cmp(&(b.place, b.rule.code, &b.message))
    });
    diagnostics.dedup_by(|a, b| a.place == b.place && a.rule.id == b.rule.id && a.message == b.message);
    Report { diagnostics, verdict, proposals: reporter.proposals }
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

/// Collects findings.
#[derive(Debug)]
pub(crate) struct Reporter {
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) opm: Vec<OpmFinding>,
    pub(crate) proposals: Vec<Proposal>,
    /// What proofs of mends may still look at.
    pub(crate) proofs: usize,
    /// What may still be spent on looking for names that are almost right.
    near_left: usize,
}

/// Names compared in one check of a catalog; beyond it there are no hints, so that the work stays linear.
const NEAR_BUDGET: usize = 20_000;
/// What a search costs beside the names it compares.
const NEAR_SEARCH: usize = 50;

impl Default for Reporter {
    fn default() -> Self {
        Reporter {
            diagnostics: Vec::new(),
            opm: Vec::new(),
            proposals: Vec::new(),
            proofs: upgrade::PROOFS,
            near_left: NEAR_BUDGET,
        }
    }
}

impl Reporter {
    /// The candidate that is almost the text, as long as the budget lasts.
    pub(crate) fn near_miss<'c>(&mut self, text: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
        self.near_left = self.near_left.checked_sub(NEAR_SEARCH)?;
        let left = &mut self.near_left;
        let counted = candidates.take(*left).inspect(|_| *left = left.saturating_sub(1));
        rules::near_miss(text, counted)
    }

    /// Keeps a mend for [`Draft::propose`].
    pub(crate) fn proposal(&mut self, title: String, intention: Intention) -> usize {
        self.proposals.push(Proposal { title, intention });
        self.proposals.len().saturating_sub(1)
    }

    /// opm fails while loading.
    pub(crate) fn opm(&mut self, rule: &'static Rule, stage: Stage, text: String) {
        self.opm.push(OpmFinding { stage, rule: rule.id, text });
    }

    /// opm fails while converting.
    pub(crate) fn convert(
        &mut self,
        rule: &'static Rule,
        step: u8,
        item: usize,
        check: u8,
        element: usize,
        text: String,
    ) {
        self.opm(rule, Stage::Convert { step, item, check, element }, text);
    }

    /// opm lists this in its error tree.
    pub(crate) fn leaf(&mut self, rule: &'static Rule, leaf: Leaf, text: String) {
        self.opm(rule, Stage::Model(leaf), text);
    }
}

/// A finding being written.
pub(crate) struct Draft<'r>(&'r mut Diagnostic);

impl Reporter {
    /// Adds a finding. Severity is decided at the end.
    pub(crate) fn report(
        &mut self,
        rule: &'static Rule,
        place: Place,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Draft<'_> {
        self.diagnostics.push(Diagnostic {
            rule,
            severity: rule.severity,
            message: message.into(),
            help: help.into(),
            place,
            subject: Subject::default(),
            related: Vec::new(),
            fixes: Vec::new(),
            proposals: Vec::new(),
        });
        let last = self.diagnostics.len().saturating_sub(1);
        #[allow(clippy::indexing_slicing, reason = "the element was pushed two lines above")]
        Draft(&mut self.diagnostics[last])
    }
}

impl Draft<'_> {
    pub(crate) fn package(self, name: &str) -> Self {
        self.0.subject.package = Some(name.to_owned());
        self
    }

    pub(crate) fn channel(self, name: &str) -> Self {
        self.0.subject.channel = Some(name.to_owned());
        self
    }

    pub(crate) fn entry(self, name: &str) -> Self {
        self.0.subject.entry = Some(name.to_owned());
        self
    }

    pub(crate) fn related(self, place: Place, message: impl Into<String>) -> Self {
        self.0.related.push(Related { place, message: message.into() });
        self
    }

    pub(crate) fn propose(self, proposal: Option<usize>) -> Self {
        self.0.proposals.extend(proposal);
        self
    }

    pub(crate) fn with_fix(self, fix: Fix) -> Self {
        self.0.fixes.push(fix);
        self
    }

    /// Replaces one place by a text.
    pub(crate) fn fix(self, title: impl Into<String>, safety: Safety, place: Place, text: impl Into<String>) -> Self {
        let edits = vec![TextEdit { place, text: text.into() }];
        self.0.fixes.push(Fix { title: title.into(), safety, edits });
        self
    }
}
