//! `dep-package-no-name`: A package deprecation with a name.

use crate::go_quote;
use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::element;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "dep-package-no-name",
    code: "FBC053",
    title: "A package deprecation with a name",
    docs: docs(
        r#"## What it finds
A deprecation of the package (`schema: olm.package`) with a `name`.

## Why it matters
opm rejects the catalog: the package is known from the document.

## How to fix
Remove `name` from the reference.

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
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.package, name: foo}, message: m}]}
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
            if schema != "olm.package" || own.is_empty() {
                continue;
            }
            let message = format!("A deprecation of the package must not name it; here stands `{own}`.");
            let range = entry.name.as_ref().map_or(entry.range, |text| text.range);
            out.report(&RULE, doc.place(range), message, "Remove `name` from the reference.").package(package.name);
            let text = format!(
                "package name must be empty for deprecated package {} (specified {})",
                go_quote(name),
                go_quote(own)
            );
            out.convert(&RULE, 6, item, 3, element(at, 2), text);
        }
    }
}
