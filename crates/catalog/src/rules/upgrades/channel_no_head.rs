//! `channel-no-head`: A channel without a head.

use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use crate::verdict::Leaf;
use crate::view::Broken;
use olmkit_upgrade::chain;

rule! {
    RULE, "channel-no-head", "FBC024", "A channel without a head",
    since: "0.1.0",
    catalog: Upgrade, Opm, Error,
    finds: "A channel in which every entry is replaced or skipped, so the edges contain a cycle.",
    why: "OLM cannot tell which entry to install.",
    fix: "Remove the edge that replaces or skips the newest entry.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "\
- name: a
  replaces: b
- name: b
  replaces: a
"), "\
---
{schema: olm.bundle, package: foo, name: a, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
", "\
---
{schema: olm.bundle, package: foo, name: b, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.1}}]}
" }],
    good: [{ package!(), channel!("stable", "\
- name: a
- name: b
  replaces: a
"), "\
---
{schema: olm.bundle, package: foo, name: a, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
", "\
---
{schema: olm.bundle, package: foo, name: b, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.1}}]}
" }],
}

pub(crate) fn check(view: &Broken<'_, '_>, out: &mut Reporter) {
    let Broken { package, name, of: channel, .. } = *view;
    let chain::Problem::NoHead = view.problem else { return };
    out.leaf(&RULE, Leaf::channel(package.name, name, 1), view.problem.upstream());
    if view.is_hidden {
        return;
    }

    let message = format!("Channel `{name}` has no head, because every entry is replaced or skipped.");
    out.report(&RULE, channel.doc.name_place(), message, "Remove the edge that replaces or skips the newest entry.")
        .package(package.name)
        .channel(name);
}
