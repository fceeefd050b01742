//! `yaml-alias-bomb`: Aliases that multiply a document.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-alias-bomb", "YML008", "Aliases that multiply a document",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "Aliases of aliases that would expand to far more than the document itself.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2; a document it cannot read makes it reject the whole catalog.",
    fix: "Write the values out.",
    source: opm!(),
    bad: [{ "\
schema: x
a: &a [x,x,x,x,x,x,x,x,x,x]
b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]
c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]
d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]
e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]
" }],
    good: [{ "schema: x\n" }],
}
