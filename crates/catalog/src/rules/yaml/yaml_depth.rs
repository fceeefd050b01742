//! `yaml-depth`: Nesting deeper than 10,000 levels.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-depth", "YML011", "Nesting deeper than 10,000 levels",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "More levels of nesting than go-yaml reads (10,000).",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2. It rejects the whole catalog if it cannot read a document.",
    fix: "Flatten the document.",
    source: opm!(),
    bad: [],
    good: [{ "schema: x\n" }],
}
