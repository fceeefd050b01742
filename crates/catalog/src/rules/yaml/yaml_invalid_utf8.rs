//! `yaml-invalid-utf8`: Text that is not UTF-8.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-invalid-utf8", "YML004", "Text that is not UTF-8",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "Bytes in a YAML document that are not valid UTF-8.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2. It rejects the whole catalog if it cannot read a document.",
    fix: "Save the file as UTF-8.",
    source: opm!(),
    bad: [],
    good: [{ "schema: x\n" }],
}
