//! `ch-skips-empty`: An empty skip.

use crate::model::Catalog;
use crate::report::Reporter;
use crate::verdict::Leaf;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "ch-skips-empty",
    code: "FBC022",
    title: "An empty skip",
    docs: docs(
        r#"## What it finds
An element of `skips` that is empty or null.

## Why it matters
opm rejects the catalog.

## How to fix
Remove the element, or name an entry.

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
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1, skips: [""]}]}
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
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1, skips: [gone]}]}
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
            for entry in &channel.body.entries {
                let empty = entry.skips.iter().enumerate().filter(|(_, skip)| skip.value.is_empty());
                for (at, skip) in empty {
                    let message = format!("An element of `skips` of `{}` is empty.", entry.own_name());
                    out.report(&RULE, channel.doc.place(skip.range), message, "Remove it, or name an entry.")
                        .package(package.name)
                        .channel(name)
                        .entry(entry.own_name());
                    let leaf = Leaf { element: at, ..Leaf::bundle(package.name, name, entry.own_name(), 2) };
                    out.leaf(&RULE, leaf, format!("skip[{at}] is empty"));
                }
            }
        }
    }
}
