//! `catalog-empty`: A catalog without documents.

use olmkit_diagnostics::Rule;

use crate::rules::declare::rule;

rule! {
    RULE, "catalog-empty", "FBC193", "A catalog without documents",
    since: "0.1.0",
    catalog: Schema, Olmkit, Warning,
    finds: "A directory, or standard input, without a catalog document.",
    why: "opm accepts it, so a wrong path or a failed command before it looks like a valid catalog.",
    fix: "Check the path, and the command that writes the catalog.",
    source: "olmkit; opm accepts it.",
    bad: [],
    good: [{ "schema: x\n" }],
}

/// Returns the rule with its message and help. Hosts report it at a path that they know, because there is no file for
/// it.
#[must_use]
pub fn empty() -> (&'static Rule, &'static str, &'static str) {
    (&RULE, "No catalog document was found.", "Check the path, and the command that writes the catalog.")
}
