//! Findings.

use olmkit_api::{EdgeField, Enforcement, RuleSeverity as Severity, Safety, Semantics};

use crate::fix::{Fix, TextEdit};
use crate::place::Place;
use crate::rule::Rule;
use crate::suite::{BundleProfile, Said, Suite};

/// The object that a finding is about. Empty strings where not applicable.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subject {
    /// Package name.
    pub package: Option<String>,
    /// Channel name.
    pub channel: Option<String>,
    /// Channel entry or bundle name.
    pub entry: Option<String>,
    /// The edge field of the entry whose value is wrong.
    pub field: Option<EdgeField>,
    /// Under which semantics the versions are stranded.
    pub stranded: Option<Semantics>,
    /// Name of the catalog, where several are checked together.
    pub catalog: Option<String>,
    /// The bundles that share the finding, where there may be several.
    pub bundles: Vec<String>,
}

/// A related place that explains a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub place: Place,
    /// A label, such as "another head".
    pub message: String,
}

/// A proposal of a report: its index in the report's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProposalId(pub usize);

/// One finding.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// Severity under the profile of the run.
    pub severity: Severity,
    /// The message: what is wrong and why it matters.
    pub message: String,
    /// The help: how to fix it.
    pub help: String,
    /// The position of the problem.
    pub place: Place,
    /// The object that it is about.
    pub subject: Subject,
    /// Related places that explain it.
    pub related: Vec<Related>,
    /// Its fixes, the best first.
    pub fixes: Vec<Fix>,
    /// Proposals of the report: fixes that the host converts to text edits.
    pub proposals: Vec<ProposalId>,
    /// The upstream tools that report it. Rules about bundles take their severity from here.
    pub said: Vec<Said>,
    /// Whether a comment suppresses it. The verdicts of tools still count it.
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
            said: Vec::new(),
            suppressed: false,
        }
    }

    /// Adds a tool that reports it, with the severity of the rule.
    pub fn say(&mut self, suite: Suite, text: impl Into<String>) -> &mut Self {
        let listed = self.rule.suites.iter().find(|(known, _)| *known == suite);
        let severity = listed.map_or(self.rule.severity, |(_, severity)| *severity);
        self.say_as(suite, severity, text)
    }

    /// Adds a tool that reports it, with this severity.
    pub fn say_as(&mut self, suite: Suite, severity: Severity, text: impl Into<String>) -> &mut Self {
        self.said.push(Said { suite, severity, text: text.into() });
        self
    }

    /// Adds a related place, unless it is already listed.
    pub fn related(&mut self, place: Place, message: impl Into<String>) -> &mut Self {
        if !self.related.iter().any(|related| related.place == place) {
            self.related.push(Related { place, message: message.into() });
        }
        self
    }

    /// Adds a fix that replaces one place with a text. Only the first fix is kept.
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

    /// The severity in a bundle profile. `None` if none of its tools reports it.
    #[must_use]
    pub fn severity_of_bundles(&self, profile: BundleProfile) -> Option<Severity> {
        self.severity_of_suites(profile, &[])
    }

    /// The same for a selection of suites; an empty one selects all.
    #[must_use]
    pub fn severity_of_suites(&self, profile: BundleProfile, suites: &[Suite]) -> Option<Severity> {
        let asked = self.said.iter().filter(|said| profile.asks_for(said.suite, suites));
        asked.map(|said| profile.severity(said.suite, said.severity)).max()
    }

    /// Whether opm, operator-sdk or operator-framework/api reject the input because of it. Neither a comment nor a
    /// baseline can hide such a finding.
    #[must_use]
    pub fn decides(&self) -> bool {
        self.rule.enforcement == Enforcement::Opm
            || self.said.iter().any(|said| said.severity == Severity::Error && said.suite.decides())
    }
}
