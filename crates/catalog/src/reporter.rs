//! Collects the findings of rules.

use olmkit_api::{EdgeField, Semantics, StrandedCause};
use olmkit_collections::List;
use olmkit_diagnostics::{Diagnostic, Fix, Place, ProposalId, Related, Rule, Safety, TextEdit};

use crate::edits::Intention;
use crate::proposal::Proposal;
use crate::verdict::{Leaf, OpmFinding, Stage};
use olmkit_text::{is_other_number, near_miss};

/// Collects findings.
#[derive(Debug)]
pub(crate) struct Reporter {
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) opm: Vec<OpmFinding>,
    pub(crate) proposals: List<ProposalId, Proposal>,
    /// The number of entries that verifying fixes may still visit.
    pub(crate) proofs: usize,
    /// The remaining budget for name suggestions.
    near_left: usize,
}

/// The number of entries that verifying fixes may visit in one check: less than a second of work. If the rest does not
/// suffice for each fix of a channel, its stranded versions have one fix together, or none.
pub(crate) const PROOFS: usize = 250_000;

/// The number of names that are compared in one check of a catalog. Beyond this limit there are no suggestions, so that
/// the work stays linear.
const NEAR_BUDGET: usize = 20_000;
/// The fixed cost of a search, as a number of names.
const NEAR_SEARCH: usize = 50;

impl Default for Reporter {
    fn default() -> Self {
        Reporter {
            diagnostics: Vec::new(),
            opm: Vec::new(),
            proposals: List::default(),
            proofs: PROOFS,
            near_left: NEAR_BUDGET,
        }
    }
}

impl Reporter {
    /// Creates a reporter whose findings have neither fixes nor suggestions.
    pub(crate) fn without_budgets() -> Self {
        Reporter { proofs: 0, near_left: 0, ..Reporter::default() }
    }

    /// Returns the candidate closest to the text, within the budget. Names that differ only in numbers are different
    /// versions.
    pub(crate) fn near_miss<'c>(
        &mut self,
        text: &str,
        candidates: &mut dyn Iterator<Item = &'c str>,
    ) -> Option<&'c str> {
        self.near_left = self.near_left.checked_sub(NEAR_SEARCH)?;
        let left = &mut self.near_left;
        let mut counted = candidates.take(*left).inspect(|_| *left = left.saturating_sub(1));
        near_miss(text, &mut counted).filter(|candidate| !is_other_number(text, candidate))
    }

    /// Stores a fix for [`Draft::propose`].
    pub(crate) fn proposal(&mut self, title: String, intention: Intention) -> ProposalId {
        self.proposals.push(Proposal { title, intention })
    }

    /// Records that opm fails to load a document.
    pub(crate) fn opm(&mut self, rule: &'static Rule, stage: Stage, text: String) {
        self.opm.push(OpmFinding { stage, rule: rule.id, text });
    }

    /// Records that opm fails to convert the catalog to its model.
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

    /// Records a line of opm's error tree.
    pub(crate) fn leaf(&mut self, rule: &'static Rule, leaf: Leaf, text: String) {
        self.opm(rule, Stage::Model(leaf), text);
    }
}

/// A finding that is being built.
pub(crate) struct Draft<'r>(&'r mut Diagnostic);

impl Reporter {
    /// Adds a finding. Its severity is set at the end.
    pub(crate) fn report(
        &mut self,
        rule: &'static Rule,
        place: Place,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Draft<'_> {
        self.diagnostics.push(Diagnostic::new(rule, place, message.into(), help.into()));
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

    /// Sets the edge field of the entry whose value is wrong.
    pub(crate) fn field(self, field: EdgeField) -> Self {
        self.0.subject.field = Some(field);
        self
    }

    pub(crate) fn stranded(self, semantics: Semantics, cause: StrandedCause) -> Self {
        (self.0.subject.stranded, self.0.subject.cause) = (Some(semantics), Some(cause));
        self
    }

    pub(crate) fn bundles(self, names: Vec<String>) -> Self {
        self.0.subject.bundles = names;
        self
    }

    pub(crate) fn related(self, place: Place, message: impl Into<String>) -> Self {
        self.0.related.push(Related { place, message: message.into() });
        self
    }

    pub(crate) fn propose(self, proposal: Option<ProposalId>) -> Self {
        self.0.proposals.extend(proposal);
        self
    }

    pub(crate) fn with_fix(self, fix: Fix) -> Self {
        self.0.fixes.push(fix);
        self
    }

    /// Adds a fix that replaces the text at one position.
    pub(crate) fn fix(self, title: impl Into<String>, safety: Safety, place: Place, text: impl Into<String>) -> Self {
        let edits = vec![TextEdit { place, text: text.into() }];
        self.0.fixes.push(Fix { title: title.into(), safety, edits });
        self
    }
}
