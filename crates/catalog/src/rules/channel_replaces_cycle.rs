//! `channel-replaces-cycle`: A cycle of replaces.

use crate::graph::chain;
use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::{each_channel, entry_place};
use crate::verdict::Leaf;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "channel-replaces-cycle",
    code: "FBC026",
    title: "A cycle of replaces",
    docs: docs(
        r#"## What it finds
The chain of `replaces` comes back to itself.

## Why it matters
Clusters would upgrade in a circle for ever.

## How to fix
Remove the `replaces` that points to a newer entry.

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
{schema: olm.channel, package: foo, name: stable, entries: [{name: c, replaces: b}, {name: b, replaces: a}, {name: a, replaces: b}]}
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
{schema: olm.channel, package: foo, name: stable, entries: [{name: c, replaces: b}, {name: b, replaces: a}, {name: a}]}
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
        let chain::Problem::Cycle(path) = &problem else { return };
        out.leaf(&RULE, Leaf::channel(package.name, name, 1), problem.upstream());
        if catalog.may_be_hidden(package) {
            return;
        }

        let message = format!("The replaces chain of channel `{name}` runs in a circle: {}.", path.join(" -> "));
        let last = path.len().checked_sub(2).and_then(|at| path.get(at)).copied().unwrap_or_default();
        let place = entry_place(channel, last).unwrap_or_else(|| channel.doc.name_place());
        let help = format!("Remove or correct `replaces` of `{last}`.");
        out.report(&RULE, place, message, help).package(package.name).channel(name).entry(last);
    });
}
