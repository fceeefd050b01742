//! `yaml-syntax`: YAML that cannot be parsed.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-syntax", "YML001", "YAML that cannot be parsed",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "Text that is not valid YAML: wrong indentation, a missing colon, bracket or quote.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2. It rejects the whole catalog if it cannot read a document.",
    fix: "Correct the syntax error at the reported position.",
    source: opm!(),
    bad: [{ "\
schema: x
  name: [a
" }],
    good: [{ "schema: x\n" }],
}
