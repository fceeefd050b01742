//! `# olmkit-ignore RULE: reason` comments, which suppress findings.

use olmkit_catalog::suppressions;
use olmkit_diagnostics::{Covered, Place, Safety, Suite, Suppression, rule};
use olmkit_yaml::{TextRange, TextSize};

use crate::input::File;
use crate::model::Bundle;
use crate::rules::by_id;
use crate::sample::CSV;
use crate::sink::Sink;
use crate::target::Target;

rule! {
    COMMENT, "bundle-ignore-comment", "BDL015", "A comment that suppresses nothing",
    since: "0.1.0",
    bundle: [Olmkit Warning],
    finds: "An `olmkit-ignore` comment that names no rule or an unknown one, gives no reason, suppresses no finding, \
or names a finding for which opm, operator-sdk or operator-framework/api rejects the bundle.",
    why: "The comment has no effect. The reason tells the next reader why the finding is acceptable. A finding for \
which a tool rejects the bundle cannot be suppressed, because the bundle cannot be published.",
    fix: "Write `# olmkit-ignore RULE: reason`. Separate several rules with commas.",
    source: "olmkit.",
    bad: [(CSV, "  minKubeVersion: 1.20.0\n", "# olmkit-ignore csv-minkube-missing\n"),
        (CSV, "  displayName: Foo\n", "  displayName: Foo # olmkit-ignore hub-icon-missing: later\n"),
        (CSV, "spec:\n", "spec: # olmkit-ignore no-such-rule: why not\n")],
    good: [(CSV, "    - name: foos.ex.com\n      version: v1\n      kind: Foo\n      description: A foo\n",
        "    # olmkit-ignore gp-crd-description: it speaks for itself\n    - name: foos.ex.com\n      version: v1\n      kind: Foo\n")],
}

/// A suppression comment with its places in the bundle.
struct Comment {
    of: Suppression,
    place: Place,
    removal: Place,
    name: Place,
    covers: Place,
}

/// Marks suppressed findings, and reports comments that have no effect.
pub(crate) fn apply(bundle: &Bundle<'_>, sink: &mut Sink) {
    let comments: Vec<Comment> = bundle.own().flat_map(comments).collect();
    if comments.is_empty() {
        return;
    }
    let covered = Covered::new(comments.iter().map(|comment| Some((effective(comment)?, comment.covers))));
    let mut is_used = vec![false; comments.len()];
    for finding in sink.findings.iter_mut().filter(|finding| !finding.rejects()) {
        let innermost = covered.innermost(finding.rule.code, finding.place);
        if let Some(used) = innermost.and_then(|at| is_used.get_mut(at)) {
            (*used, finding.suppressed) = (true, true);
        }
    }
    let unused = comments.iter().zip(is_used).filter(|(comment, is_used)| !is_used && !is_about_images(comment));
    let unused: Vec<&Comment> = unused.map(|(comment, _)| comment).collect();
    for names in unused.chunk_by(|a, b| a.place == b.place) {
        for comment in names {
            let message = problem(comment);
            let mut to = Target { sink, suite: Suite::Olmkit };
            let found = to.found(&COMMENT, comment.place, message, "Write `# olmkit-ignore RULE: reason`.", "");
            if let Some(finding) = found {
                let (title, place) = comment.of.fix(names.len(), comment.removal, comment.name);
                finding.fix(title, Safety::Safe, place, "");
            }
        }
    }
}

/// The rules that comments with a reason suppress at a place.
pub(crate) fn suppressed(bundle: &Bundle<'_>, place: Place) -> Vec<String> {
    let files = bundle.own().filter(|file| file.id == place.file);
    let of_place = files.flat_map(comments).filter(|comment| comment.of.has_reason);
    let covering = of_place.filter(|comment| comment.covers.range.contains(place.range.start()));
    covering.map(|comment| comment.of.rule).collect()
}

fn comments<'b>(file: &'b File<'_>) -> impl Iterator<Item = Comment> + 'b {
    file.documents.iter().flat_map(move |document| {
        let moved = |at: TextSize| at.checked_add(document.offset).unwrap_or(at);
        let place = move |range: TextRange| Place {
            file: file.id,
            range: TextRange::new(moved(range.start()), moved(range.end())),
        };
        suppressions(document).into_iter().map(move |of| {
            let (own, removal, name, covers) = (place(of.range), place(of.removal), place(of.name), place(of.covers));
            Comment { of, place: own, removal, name, covers }
        })
    })
}

/// Whether the comment seems to name an image rule. The findings of image rules are not part of this report.
fn is_about_images(comment: &Comment) -> bool {
    let name = comment.of.rule.as_str();
    comment.of.has_reason && by_id(name).is_none() && (name.starts_with("IMG0") || name.starts_with("image-"))
}

/// The code of the rule that the comment names, if the comment can have an effect.
fn effective(comment: &Comment) -> Option<&'static str> {
    comment.of.has_reason.then(|| by_id(&comment.of.rule))?.map(|rule| rule.code)
}

/// Why a comment has no effect.
fn problem(comment: &Comment) -> String {
    let name = comment.of.rule.as_str();
    if name.is_empty() {
        return "The comment names no rule, so it has no effect.".to_owned();
    }
    let Some(rule) = by_id(name) else {
        return format!("Unknown rule `{name}` for bundles. The comment has no effect.");
    };
    let id = rule.id;
    if !comment.of.has_reason {
        return format!("The comment gives no reason for suppressing `{id}`, so it has no effect.");
    }
    format!("`{id}` reports nothing here that a comment can suppress. The comment has no effect.")
}
