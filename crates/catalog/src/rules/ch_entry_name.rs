//! `ch-entry-name`: An entry without name.

use crate::model::Catalog;
use crate::report::Reporter;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "ch-entry-name",
    code: "FBC021",
    title: "An entry without name",
    docs: docs(
        r#"## What it finds
A channel entry whose name is empty or missing.

## Why it matters
No bundle can belong to it; opm rejects the catalog.

## How to fix
Add `name:` with the name of a bundle.

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
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}, {replaces: x}]}
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
    for channel in &catalog.channel_docs {
        let (package, name) = (channel.doc.facts.package_name(), channel.doc.facts.own_name());
        let nameless = channel.body.entries.iter().filter(|entry| entry.own_name().is_empty());
        for entry in nameless {
            let message = format!("An entry of channel `{name}` has no name.");
            out.report(&RULE, channel.doc.place(entry.range), message, "Add `name:` with the name of a bundle.")
                .package(package)
                .channel(name);
        }
    }
}
