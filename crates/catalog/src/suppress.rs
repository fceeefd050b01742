//! Findings that comments take out of the report.

use olmkit_diagnostics::{Diagnostic, Enforcement, FileId, Fix, Place, Rule, Safety, TextEdit, TextSize, order};

use crate::facts::Suppression;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::{self, ignore_unused};

/// A comment that has an effect, at its place in the catalog.
struct Active<'c> {
    rule: &'static Rule,
    covers: Place,
    comment: Place,
    removal: Place,
    of: &'c Suppression,
    /// The one around it, of the same rule and file.
    around: Option<usize>,
    is_used: bool,
}

impl Active<'_> {
    fn key(&self) -> (&'static str, FileId, TextSize) {
        (self.rule.code, self.covers.file, self.covers.range.start())
    }

    fn has(&self, rule: &Rule, place: Place) -> bool {
        let at = place.range.start();
        self.rule.code == rule.code && self.covers.file == place.file && self.covers.range.contains(at)
    }
}

/// Takes out the findings that comments mean. What comes back are findings about comments that mean none.
pub(crate) fn apply(
    catalog: &Catalog<'_>,
    is_on: impl Fn(&Rule) -> bool,
    found: &mut Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let mut all = active(catalog);
    if all.is_empty() {
        return Vec::new();
    }
    found.retain(|diagnostic| {
        let (rule, place) = (diagnostic.rule, diagnostic.place);
        let after = all.partition_point(|one| one.key() <= (rule.code, place.file, place.range.start()));
        let mut next = after.checked_sub(1);
        while let Some(one) = next.and_then(|at| all.get_mut(at)) {
            if one.has(rule, place) {
                one.is_used = true;
                return false;
            }
            next = one.around;
        }
        true
    });
    let mut unused = Reporter::default();
    for one in all.iter().filter(|one| !one.is_used && is_on(one.rule)) {
        let message = format!("Nothing here is found by `{}`: the comment ignores nothing.", one.rule.id);
        let draft = unused.report(&ignore_unused::RULE, one.comment, message, "Remove the comment.");
        if !one.of.is_one_of_many {
            let edits = vec![TextEdit { place: one.removal, text: String::new() }];
            draft.with_fix(Fix { title: "Remove the comment".to_owned(), safety: Safety::Safe, edits });
        }
    }
    unused.diagnostics
}

/// By rule, file and place, each with the one around it.
fn active<'c>(catalog: &Catalog<'c>) -> Vec<Active<'c>> {
    let mut all = Vec::new();
    for doc in &catalog.docs {
        for of in &doc.facts.suppressions {
            let Some(rule) = effective(of) else { continue };
            let (covers, comment, removal) = (doc.place(of.covers), doc.place(of.range), doc.place(of.removal));
            all.push(Active { rule, covers, comment, removal, of, around: None, is_used: false });
        }
    }
    order::sort_by(&mut all, |a, b| (a.key(), b.covers.range.end()).cmp(&(b.key(), a.covers.range.end())));
    let mut open: Vec<usize> = Vec::new();
    for at in 0..all.len() {
        let Some((rule, place)) = all.get(at).map(|one| (one.rule, one.covers)) else { continue };
        while open.last().and_then(|last| all.get(*last)).is_some_and(|last| !last.has(rule, place)) {
            open.pop();
        }
        if let Some(one) = all.get_mut(at) {
            one.around = open.last().copied();
        }
        open.push(at);
    }
    all
}

/// The rule, if the comment has an effect: what decides opm's verdict cannot be silenced, nor anything without a reason.
fn effective(comment: &Suppression) -> Option<&'static Rule> {
    rules::by_id(&comment.rule).filter(|rule| comment.has_reason && rule.enforcement != Enforcement::Opm)
}
