//! `ignore-comment`: An `olmkit-ignore` comment that has no effect.

use olmkit_diagnostics::{Enforcement, Suppression};

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::rules::{all, by_id};

rule! {
    RULE, "ignore-comment", "FBC191", "An `olmkit-ignore` comment that has no effect",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Warning,
    finds: "An `olmkit-ignore` comment that names no rule, an unknown rule or a rule of opm's verdict, or that gives \
        no reason.",
    why: "The comment suppresses nothing. The reason tells the next reader why the problem is acceptable. Problems \
        that make opm reject the catalog cannot be suppressed, because such a catalog cannot be served.",
    fix: "Write `# olmkit-ignore RULE: reason`. Separate several rules with commas.",
    source: "olmkit.",
    bad: [
        { foo!("- name: foo.v1.0.0 # olmkit-ignore skips-unknown\n"; "1.0.0") }
        { foo!("- name: foo.v1.0.0 # olmkit-ignore channel-no-head: we know\n"; "1.0.0") }
    ],
    good: [{ foo!("\
- name: foo.v1.0.0
  skipRange: '>=2.0.0 <1.0.0' # olmkit-ignore skiprange-never: released so
# olmkit-ignore dep-pinned: held back on purpose
"; "1.0.0") }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for doc in &catalog.docs {
        for comment in &doc.facts.suppressions {
            if let Some(message) = problem(comment, out) {
                let help = "Write `# olmkit-ignore RULE: reason`.";
                out.report(&RULE, doc.place(comment.range), message, help);
            }
        }
    }
}

fn problem(comment: &Suppression, out: &mut Reporter) -> Option<String> {
    let name = comment.rule.as_str();
    if name.is_empty() {
        return Some("The comment names no rule.".to_owned());
    }
    let id = match by_id(name) {
        Some(rule) if rule.enforcement == Enforcement::Opm => {
            return Some(format!("`{}` is part of opm's verdict and cannot be ignored.", rule.id));
        }
        Some(rule) => rule.id,
        None if is_of_another_report(name) => name,
        None => {
            let near = out.near_miss(name, &mut all().iter().map(|rule| rule.id));
            let near = near.map_or_else(String::new, |near| format!(" Did you mean `{near}`?"));
            return Some(format!("Unknown rule `{name}`.{near}"));
        }
    };
    (!comment.has_reason).then(|| format!("The comment gives no reason for suppressing `{id}`."))
}

/// Whether a name looks like a rule about dependencies or images. These rules are not part of this report.
fn is_of_another_report(name: &str) -> bool {
    matches!(name.get(..4), Some("DEP0" | "dep-" | "cat-" | "crd-" | "IMG0")) || name.starts_with("image-")
}
