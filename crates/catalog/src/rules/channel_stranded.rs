//! `channel-stranded`: Entries cut off from the head.

use crate::graph::chain;
use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::{each_channel, entry_places};
use crate::verdict::Leaf;

rule! {
    "channel-stranded", "FBC027", "Entries cut off from the head",
    Upgrade, Opm, Error,
    finds: "Entries that are not on the chain of `replaces` from the head, and that nobody skips.",
    why: "Clusters that run one of them can never upgrade.",
    fix: "Add them to the head's `skips`, or mend the chain above them.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "\
- name: c
  replaces: b
  skips: [b]
- name: b
  replaces: a
- name: a
"), "\
---
{schema: olm.bundle, package: foo, name: c, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
", "\
---
{schema: olm.bundle, package: foo, name: b, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.1}}]}
", "\
---
{schema: olm.bundle, package: foo, name: a, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.2}}]}
" }],
    good: [{ package!(), channel!("stable", "\
- name: c
  replaces: b
  skips: [b, a]
- name: b
  replaces: a
- name: a
"), "\
---
{schema: olm.bundle, package: foo, name: c, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.2}}]}
", "\
---
{schema: olm.bundle, package: foo, name: b, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.1}}]}
", "\
---
{schema: olm.bundle, package: foo, name: a, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
" }],
}

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
