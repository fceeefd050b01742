//! `pkg-no-channels`: A package without channels.

use crate::model::Catalog;
use crate::report::Reporter;
use crate::verdict::Leaf;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "pkg-no-channels",
    code: "FBC014",
    title: "A package without channels",
    docs: docs(
        r#"## What it finds
An `olm.package` to which no channel belongs.

## Why it matters
There is nothing to install; opm rejects the catalog.

## How to fix
Add an `olm.channel` for it, or remove the package.

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
{schema: olm.package, name: foo}
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
    for package in catalog.packages.values() {
        if !package.channels.is_empty() || package.decl.body.default_channel.is_some() {
            continue;
        }
        out.leaf(&RULE, Leaf::package(package.name, 1), "package must contain at least one channel".to_owned());
        if catalog.may_be_hidden(package) {
            continue;
        }
        let message = format!("Package `{}` has no channel: nothing of it can be installed.", package.name);
        out.report(&RULE, package.decl.doc.name_place(), message, "Add an `olm.channel` for it.").package(package.name);
    }
}
