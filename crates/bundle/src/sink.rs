//! What rules report.

use std::collections::HashMap;

use olmkit_diagnostics::{Diagnostic, Fix, Place, Related, Safety, Severity, Subject, TextEdit};

use crate::rule::BundleRule;
use crate::suite::{BundleProfile, Suite};

/// What one tool says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The tool.
    pub suite: Suite,
    /// How severe it says it is.
    pub severity: Severity,
    /// Its own words, as near as they can be known.
    pub text: String,
}

/// One finding and the tools behind it.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The rule.
    pub rule: &'static BundleRule,
    /// Where the fix goes.
    pub place: Place,
    /// What is wrong, in the user's names.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// Who says so.
    pub said: Vec<Said>,
    /// Places that explain it.
    pub related: Vec<Related>,
    /// Its fixes.
    pub fixes: Vec<Fix>,
    /// Whether a comment says not to report it. What the tools say stays as it is.
    pub ignored: bool,
}

impl Finding {
    /// A tool says so, as severe as the rule's table has it.
    pub(crate) fn say(&mut self, suite: Suite, text: impl Into<String>) -> &mut Self {
        let table = self.rule.suites.iter().find(|(known, _)| *known == suite);
        let severity = table.map_or(self.rule.rule.severity, |(_, severity)| *severity);
        self.say_as(suite, severity, text)
    }

    /// A tool says so, this severe.
    pub(crate) fn say_as(&mut self, suite: Suite, severity: Severity, text: impl Into<String>) -> &mut Self {
        self.said.push(Said { suite, severity, text: text.into() });
        self
    }

    /// One more place that explains it.
    pub(crate) fn related(&mut self, place: Place, message: impl Into<String>) -> &mut Self {
        if !self.related.iter().any(|related| related.place == place) {
            self.related.push(Related { place, message: message.into() });
        }
        self
    }

    /// Replaces one place by a text.
    pub(crate) fn fix(
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

    /// Its severity in a profile; nothing when the profile asks none of the tools.
    #[must_use]
    pub fn severity(&self, profile: BundleProfile) -> Option<Severity> {
        self.severity_in(profile, &[])
    }

    /// Its severity in a profile when only some suites are asked; none given: all of the profile.
    #[must_use]
    pub fn severity_in(&self, profile: BundleProfile, suites: &[Suite]) -> Option<Severity> {
        let asked = self.said.iter().filter(|said| profile.asks_for(said.suite, suites));
        asked.map(|said| profile.severity(said.suite, said.severity)).max()
    }

    /// As a diagnostic of that severity.
    #[must_use]
    pub fn diagnostic(&self, severity: Severity, package: &str, csv: &str) -> Diagnostic {
        let name = |name: &str| (!name.is_empty()).then(|| name.to_owned());
        Diagnostic {
            rule: &self.rule.rule,
            severity,
            message: self.message.clone(),
            help: self.help.clone(),
            place: self.place,
            subject: Subject { package: name(package), channel: None, entry: name(csv) },
            related: self.related.clone(),
            fixes: self.fixes.clone(),
            proposals: Vec::new(),
        }
    }
}

/// Collects findings. The same finding of several tools is one.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    pub(crate) findings: Vec<Finding>,
    known: HashMap<(&'static str, Place, String), usize>,
}

impl Sink {
    /// The finding, new or known.
    #[allow(clippy::indexing_slicing, reason = "indices come from the vector's own length; it never shrinks")]
    pub(crate) fn report(
        &mut self,
        rule: &'static BundleRule,
        place: Place,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> &mut Finding {
        let message = message.into();
        let key = (rule.rule.id, place, message.clone());
        let at = *self.known.entry(key).or_insert(self.findings.len());
        if at == self.findings.len() {
            let help = help.into();
            let (said, related, fixes) = (Vec::new(), Vec::new(), Vec::new());
            self.findings.push(Finding { rule, place, message, help, said, related, fixes, ignored: false });
        }
        &mut self.findings[at]
    }
}
