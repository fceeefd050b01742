//! `yaml-invalid-utf8`: Text that is not UTF-8.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-invalid-utf8", "YML004", "Text that is not UTF-8",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "Bytes that are no UTF-8 text in a YAML document.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.",
    fix: "Save the file as UTF-8.",
    source: opm!(),
    bad: [],
    good: [{ "schema: x\n" }],
}
