//! `dep-ref-schema-known`: A deprecation of something else.

use crate::go_quote;
use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::element;
use crate::rules::support::go_reference;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "dep-ref-schema-known",
    code: "FBC054",
    title: "A deprecation of something else",
    docs: docs(
        r#"## What it finds
A reference with another schema than `olm.package`, `olm.channel` or `olm.bundle`.

## Why it matters
opm rejects the catalog.

## How to fix
Correct the schema.

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
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.zzz, name: x}, message: m}]}
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
        for (at, entry) in deprecations.body.entries.iter().enumerate() {
            let schema = entry.schema.as_ref().map_or("", |text| text.value.as_str());
            let own = entry.name.as_ref().map_or("", |text| text.value.as_str());
            if schema.is_empty() || matches!(schema, "olm.package" | "olm.channel" | "olm.bundle") {
                continue;
            }
            let message = format!("Only packages, channels and bundles can be deprecated, not `{schema}`.");
            let range = entry.schema.as_ref().map_or(entry.range, |text| text.range);
            let help = "Write `olm.package`, `olm.channel` or `olm.bundle`.";
            out.report(&RULE, doc.place(range), message, help).package(package.name);
            let reference = go_reference(schema, own);
            let text = format!(
                "cannot deprecate object {reference} referenced by entry {at} for package {}: object schema unknown",
                go_quote(name)
            );
            out.convert(&RULE, 6, item, 3, element(at, 2), text);
        }
    }
}
