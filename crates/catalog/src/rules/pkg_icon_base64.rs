//! `pkg-icon-base64`: An icon that is no base64.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "pkg-icon-base64",
    code: "FBC007",
    title: "An icon that is no base64",
    docs: docs(
        r#"## What it finds
`icon.base64data` that cannot be decoded: wrong alphabet, missing padding, blanks.

## Why it matters
opm fails to load the catalog.

## How to fix
Encode the image again.

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
{schema: olm.package, name: foo, defaultChannel: stable, icon: {base64data: aGVsbG8, mediatype: image/png}}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "c.yaml",
                r#"---
{schema: olm.package, name: foo, defaultChannel: stable, icon: {base64data: aGVsbG8=, mediatype: bogus}}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
"#,
            )],
        },
    ]),
};
