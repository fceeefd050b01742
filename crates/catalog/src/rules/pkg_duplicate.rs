//! `pkg-duplicate`: A package twice.

use olmkit_diagnostics::Place;
use olmkit_diagnostics::Table;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

use crate::go_quote;
use crate::model::Catalog;
use crate::report::Reporter;

/// The rule.
pub static RULE: Rule = Rule {
    id: "pkg-duplicate",
    code: "FBC010",
    title: "A package twice",
    docs: docs(
        r#"## What it finds
The same package name in two `olm.package` documents, in any files.

## Why it matters
opm rejects the catalog.

## How to fix
Keep one; move its channels and bundles along.

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
{schema: olm.package, name: foo, defaultChannel: stable}
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
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    let mut seen: Table<&str, Place> = Table::default();
    for (item, package) in catalog.package_docs.iter().enumerate() {
        let name = package.doc.facts.own_name();
        let place = package.doc.name_place();
        let Some(first) = seen.get(name) else {
            seen.insert(name, place);
            continue;
        };
        let message = format!("Package `{name}` is defined twice. opm cannot merge them.");
        out.report(&RULE, place, message, "Remove one of the two.")
            .package(name)
            .related(*first, "the first definition");
        out.convert(&RULE, 1, item, 1, 0, format!("duplicate package {}", go_quote(name)));
    }
}
