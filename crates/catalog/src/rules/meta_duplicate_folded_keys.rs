//! `meta-duplicate-folded-keys`: Keys that differ only in case.

use crate::rules::declare::{opm, rule};

rule! {
    RULE, "meta-duplicate-folded-keys", "FBC003", "Keys that differ only in case",
    since: "0.1.0",
    catalog: Schema, Opm, Error,
    finds: "Two top-level keys that are equal when case is ignored.",
    why: "opm cannot tell which one counts and rejects the catalog.",
    fix: "Keep one.",
    source: opm!(),
    bad: [{ "\
---
{schema: olm.package, name: foo, defaultChannel: stable}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
---
{schema: x, a: 1, A: 2}
" }],
    good: [{ "\
---
{schema: olm.package, name: foo, defaultChannel: stable}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
---
{schema: x, v: {a: 1, A: 2}}
" }],
}
