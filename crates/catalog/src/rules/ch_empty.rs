//! `ch-empty`: A channel without entries.

use crate::model::Catalog;
use crate::report::Reporter;
use crate::verdict::Leaf;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "ch-empty",
    code: "FBC020",
    title: "A channel without entries",
    docs: docs(
        r#"## What it finds
A channel whose list of entries is empty or missing.

## Why it matters
There is nothing to install from it; opm rejects the catalog.

## How to fix
Add an entry or remove the channel.

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
{schema: olm.channel, package: foo, name: beta, entries: []}
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
    for package in catalog.packages.values() {
        for (name, channel) in &package.channels {
            if !channel.body.entries.is_empty() || channel.doc.facts.is_broken() {
                continue;
            }
            let message = format!(
                "Channel `{name}` of package `{}` has no entries: nothing can be installed from it.",
                package.name
            );
            out.report(&RULE, channel.doc.name_place(), message, "Add an entry, or remove the channel.")
                .package(package.name)
                .channel(name);
            let text = "channel must contain at least one bundle".to_owned();
            out.leaf(&RULE, Leaf::channel(package.name, name, 0), text);
        }
    }
}
