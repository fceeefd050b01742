//! `yaml-directives`: A YAML directive.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-directives", "YML013", "A YAML directive",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "Lines that start with `%`, such as `%YAML 1.1`. opm splits at the `---` after it and cannot read the rest.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.",
    fix: "Remove the line.",
    source: opm!(),
    bad: [{ "\
%YAML 1.1
---
schema: x
" }],
    good: [{ "\
---
schema: x
" }],
}
