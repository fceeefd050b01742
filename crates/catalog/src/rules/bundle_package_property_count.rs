//! `bundle-package-property-count`: Not exactly one olm.package property.

use crate::go_quote;
use crate::model::Catalog;
use crate::report::Reporter;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "bundle-package-property-count",
    code: "FBC034",
    title: "Not exactly one olm.package property",
    docs: docs(
        r#"## What it finds
A bundle with no `olm.package` property or with several. The type is compared exactly.

## Why it matters
Without it the bundle has no version.

## How to fix
Keep exactly one.

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
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: OLM.package, value: {packageName: foo, version: 1.0.0}}]}
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
        let found = bundle.body.packages.len();
        if found == 1 || bundle.body.bad_property.is_some() || !catalog.packages.contains_key(package) {
            continue;
        }
        let message =
            format!("Bundle `{name}` has {found} `olm.package` properties; OLM needs exactly one to know its version.");
        let place = bundle
            .body
            .packages
            .get(1)
            .map_or_else(|| bundle.doc.name_place(), |second| bundle.doc.place(second.range));
        out.report(&RULE, place, message, "Keep exactly one property of type `olm.package`.")
            .package(package)
            .entry(name);
        let (package, name) = (go_quote(package), go_quote(name));
        let text =
            format!("package {package} bundle {name} must have exactly 1 \"olm.package\" property, found {found}");
        out.convert(&RULE, 3, item, 4, 0, text);
    }
}
