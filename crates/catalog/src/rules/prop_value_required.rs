//! `prop-value-required`: A property without value.

use crate::go_quote;
use crate::model::Catalog;
use crate::report::Reporter;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "prop-value-required",
    code: "FBC032",
    title: "A property without value",
    docs: docs(
        r#"## What it finds
A property with a `type` but no `value`. (`value: null` is a value.)

## Why it matters
opm rejects the catalog.

## How to fix
Add `value:`.

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
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}, {type: my.prop}]}
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
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}, {type: my.prop, value: null}]}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        let Some(bad) = &bundle.body.bad_property else { continue };
        if !bad.is_missing || !catalog.packages.contains_key(package) {
            continue;
        }
        let help = "Add `value:`, or remove the property.";
        out.report(&RULE, bundle.doc.place(bad.range), bad.message.clone(), help).package(package).entry(name);
        let text = format!("parse properties for bundle {}: {}", go_quote(name), bad.upstream);
        out.convert(&RULE, 3, item, 3, 0, text);
    }
}
