//! `meta-schema-required`: A document without schema.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "meta-schema-required",
    code: "FBC005",
    title: "A document without schema",
    docs: docs(
        r#"## What it finds
A document with no `schema`, or an empty one.

## Why it matters
opm cannot know what it is.

## How to fix
Add `schema:`.

## Source
Part of the verdict of `opm validate` (operator-registry, August 2026).
"#,
    ),
    category: Category::Schema,
    enforcement: Enforcement::Opm,
    severity: Severity::Error,
    since: "0.1.0",
    examples: examples(&[
        Example {
            title: "found",
            bad: true,
            files: &[(
                "c.yaml",
                r#"---
{schema: olm.package, name: foo, defaultChannel: stable}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
---
{name: x}
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "c.yaml",
                r#"---
{schema: olm.package, name: foo, defaultChannel: stable}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
---
{schema: anything}
"#,
            )],
        },
    ]),
};
