//! `dep-channel-exists`: A deprecation of an unknown channel.

use crate::go_quote;
use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::element;
use crate::rules::support::{describe, report_unknown_reference};
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "dep-channel-exists",
    code: "FBC052",
    title: "A deprecation of an unknown channel",
    docs: docs(
        r#"## What it finds
A deprecation of an `olm.channel` that the package does not have.

## Why it matters
opm rejects the catalog.

## How to fix
Correct the name, or remove the entry.

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
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.channel, name: beta}, message: m}]}
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
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.channel, name: stable}, message: m}]}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, deprecations) in catalog.deprecation_docs.iter().enumerate() {
        let (doc, name) = (&deprecations.doc, deprecations.doc.facts.package_name());
        let Some(package) = catalog.packages.get(name) else { continue };
        for (at, entry) in deprecations.body.entries.iter().enumerate() {
            let schema = entry.schema.as_ref().map_or("", |text| text.value.as_str());
            let own = entry.name.as_ref().map_or("", |text| text.value.as_str());
            let is_default = package.decl.body.default_channel.as_ref().is_some_and(|default| default.value == own);
            if schema != "olm.channel" || is_default || package.channels.contains_key(own) {
                continue;
            }
            if !catalog.may_be_hidden(package) {
                report_unknown_reference(
                    &RULE,
                    doc,
                    entry,
                    &describe(schema, own),
                    package.channels.keys().copied(),
                    out,
                )
                .package(name);
            }
            let text =
                format!("cannot deprecate channel {} for package {}: channel not found", go_quote(own), go_quote(name));
            out.convert(&RULE, 6, item, 3, element(at, 2), text);
        }
    }
}
