//! `yaml-directives`: A YAML directive.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-directives", "YML013", "A YAML directive",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "A line that starts with `%`, such as `%YAML 1.1`. opm splits the file at the `---` after it, which makes \
        the directive a document of its own.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2. It rejects the whole catalog if it cannot read a document.",
    fix: "Remove the directive.",
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
