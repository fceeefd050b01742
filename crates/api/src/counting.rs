//! Counts of findings.

use super::report::{Diagnostic, Report, Severity, Summary};

impl Summary {
    /// Counts findings. All other counts are 0.
    #[must_use]
    pub fn of(diagnostics: &[Diagnostic]) -> Self {
        let mut counts = Summary::default();
        for found in diagnostics {
            let count = match found.severity {
                Severity::Error => &mut counts.errors,
                Severity::Warning => &mut counts.warnings,
                Severity::Info => &mut counts.infos,
            };
            *count = count.saturating_add(1);
        }
        counts
    }
}

impl Report {
    /// Counts the findings again after they changed.
    pub fn count_again(&mut self) {
        let Summary { errors, warnings, infos, .. } = Summary::of(&self.diagnostics);
        self.summary = Summary { errors, warnings, infos, ..self.summary };
    }
}
