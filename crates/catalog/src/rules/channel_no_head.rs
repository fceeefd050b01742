//! `channel-no-head`: A channel without head.

use crate::graph::chain;
use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::each_channel;
use crate::verdict::Leaf;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "channel-no-head",
    code: "FBC024",
    title: "A channel without head",
    docs: docs(
        r#"## What it finds
Every entry of the channel is replaced or skipped by another one: the edges run in a circle.

## Why it matters
OLM does not know what to install.

## How to fix
Remove the edge that points to the newest entry.

## Source
Part of the verdict of `opm validate` (operator-registry, August 2026).
"#,
    ),
    category: Category::Upgrade,
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
{schema: olm.channel, package: foo, name: stable, entries: [{name: a, replaces: b}, {name: b, replaces: a}]}
---
{schema: olm.bundle, package: foo, name: a, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
---
{schema: olm.bundle, package: foo, name: b, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.1}}]}
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
{schema: olm.channel, package: foo, name: stable, entries: [{name: a}, {name: b, replaces: a}]}
---
{schema: olm.bundle, package: foo, name: a, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
---
{schema: olm.bundle, package: foo, name: b, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.1}}]}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    each_channel(catalog, |package, name, channel, links| {
        let Some(problem) = chain::check(links) else { return };
        let chain::Problem::NoHead = &problem else { return };
        out.leaf(&RULE, Leaf::channel(package.name, name, 1), problem.upstream());
        if catalog.may_be_hidden(package) {
            return;
        }

        let message = format!("Channel `{name}` has no head: every entry is replaced or skipped by another one.");
        out.report(
            &RULE,
            channel.doc.name_place(),
            message,
            "Remove the edge that replaces or skips the newest entry.",
        )
        .package(package.name)
        .channel(name);
    });
}
