//! `pkg-default-channel-required`: A package without default channel.

use crate::model::Catalog;
use crate::report::Reporter;
use crate::verdict::Leaf;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "pkg-default-channel-required",
    code: "FBC012",
    title: "A package without default channel",
    docs: docs(
        r#"## What it finds
An `olm.package` with no `defaultChannel`.

## Why it matters
A Subscription that names no channel could not be resolved; opm rejects the catalog.

## How to fix
Add `defaultChannel:` with one of the channels.

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
    for package in catalog.packages.values() {
        if package.decl.body.default_channel.is_some() || package.decl.doc.facts.is_broken() {
            continue;
        }
        let mut names = package.channels.keys();
        let help = match (names.next(), names.next()) {
            (Some(only), None) => format!("Add `defaultChannel: {only}`."),
            (None, _) => "Add a channel and name it in `defaultChannel`.".to_owned(),
            _ => "Add `defaultChannel:` with the channel new installations should follow.".to_owned(),
        };
        let message = format!(
            "Package `{}` has no default channel. OLM needs one for installations that name none.",
            package.name
        );
        out.report(&RULE, package.decl.doc.name_place(), message, help).package(package.name);
        out.leaf(&RULE, Leaf::package(package.name, 0), "default channel must be set".to_owned());
    }
}
