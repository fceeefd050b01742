//! `json-type-mismatch`: A value of the wrong type.

use crate::rules::declare::{opm, rule};

rule! {
    RULE, "json-type-mismatch", "FBC006", "A value of the wrong type",
    since: "0.1.0",
    catalog: Schema, Opm, Error,
    finds: "A field of a package, channel, bundle or deprecation with a value of another type than OLM wants: \
        `description: 1`, `skips: foo.v1`.",
    why: "opm fails to load the catalog.",
    fix: "Write the type that the message names; quote numbers and booleans that are meant as text.",
    source: opm!(),
    bad: [{ "\
---
{schema: olm.package, name: foo, defaultChannel: stable, description: 1}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
" }],
    good: [{ r#"---
{schema: olm.package, name: foo, defaultChannel: stable, description: "1"}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
"# }],
}
