//! `ch-name-required`: A channel without name.

use crate::go_quote;
use crate::model::Catalog;
use crate::report::Reporter;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "ch-name-required",
    code: "FBC017",
    title: "A channel without name",
    docs: docs(
        r#"## What it finds
An `olm.channel` with an empty or missing name.

## Why it matters
opm rejects the catalog.

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
{schema: olm.package, name: foo, defaultChannel: stable}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.channel, package: foo, entries: [{name: foo.v1}]}
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
    for (item, channel) in catalog.channel_docs.iter().enumerate() {
        let package = channel.doc.facts.package_name();
        if channel.doc.facts.own_name().is_empty() && catalog.packages.contains_key(package) {
            let message = format!("This channel of package `{package}` has no name.");
            out.report(&RULE, channel.doc.name_place(), message, "Add `name:`.").package(package);
            out.convert(&RULE, 2, item, 1, 0, format!("package {} contains channel with no name", go_quote(package)));
        }
    }
}
