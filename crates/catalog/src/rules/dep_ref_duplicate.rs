//! `dep-ref-duplicate`: The same thing deprecated twice.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};
use std::collections::HashSet;

use crate::go_quote;
use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::element;
use crate::rules::support::{describe, go_reference};

/// The rule.
pub static RULE: Rule = Rule {
    id: "dep-ref-duplicate",
    code: "FBC050",
    title: "The same thing deprecated twice",
    docs: docs(
        r#"## What it finds
Two entries of `olm.deprecations` with the same reference.

## Why it matters
opm rejects the catalog.

## How to fix
Keep one.

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
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.package}, message: m}, {reference: {schema: olm.package}, message: m}]}
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
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.package}, message: m}]}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, deprecations) in catalog.deprecation_docs.iter().enumerate() {
        let (doc, name) = (&deprecations.doc, deprecations.doc.facts.package_name());
        let Some(package) = catalog.packages.get(name) else { continue };
        let mut seen = HashSet::new();
        for (at, entry) in deprecations.body.entries.iter().enumerate() {
            let schema = entry.schema.as_ref().map_or("", |text| text.value.as_str());
            let own = entry.name.as_ref().map_or("", |text| text.value.as_str());
            if schema.is_empty() || seen.insert((schema, own)) {
                continue;
            }
            let message = format!("{} is deprecated twice.", describe(schema, own));
            out.report(&RULE, doc.place(entry.range), message, "Keep one of the two entries.").package(package.name);
            let reference = go_reference(schema, own);
            let text = format!("duplicate deprecation entry {reference} for package {}", go_quote(name));
            out.convert(&RULE, 6, item, 3, element(at, 1), text);
        }
    }
}
