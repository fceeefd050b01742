//! `yaml-tabs`: A tab used for indentation.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-tabs", "YML002", "A tab used for indentation",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "A tab character where YAML requires spaces.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2. It rejects the whole catalog if it cannot read a document.",
    fix: "Indent with spaces.",
    source: opm!(),
    bad: [{ "schema: x\nv:\n\ta: 1\n" }],
    good: [{ "schema:\tx\n" }],
}
