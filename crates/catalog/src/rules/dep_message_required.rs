//! `dep-message-required`: A deprecation without message.

use crate::model::{Catalog, Package};
use crate::report::Reporter;
use crate::rules::support::describe;
use crate::verdict::Leaf;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "dep-message-required",
    code: "FBC055",
    title: "A deprecation without message",
    docs: docs(
        r#"## What it finds
A deprecation whose `message` is empty or missing.

## Why it matters
Users would see a deprecation without a reason; opm rejects the catalog.

## How to fix
Say what to use instead.

## Source
Part of the verdict of `opm validate` (operator-registry, August 2026).
"#,
    ),
    category: Category::Deprecation,
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
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.package}}]}
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
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.package}, message: Use bar.}]}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for deprecations in &catalog.deprecation_docs {
        let Some(package) = catalog.packages.get(deprecations.doc.facts.package_name()) else { continue };
        for entry in &deprecations.body.entries {
            if entry.message.as_ref().is_some_and(|message| !message.value.is_empty()) {
                continue;
            }
            let own = entry.name.as_ref().map_or("", |text| text.value.as_str());
            let schema = entry.schema.as_ref().map_or("", |text| text.value.as_str());
            let place = deprecations.doc.place(entry.range);
            let message =
                format!("The deprecation of {} has no message. Users would not learn why.", describe(schema, own));
            out.report(&RULE, place, message, "Add `message:` and say what to use instead.").package(package.name);
            for leaf in leaves(package, schema, own) {
                out.leaf(&RULE, leaf, "invalid deprecation: message must be set".to_owned());
            }
        }
    }
}

fn leaves(package: &Package<'_>, schema: &str, name: &str) -> Vec<Leaf> {
    match schema {
        "olm.package" => vec![Leaf::package(package.name, 4)],
        "olm.channel" => vec![Leaf::channel(package.name, name, 3)],
        "olm.bundle" => {
            let homes = package
                .channels
                .iter()
                .filter(|(_, channel)| channel.body.entries.iter().any(|e| e.own_name() == name));
            homes.map(|(channel, _)| Leaf::bundle(package.name, channel, name, 6)).collect()
        }
        _ => Vec::new(),
    }
}
