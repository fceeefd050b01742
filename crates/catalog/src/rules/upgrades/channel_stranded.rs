//! `channel-stranded`: Entries cut off from the head.

use crate::channel_graph::links;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::entry_places;
use crate::verdict::Leaf;
use crate::view::Broken;
use olmkit_upgrade::chain;

rule! {
    RULE, "channel-stranded", "FBC027", "Entries cut off from the head",
    since: "0.1.0",
    catalog: Upgrade, Opm, Error,
    finds: "Entries that are not on the chain of `replaces` from the head, and that nobody skips.",
    why: "Clusters that run one of them can never upgrade.",
    fix: "Add them to the head's `skips`, or repair the replaces chain above them.",
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

pub(crate) fn check(view: &Broken<'_, '_>, out: &mut Reporter) {
    let Broken { package, name, of: channel, .. } = *view;
    let chain::Problem::Stranded(names) = view.problem else { return };
    out.leaf(&RULE, Leaf::channel(package.name, name, 1), view.problem.upstream());
    if view.is_hidden {
        return;
    }

    let places = entry_places(channel);
    let head = chain::heads(&links(channel.body)).first().copied().unwrap_or_default();
    for stranded in names {
        let message = format!(
            "`{stranded}` is cut off in channel `{name}`: the replaces chain from the head does not reach it and nobody skips it."
        );
        let place = places.get(stranded).copied().unwrap_or_else(|| channel.doc.name_place());
        let help = format!("Add `{stranded}` to the `skips` of `{head}`, or repair the replaces chain above it.");
        out.report(&RULE, place, message, help).package(package.name).channel(name).entry(stranded);
    }
}
