//! Counting findings by what they are about.

use std::collections::HashMap;
use std::hash::Hash;

use crate::api::{Diagnostic, Severity};

/// Findings by severity.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    pub(crate) infos: usize,
}

impl Counts {
    fn add(&mut self, severity: Severity) {
        let count = match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Info => &mut self.infos,
        };
        *count = count.saturating_add(1);
    }

    /// Counts the findings for which there is a key.
    pub(crate) fn by<'d, K: Eq + Hash>(
        diagnostics: &'d [Diagnostic],
        key: impl Fn(&'d Diagnostic) -> Option<K>,
    ) -> HashMap<K, Counts> {
        let mut counts: HashMap<K, Counts> = HashMap::new();
        for diagnostic in diagnostics {
            if let Some(key) = key(diagnostic) {
                counts.entry(key).or_default().add(diagnostic.severity);
            }
        }
        counts
    }
}
