//! `dep-one-per-package`: Two deprecation documents for a package.

use crate::go_quote;
use crate::model::Catalog;
use crate::report::Reporter;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "dep-one-per-package",
    code: "FBC048",
    title: "Two deprecation documents for a package",
    docs: docs(
        r#"## What it finds
More than one `olm.deprecations` for a package, in any files.

## Why it matters
opm rejects the catalog.

## How to fix
Merge them.

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
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.package}, message: m}]}
---
{schema: olm.deprecations, package: foo, entries: []}
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
        let first = catalog.packages.get(name).and_then(|package| package.deprecations.first());
        let Some(first) = first.filter(|first| first.doc.order != doc.order) else { continue };
        let message = format!("Package `{name}` has more than one `olm.deprecations`.");
        out.report(&RULE, doc.place(doc.facts.range), message, "Move all entries into the first one.")
            .package(name)
            .related(first.doc.place(first.doc.facts.range), "the first one");
        out.convert(
            &RULE,
            6,
            item,
            2,
            0,
            format!("expected a maximum of one deprecation per package: {}", go_quote(name)),
        );
    }
}
