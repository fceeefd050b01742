//! Who is asked while a rule runs.

use olmkit_diagnostics::{Diagnostic, Place, Rule, Severity, Suite};

use crate::sink::Sink;
/// One tool that runs rules, and where their findings go.
pub(crate) struct Target<'s> {
    pub(crate) sink: &'s mut Sink,
    pub(crate) suite: Suite,
    /// Whether operator-framework/api is the newest one, not the one in the released operator-sdk.
    pub(crate) head: bool,
}

impl Target<'_> {
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
