//! `bundle-package-property-match`: A bundle of another package.

use olmkit_diagnostics::Safety;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

use crate::go_quote;
use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::scalar;

/// The rule.
pub static RULE: Rule = Rule {
    id: "bundle-package-property-match",
    code: "FBC035",
    title: "A bundle of another package",
    docs: docs(
        r#"## What it finds
The `packageName` of the `olm.package` property differs from the bundle's `package`.

## Why it matters
opm rejects the catalog.

## How to fix
Correct one of the two.

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
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: bar, version: 1.0.0}}]}
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
        let [property] = bundle.body.packages.as_slice() else { continue };
        let named = property.package_name.as_ref().map_or("", |text| text.value.as_str());
        if named == package || bundle.body.bad_property.is_some() || !catalog.packages.contains_key(package) {
            continue;
        }
        let range = property.package_name.as_ref().map_or(property.range, |text| text.range);
        let place = bundle.doc.place(range);
        let message =
            format!("Bundle `{name}` belongs to package `{package}`, but its `olm.package` property says `{named}`.");
        let draft = out
            .report(&RULE, place, message, "Correct `packageName`, or the bundle's `package`.")
            .package(package)
            .entry(name);
        if property.package_name.is_some() {
            draft.fix(format!("Write {package}"), Safety::Unsafe, place, scalar(package, bundle.doc.format));
        }
        let text = format!("package {} does not match \"olm.package\" property {}", go_quote(package), go_quote(named));
        out.convert(&RULE, 3, item, 5, 0, text);
    }
}
