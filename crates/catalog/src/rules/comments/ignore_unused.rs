//! `ignore-unused`: A comment that ignores nothing. It is found when all other findings are known: `suppress`.

use crate::reporter::{Draft, Reporter};
use crate::rules::declare::{foo, rule};
use olmkit_diagnostics::{Place, Rule};

rule! {
    RULE, "ignore-unused", "FBC190", "A comment that ignores nothing",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Warning,
    finds: "An `olmkit-ignore` comment for a rule that finds nothing there. A rule that is off in this run is not \
        missed.",
    why: "The finding that the comment suppresses is fixed, or is elsewhere. An unused comment hides the next finding of the rule.",
    fix: "Remove the comment, or move it: at the end of a line it covers the line; on a line of its own it covers the \
        field or list item that begins below, and above the first field of a document the whole document.",
    source: "olmkit.",
    bad: [{ foo!("- name: foo.v1.0.0 # olmkit-ignore skiprange-never: released so\n"; "1.0.0") }],
    good: [{ foo!("\
# olmkit-ignore skiprange-never: released so, and the channel is at its end
- name: foo.v1.0.0
  skipRange: '>=2.0.0 <1.0.0'
"; "1.0.0") }],
}

/// Reports a comment that means a rule without findings there.
pub(crate) fn report<'r>(of: &Rule, comment: Place, out: &'r mut Reporter) -> Draft<'r> {
    let message = format!("Nothing here is found by `{}`: the comment ignores nothing.", of.id);
    out.report(&RULE, comment, message, "Remove the comment.")
}
