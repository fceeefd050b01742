//! `ignore-unused`: An unused `olmkit-ignore` comment. Found by `suppress`, after all other rules.

use crate::reporter::{Draft, Reporter};
use crate::rules::declare::{foo, rule};
use olmkit_diagnostics::{Place, Rule};

rule! {
    RULE, "ignore-unused", "FBC190", "An unused `olmkit-ignore` comment",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Warning,
    finds: "An `olmkit-ignore` comment for a rule that reports no problem there. Rules that are off or \
        were not checked are not considered. While opm rejects the catalog, no comment is reported.",
    why: "The problem that the comment suppressed is fixed or has moved. An unused comment hides the next problem that \
        the rule finds.",
    fix: "Remove the comment, or the name of the rule if it names others too, or move it. At the end of a line it covers the line. On a line of its own it covers the \
        field or list item that starts on the next line, or, before the first field, the whole document.",
    source: "olmkit.",
    bad: [{ foo!("- name: foo.v1.0.0 # olmkit-ignore skiprange-never: released so\n"; "1.0.0") }],
    good: [{ foo!("\
# olmkit-ignore skiprange-never: released so, and the channel is at its end
- name: foo.v1.0.0
  skipRange: '>=2.0.0 <1.0.0'
"; "1.0.0") }],
}

/// Reports a comment for a rule without findings there. `fix` is the title of the fix.
pub(crate) fn report<'r>(of: &Rule, comment: Place, fix: &str, out: &'r mut Reporter) -> Draft<'r> {
    let message = format!("`{}` reports no problem here, so the comment has no effect on it.", of.id);
    out.report(&RULE, comment, message, format!("{fix}."))
}
