//! `bundle-unknown-package`: A bundle of an unknown package.

use crate::go_quote;
use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::report_unknown_package;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "bundle-unknown-package",
    code: "FBC029",
    title: "A bundle of an unknown package",
    docs: docs(
        r#"## What it finds
A bundle whose `package` names no `olm.package` of the catalog.

## Why it matters
opm rejects the catalog.

## How to fix
Correct `package`, or add the `olm.package`.

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
{schema: olm.bundle, package: bar, name: z, image: x/y, properties: [{type: olm.package, value: {packageName: bar, version: 1.0.0}}]}
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
        if package.is_empty() || catalog.packages.contains_key(package) {
            continue;
        }
        let text = format!("unknown package {} for bundle {}", go_quote(package), go_quote(name));
        out.convert(&RULE, 3, item, 1, 0, text);
        if !catalog.is_incomplete {
            report_unknown_package(&RULE, catalog, &bundle.doc, &format!("Bundle `{name}`"), out).entry(name);
        }
    }
}
