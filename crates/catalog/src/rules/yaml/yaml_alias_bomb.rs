//! `yaml-alias-bomb`: Aliases that expand excessively.

use crate::rules::declare::{opm, rule};

rule! {
    /// Found by [`crate::decode::syntax_error`].
    RULE, "yaml-alias-bomb", "YML008", "Aliases that expand excessively",
    since: "0.1.0",
    catalog: Syntax, Opm, Error,
    finds: "Nested aliases that expand to far more data than the document contains.",
    why: "opm reads catalogs as YAML 1.1 with go-yaml v2. It rejects the whole catalog if it cannot read a document.",
    fix: "Write the values without aliases.",
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
