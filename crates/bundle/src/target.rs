//! The tool on whose behalf a rule runs.

use olmkit_diagnostics::{Diagnostic, Place, Rule, Severity, Suite};

use crate::go::Api;
use crate::sink::Sink;

/// A tool that runs rules, and the sink for its findings.
pub(crate) struct Target<'s> {
    pub(crate) sink: &'s mut Sink,
    pub(crate) suite: Suite,
}

impl<'s> Target<'s> {
    pub(crate) fn new(sink: &'s mut Sink, suite: Suite) -> Self {
        Target { sink, suite }
    }

    /// The version of operator-framework/api that the tool contains.
    pub(crate) fn api(&self) -> Api {
        if self.suite == Suite::Sdk { Api::Released } else { Api::Newest }
    }

    /// Reports a finding of the tool. Returns `None` if the tool does not have the rule.
    pub(crate) fn found(
        &mut self,
        rule: &'static Rule,
        place: Place,
        message: impl Into<String>,
        help: impl Into<String>,
        upstream: impl Into<String>,
    ) -> Option<&mut Diagnostic> {
        let (_, severity) = rule.suites.iter().find(|(suite, _)| *suite == self.suite)?;
        Some(self.sink.report(rule, place, message, help).reported_as(self.suite, *severity, upstream))
    }

    /// Like [`found`](Self::found), with a severity that depends on the bundle.
    pub(crate) fn found_as(
        &mut self,
        severity: Severity,
        rule: &'static Rule,
        place: Place,
        message: impl Into<String>,
        help: impl Into<String>,
        upstream: impl Into<String>,
    ) -> Option<&mut Diagnostic> {
        rule.suites.iter().find(|(suite, _)| *suite == self.suite)?;
        Some(self.sink.report(rule, place, message, help).reported_as(self.suite, severity, upstream))
    }
}
