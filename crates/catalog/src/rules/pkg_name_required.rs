//! `pkg-name-required`: A package without name.

use crate::model::Catalog;
use crate::report::Reporter;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "pkg-name-required",
    code: "FBC009",
    title: "A package without name",
    docs: docs(
        r#"## What it finds
An `olm.package` with an empty or missing name.

## Why it matters
opm rejects the catalog; nothing can refer to the package.

## How to fix
Add `name:`.

## Source
Part of the verdict of `opm validate` (operator-registry, August 2026).
"#,
    ),
    category: Category::Reference,
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
{schema: olm.package, defaultChannel: stable}
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
{schema: olm.package, name: foo, defaultChannel: stable}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, package) in catalog.package_docs.iter().enumerate() {
        if package.doc.facts.own_name().is_empty() {
            out.report(
                &RULE,
                package.doc.name_place(),
                "This package has no name. Channels and bundles cannot belong to it.",
                "Add `name:`.",
            );
            out.convert(&RULE, 1, item, 0, 0, "config contains package with no name".to_owned());
        }
    }
}
