//! `bundle-duplicate`: A bundle twice.

use crate::go_quote;
use crate::model::Catalog;
use crate::report::Reporter;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "bundle-duplicate",
    code: "FBC030",
    title: "A bundle twice",
    docs: docs(
        r#"## What it finds
The same bundle name twice in one package.

## Why it matters
opm rejects the catalog.

## How to fix
Remove one; a bundle can be an entry of several channels.

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
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
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
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        let first = catalog.packages.get(package).and_then(|package| package.bundles.get(name));
        let Some(first) = first.filter(|first| first.of.doc.order != bundle.doc.order) else { continue };
        let message = format!("Bundle `{name}` of package `{package}` is defined twice.");
        out.report(&RULE, bundle.doc.name_place(), message, "Remove one of the two.")
            .package(package)
            .entry(name)
            .related(first.of.doc.name_place(), "the first definition");
        let text = format!("package {} has duplicate bundle {}", go_quote(package), go_quote(name));
        out.convert(&RULE, 3, item, 2, 0, text);
    }
}
