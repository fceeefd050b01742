//! Counts findings by their subject.

use olmkit_collections::Table;
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

    /// Counts the findings for each key. Findings without a key are not counted.
    pub(crate) fn by<'d, K: Eq + Hash>(
        diagnostics: &'d [Diagnostic],
        key: impl Fn(&'d Diagnostic) -> Option<K>,
    ) -> Table<K, Counts> {
        let mut counts: Table<K, Counts> = Table::default();
        for diagnostic in diagnostics {
            if let Some(key) = key(diagnostic) {
                counts.or_insert_with(key, Default::default).add(diagnostic.severity);
            }
        }
        counts
    }
}
