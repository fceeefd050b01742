//! `dep-unknown-package`: Deprecations of an unknown package.

use crate::go_quote;
use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::report_unknown_package;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "dep-unknown-package",
    code: "FBC047",
    title: "Deprecations of an unknown package",
    docs: docs(
        r#"## What it finds
An `olm.deprecations` whose `package` names no `olm.package`.

## Why it matters
opm rejects the catalog.

## How to fix
Correct `package`.

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
{schema: olm.deprecations, package: bar, entries: [{reference: {schema: olm.package}, message: m}]}
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
        if name.is_empty() || catalog.packages.contains_key(name) {
            continue;
        }
        out.convert(
            &RULE,
            6,
            item,
            1,
            0,
            format!("cannot apply deprecations to an unknown package {}", go_quote(name)),
        );
        if !catalog.is_incomplete {
            report_unknown_package(&RULE, catalog, doc, "These deprecations", out);
        }
    }
}
