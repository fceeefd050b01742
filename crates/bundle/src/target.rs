//! Who is asked while a rule runs.

use olmkit_diagnostics::{Diagnostic, Place, Rule, Severity, Suite};

use crate::go::Api;
use crate::sink::Sink;

/// One tool that runs rules, and where their findings go.
pub(crate) struct Target<'s> {
    pub(crate) sink: &'s mut Sink,
    pub(crate) suite: Suite,
}

impl<'s> Target<'s> {
    pub(crate) fn new(sink: &'s mut Sink, suite: Suite) -> Self {
        Target { sink, suite }
    }

    /// The operator-framework/api that the tool contains.
    pub(crate) fn api(&self) -> Api {
        if self.suite == Suite::Sdk { Api::Released } else { Api::Newest }
    }

    /// Reports what the tool says; nothing when the tool does not know the rule.
    pub(crate) fn found(
        &mut self,
        rule: &'static Rule,
        place: Place,
        message: impl Into<String>,
        help: impl Into<String>,
        upstream: impl Into<String>,
    ) -> Option<&mut Diagnostic> {
        let (_, severity) = rule.suites.iter().find(|(suite, _)| *suite == self.suite)?;
        Some(self.sink.report(rule, place, message, help).say_as(self.suite, *severity, upstream))
    }

    /// The same with a severity that depends on the bundle.
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
        Some(self.sink.report(rule, place, message, help).say_as(self.suite, severity, upstream))
    }
}
