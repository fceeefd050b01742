//! `channel-stranded`: Entries cut off from the head.

use crate::graph::chain;
use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::{each_channel, entry_places};
use crate::verdict::Leaf;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "channel-stranded",
    code: "FBC027",
    title: "Entries cut off from the head",
    docs: docs(
        r#"## What it finds
Entries that are not on the chain of `replaces` from the head, and that nobody skips.

## Why it matters
Clusters that run one of them can never upgrade.

## How to fix
Add them to the head's `skips`, or mend the chain above them.

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
{schema: olm.channel, package: foo, name: stable, entries: [{name: c, replaces: b, skips: [b]}, {name: b, replaces: a}, {name: a}]}
---
{schema: olm.bundle, package: foo, name: c, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
---
{schema: olm.bundle, package: foo, name: b, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.1}}]}
---
{schema: olm.bundle, package: foo, name: a, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.2}}]}
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
{schema: olm.channel, package: foo, name: stable, entries: [{name: c, replaces: b, skips: [b, a]}, {name: b, replaces: a}, {name: a}]}
---
{schema: olm.bundle, package: foo, name: c, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.2}}]}
---
{schema: olm.bundle, package: foo, name: b, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.1}}]}
---
{schema: olm.bundle, package: foo, name: a, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    each_channel(catalog, |package, name, channel, links| {
        let Some(problem) = chain::check(links) else { return };
        let chain::Problem::Stranded(names) = &problem else { return };
        out.leaf(&RULE, Leaf::channel(package.name, name, 1), problem.upstream());
        if catalog.may_be_hidden(package) {
            return;
        }

        let places = entry_places(channel);
        let head = chain::heads(links).first().copied().unwrap_or_default();
        for stranded in names {
            let message = format!(
                "`{stranded}` is cut off in channel `{name}`: the replaces chain from the head does not reach it and nobody skips it."
            );
            let place = places.get(stranded).copied().unwrap_or_else(|| channel.doc.name_place());
            let help = format!("Add `{stranded}` to the `skips` of `{head}`, or mend the chain above it.");
            out.report(&RULE, place, message, help).package(package.name).channel(name).entry(stranded);
        }
    });
}
