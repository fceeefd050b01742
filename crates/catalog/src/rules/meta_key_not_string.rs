//! `meta-key-not-string`: schema, package or name is not a text.

use crate::rules::declare::{opm, rule};

rule! {
    RULE, "meta-key-not-string", "FBC004", "schema, package or name is not a text",
    since: "0.1.0",
    catalog: Schema, Opm, Error,
    finds: "`schema`, `package` or `name` that YAML reads as null, a number or a boolean: `name: 4.12`, `package: y`.",
    why: "opm rejects the catalog, even where the key means nothing.",
    fix: "Quote the value.",
    source: opm!(),
    bad: [{ "\
---
{schema: olm.package, name: foo, defaultChannel: stable}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
---
{schema: x, name: 4.12}
" }],
    good: [{ r#"---
{schema: olm.package, name: foo, defaultChannel: stable}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
---
{schema: x, name: "4.12"}
"# }],
}
