//! `bundle-image-or-objects`: A bundle without image.

use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::each_member;
use crate::verdict::Leaf;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "bundle-image-or-objects",
    code: "FBC044",
    title: "A bundle without image",
    docs: docs(
        r#"## What it finds
A bundle with an empty `image` and no `olm.bundle.object` property.

## Why it matters
There is nothing to install; opm rejects the catalog.

## How to fix
Add `image:`.

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
{schema: olm.bundle, package: foo, name: foo.v1, image: "", properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
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
{schema: olm.bundle, package: foo, name: foo.v1, image: "", properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}, {type: olm.bundle.object, value: {}}]}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    each_member(catalog, |package, channel, entry, bundle| {
        if bundle.of.body.image.is_some() || bundle.of.body.objects > 0 {
            return;
        }
        let place = bundle.of.doc.name_place();
        out.leaf(&RULE, Leaf::bundle(package.name, channel, entry, 5), "bundle image must be set".to_owned());
        let name = bundle.of.doc.facts.own_name();
        out.report(
            &RULE,
            place,
            format!("Bundle `{name}` has no image: there is nothing to install."),
            "Add `image:` with the bundle's pull spec.",
        )
        .package(package.name)
        .entry(name);
    });
}
