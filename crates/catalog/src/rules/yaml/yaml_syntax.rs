//! `yaml-syntax`: YAML that cannot be parsed.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-syntax", "YML001", "YAML that cannot be parsed",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "Text that is no YAML: wrong indentation, a missing colon, bracket or quote.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.",
    fix: "Correct the text at the place shown.",
    source: opm!(),
    bad: [{ "\
schema: x
  name: [a
" }],
    good: [{ "schema: x\n" }],
}
