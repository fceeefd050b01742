//! `channel-no-head`: A channel without head.

use crate::graph::chain;
use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::each_channel;
use crate::verdict::Leaf;

rule! {
    "channel-no-head", "FBC024", "A channel without head",
    Upgrade, Opm, Error,
    finds: "Every entry of the channel is replaced or skipped by another one: the edges run in a circle.",
    why: "OLM does not know what to install.",
    fix: "Remove the edge that points to the newest entry.",
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
