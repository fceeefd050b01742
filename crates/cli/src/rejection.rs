//! Why opm rejects a catalog after a change.

use olmkit_collections::SortedMap;
use olmkit_workspace::api::{Diagnostic, Report};

/// The rejection of a catalog, compared with its state before a change.
pub(crate) struct Rejection<'r> {
    /// The findings because of which opm rejects the catalog, the first one first.
    reasons: Vec<&'r Diagnostic>,
    /// Those that the state before did not have.
    pub(crate) added: Vec<&'r Diagnostic>,
    was_accepted: bool,
}

/// What a finding is about. Its message may change although its cause stays, such as the names of several heads.
type Subject<'r> = [Option<&'r str>; 4];

impl<'r> Rejection<'r> {
    /// Compares two states of a catalog. `None` if opm accepts the new one.
    pub(crate) fn of(old: &Report, new: &'r Report) -> Option<Self> {
        let rule = new.opm.first.as_deref()?;
        let mut known = SortedMap::<Subject<'_>, usize>::new();
        for found in old.diagnostics.iter().filter(|found| found.rejects) {
            let count = known.entry(subject(found)).or_default();
            *count = count.saturating_add(1);
        }
        let mut reasons: Vec<&Diagnostic> = new.diagnostics.iter().filter(|found| found.rejects).collect();
        if let Some(first) = reasons.iter().position(|found| found.rule == rule) {
            let first = reasons.remove(first);
            reasons.insert(0, first);
        }
        let mut added = reasons.clone();
        added.retain(|found| match known.get_mut(&subject(found)) {
            Some(left) if *left > 0 => {
                *left = left.saturating_sub(1);
                false
            }
            _ => true,
        });
        Some(Rejection { reasons, added, was_accepted: old.opm.accepted })
    }

    /// Whether opm accepted the catalog before, or rejected it for other reasons only.
    pub(crate) fn is_new(&self) -> bool {
        self.was_accepted || !self.added.is_empty()
    }

    /// "MESSAGE (RULE)" of the first new reason, or of the first one.
    pub(crate) fn why(&self) -> String {
        let shown = self.added.first().or(self.reasons.first());
        shown.map_or_else(String::new, |found| format!("{} ({})", found.message.trim_end_matches('.'), found.rule))
    }
}

fn subject(found: &Diagnostic) -> Subject<'_> {
    [Some(&found.rule), found.package.as_deref(), found.channel.as_deref(), found.entry.as_deref()]
}
