//! `ch-duplicate`: A channel twice.

use crate::go_quote;
use crate::model::Catalog;
use crate::report::Reporter;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "ch-duplicate",
    code: "FBC018",
    title: "A channel twice",
    docs: docs(
        r#"## What it finds
The same channel of a package in two documents.

## Why it matters
opm does not merge channels and rejects the catalog.

## How to fix
Merge the entries into one document.

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
{schema: olm.channel, package: foo, name: beta, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, channel) in catalog.channel_docs.iter().enumerate() {
        let (package, name) = (channel.doc.facts.package_name(), channel.doc.facts.own_name());
        let first = catalog.packages.get(package).and_then(|package| package.channels.get(name));
        let Some(first) = first.filter(|first| first.doc.order != channel.doc.order && !name.is_empty()) else {
            continue;
        };
        let message = format!("Channel `{name}` of package `{package}` is defined twice. opm does not merge channels.");
        out.report(&RULE, channel.doc.name_place(), message, "Move its entries into the first definition.")
            .package(package)
            .channel(name)
            .related(first.doc.name_place(), "the first definition");
        out.convert(
            &RULE,
            2,
            item,
            2,
            0,
            format!("package {} has duplicate channel {}", go_quote(package), go_quote(name)),
        );
    }
}
