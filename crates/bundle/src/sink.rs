//! Collects the findings of the rules.

use olmkit_collections::HashMap;

use olmkit_diagnostics::{Diagnostic, Place, Rule};

/// Collects findings. The same finding of several tools is stored once.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    pub(crate) findings: Vec<Diagnostic>,
    known: HashMap<(&'static str, Place, String), usize>,
}

impl Sink {
    /// Returns the finding, adding it if it is new.
    #[allow(clippy::indexing_slicing, reason = "indices come from the vector's own length; it never shrinks")]
    pub(crate) fn report(
        &mut self,
        rule: &'static Rule,
        place: Place,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> &mut Diagnostic {
        let message = message.into();
        let key = (rule.id, place, message.clone());
        let at = *self.known.entry(key).or_insert(self.findings.len());
        if at == self.findings.len() {
            self.findings.push(Diagnostic::new(rule, place, message, help.into()));
        }
        &mut self.findings[at]
    }
}
