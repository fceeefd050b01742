//! Findings.

use olmkit_api::{EdgeField, Enforcement, RuleSeverity as Severity, Safety, Semantics, StrandedCause};

use crate::fix::{Fix, TextEdit};
use crate::place::Place;
use crate::rule::Rule;
use crate::suite::{BundleProfile, Suite, ToolReport};

/// The object of a finding. Absent parts are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subject {
    /// The package name.
    pub package: Option<String>,
    /// The channel name.
    pub channel: Option<String>,
    /// The name of the channel entry or bundle.
    pub entry: Option<String>,
    /// The field of the entry whose value is wrong.
    pub field: Option<EdgeField>,
    /// The semantics under which the versions are stranded.
    pub stranded: Option<Semantics>,
    /// The reason why they are stranded.
    pub cause: Option<StrandedCause>,
    /// The name of the catalog, if several are checked together.
    pub catalog: Option<String>,
    /// The bundles that share the finding, if there can be several.
    pub bundles: Vec<String>,
}

/// A related place that explains a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// The place.
    pub place: Place,
    /// A label, such as "another head".
    pub message: String,
}

olmkit_collections::ids! {
    /// A proposal of a report.
    pub ProposalId,
}

/// A finding.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// The rule.
    pub rule: &'static Rule,
    /// The severity under the profile of the run.
    pub severity: Severity,
    /// The message: what is wrong and why it matters.
    pub message: String,
    /// The help: how to fix it.
    pub help: String,
    /// The place of the problem.
    pub place: Place,
    /// The object.
    pub subject: Subject,
    /// Related places that explain the finding.
    pub related: Vec<Related>,
    /// The fixes, best first.
    pub fixes: Vec<Fix>,
    /// Proposals of the report: fixes that the host converts to text edits.
    pub proposals: Vec<ProposalId>,
    /// The upstream tools that report the finding. They determine the severity of findings of bundle rules.
    pub tool_reports: Vec<ToolReport>,
    /// Whether a comment suppresses the finding. The verdicts of tools still count it.
    pub suppressed: bool,
}

impl Diagnostic {
    /// A finding with only a message.
    #[must_use]
    pub fn new(rule: &'static Rule, place: Place, message: String, help: String) -> Self {
        Diagnostic {
            rule,
            severity: rule.severity,
            message,
            help,
            place,
            subject: Subject::default(),
            related: Vec::new(),
            fixes: Vec::new(),
            proposals: Vec::new(),
            tool_reports: Vec::new(),
            suppressed: false,
        }
    }

    /// Adds a tool that reports the finding, with the severity that the rule declares for it.
    pub fn reported_by(&mut self, suite: Suite, text: impl Into<String>) -> &mut Self {
        let listed = self.rule.suites.iter().find(|(known, _)| *known == suite);
        let severity = listed.map_or(self.rule.severity, |(_, severity)| *severity);
        self.reported_as(suite, severity, text)
    }

    /// Adds a tool that reports the finding, with this severity.
    pub fn reported_as(&mut self, suite: Suite, severity: Severity, text: impl Into<String>) -> &mut Self {
        self.tool_reports.push(ToolReport { suite, severity, text: text.into() });
        self
    }

    /// Adds a related place, unless it is already listed.
    pub fn related(&mut self, place: Place, message: impl Into<String>) -> &mut Self {
        if !self.related.iter().any(|related| related.place == place) {
            self.related.push(Related { place, message: message.into() });
        }
        self
    }

    /// Adds a fix that replaces the text of one place. Only the first fix is kept.
    pub fn fix(
        &mut self,
        title: impl Into<String>,
        safety: Safety,
        place: Place,
        text: impl Into<String>,
    ) -> &mut Self {
        if self.fixes.is_empty() {
            let edits = vec![TextEdit { place, text: text.into() }];
            self.fixes.push(Fix { title: title.into(), safety, edits });
        }
        self
    }

    /// The severity in a bundle profile. `None` if none of the profile's tools reports the finding.
    #[must_use]
    pub fn severity_of_bundles(&self, profile: BundleProfile) -> Option<Severity> {
        self.severity_of_suites(profile, &[])
    }

    /// Like [`Diagnostic::severity_of_bundles`], for a selection of suites; an empty list selects all suites.
    #[must_use]
    pub fn severity_of_suites(&self, profile: BundleProfile, suites: &[Suite]) -> Option<Severity> {
        let enabled = self.tool_reports.iter().filter(|tool| profile.enables(tool.suite, suites));
        enabled.map(|tool| profile.severity(tool.suite, tool.severity)).max()
    }

    /// Whether opm, operator-sdk or operator-framework/api rejects the input because of the finding. Comments and
    /// baselines cannot hide such a finding.
    #[must_use]
    pub fn rejects(&self) -> bool {
        self.rule.enforcement == Enforcement::Opm
            || self.tool_reports.iter().any(|tool| tool.severity == Severity::Error && tool.suite.decides())
    }
}
