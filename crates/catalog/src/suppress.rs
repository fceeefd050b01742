//! Suppresses findings by comments.

use olmkit_diagnostics::{Covered, Diagnostic, Enforcement, Fix, Place, Rule, Safety, Suppression, TextEdit};

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules;
use crate::rules::comments::ignore_unused;

/// The rule of a finding that a comment suppresses, and its message.
pub type Suppressed = (&'static str, String);

/// An effective comment with its place in the catalog.
struct Active<'c> {
    rule: &'static Rule,
    covers: Place,
    comment: Place,
    removal: Place,
    name: Place,
    of: &'c Suppression,
    is_used: bool,
}

/// Removes suppressed findings. Returns findings about unused comments for rules that were checked, and what was removed.
pub(crate) fn apply(
    catalog: &Catalog<'_>,
    was_checked: impl Fn(&Rule) -> bool,
    found: &mut Vec<Diagnostic>,
) -> (Vec<Diagnostic>, Vec<Suppressed>) {
    let mut all = active(catalog);
    if all.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let covered = Covered::new(all.iter().map(|one| Some((one.rule.code, one.covers))));
    let mut suppressed = Vec::new();
    found.retain_mut(|diagnostic| {
        let innermost = covered.innermost(diagnostic.rule.code, diagnostic.place);
        let Some(one) = innermost.and_then(|at| all.get_mut(at)) else { return true };
        one.is_used = true;
        suppressed.push((diagnostic.rule.id, std::mem::take(&mut diagnostic.message)));
        false
    });
    let mut unused = Reporter::default();
    for comment in all.chunk_by(|a, b| a.comment == b.comment) {
        let of_comment = || comment.iter().filter(|one| !one.is_used && was_checked(one.rule));
        let count = of_comment().count();
        for one in of_comment() {
            let (title, place) = one.of.fix(count, one.removal, one.name);
            let edits = vec![TextEdit { place, text: String::new() }];
            let draft = ignore_unused::report(one.rule, one.comment, &title, &mut unused);
            draft.with_fix(Fix { title, safety: Safety::Safe, edits });
        }
    }
    (unused.diagnostics, suppressed)
}

fn active<'c>(catalog: &Catalog<'c>) -> Vec<Active<'c>> {
    let mut all = Vec::new();
    for doc in &catalog.docs {
        for of in &doc.facts.suppressions {
            let Some(rule) = effective(of) else { continue };
            let (covers, comment) = (doc.place(of.covers), doc.place(of.range));
            let (removal, name) = (doc.place(of.removal), doc.place(of.name));
            all.push(Active { rule, covers, comment, removal, name, of, is_used: false });
        }
    }
    all
}

/// Returns the rule of the comment, if the comment is effective. Rules of opm's verdict cannot be suppressed, and a
/// reason is required.
fn effective(comment: &Suppression) -> Option<&'static Rule> {
    rules::by_id(&comment.rule).filter(|rule| comment.has_reason && rule.enforcement != Enforcement::Opm)
}
