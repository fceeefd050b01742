//! A finding and what can be done about it.

use crate::fix::{Fix, Safety, TextEdit};
use crate::place::Place;
use crate::rule::{Enforcement, Rule};
use crate::severity::Severity;
use crate::suite::{BundleProfile, Said, Suite};

/// What a finding is about, in the user's names. Empty where it does not apply.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Subject {
    /// Package name.
    pub package: Option<String>,
    /// Channel name.
    pub channel: Option<String>,
    /// Channel entry or bundle name.
    pub entry: Option<String>,
    /// Name of the catalog, where several are checked together.
    pub catalog: Option<String>,
    /// The bundles that share the finding, where there may be several.
    pub bundles: Vec<String>,
}

/// One more place that explains a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub place: Place,
    /// What is there: "the other head".
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
    /// What is wrong, in the user's names, and why it matters.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// Where the fix goes.
    pub place: Place,
    /// What it is about.
    pub subject: Subject,
    /// Places that explain it.
    pub related: Vec<Related>,
    /// Its fixes, the best first.
    pub fixes: Vec<Fix>,
    /// The report's proposals for it: fixes that still have to be turned into text edits.
    pub proposals: Vec<ProposalId>,
    /// The upstream tools that report it. Rules about bundles take their severity from here.
    pub said: Vec<Said>,
    /// Whether a comment suppresses it. The verdicts of tools still count it.
    pub suppressed: bool,
}

impl Diagnostic {
    /// A finding with nothing but its message yet.
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

    /// A tool reports it, as severe as its rule says.
    pub fn say(&mut self, suite: Suite, text: impl Into<String>) -> &mut Self {
        let listed = self.rule.suites.iter().find(|(known, _)| *known == suite);
        let severity = listed.map_or(self.rule.severity, |(_, severity)| *severity);
        self.say_as(suite, severity, text)
    }

    /// A tool reports it, this severe.
    pub fn say_as(&mut self, suite: Suite, severity: Severity, text: impl Into<String>) -> &mut Self {
        self.said.push(Said { suite, severity, text: text.into() });
        self
    }

    /// One more place that explains it. Places are listed once.
    pub fn related(&mut self, place: Place, message: impl Into<String>) -> &mut Self {
        if !self.related.iter().any(|related| related.place == place) {
            self.related.push(Related { place, message: message.into() });
        }
        self
    }

    /// Replaces one place by a text. Only the first fix is kept.
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

    /// The severity that the tools of a profile of bundles give it; nothing when none of them reports it.
    #[must_use]
    pub fn severity_of_bundles(&self, profile: BundleProfile) -> Option<Severity> {
        self.severity_of_suites(profile, &[])
    }

    /// The same when only some suites of the profile are asked; none given: all of them.
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
