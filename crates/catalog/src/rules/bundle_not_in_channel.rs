//! `bundle-not-in-channel`: A bundle in no channel.

use olmkit_diagnostics::Table;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};
use std::collections::HashSet;

use crate::go_quote;
use crate::model::Catalog;
use crate::model::Package;
use crate::report::Reporter;

/// The rule.
pub static RULE: Rule = Rule {
    id: "bundle-not-in-channel",
    code: "FBC040",
    title: "A bundle in no channel",
    docs: docs(
        r#"## What it finds
A bundle that is an entry of no channel of its package.

## Why it matters
Nobody can install it; opm rejects the catalog.

## How to fix
Add it to a channel, or remove the bundle.

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
{schema: olm.bundle, package: foo, name: orphan, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 2.0.0}}]}
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
    let mut members: Table<&str, HashSet<&str>> = Table::default();
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        let Some(owner) = catalog.packages.get(package) else { continue };
        if members.or_insert_with(package, || members_of(owner)).contains(name) {
            continue;
        }
        let text = format!("package {}, bundle {} not found in any channel entries", go_quote(package), go_quote(name));
        out.convert(&RULE, 3, item, 10, 0, text);
        if catalog.may_be_hidden(owner) {
            continue;
        }
        let message =
            format!("Bundle `{name}` is an entry of no channel of package `{package}`: nobody can install it.");
        let dangling = owner.channels.values().flat_map(|channel| &channel.body.entries).map(|entry| entry.own_name());
        let near = out.near_miss(name, dangling.filter(|entry| !owner.bundles.contains_key(entry)));
        let help = near.map_or_else(
            || "Add it to a channel, or remove the bundle.".to_owned(),
            |near| format!("Entry `{near}` has no bundle: is it this one?"),
        );
        out.report(&RULE, bundle.doc.name_place(), message, help).package(package).entry(name);
    }
}

fn members_of<'f>(package: &Package<'f>) -> HashSet<&'f str> {
    package.channels.values().flat_map(|channel| &channel.body.entries).map(|entry| entry.own_name()).collect()
}
