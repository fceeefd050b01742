//! `channel-replaces-cycle`: A cycle in the replaces chain.

use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::entry_place;
use crate::verdict::Leaf;
use crate::view::Broken;
use olmkit_upgrade::chain;

rule! {
    RULE, "channel-replaces-cycle", "FBC026", "A cycle in the replaces chain",
    since: "0.1.0",
    catalog: Upgrade, Opm, Error,
    finds: "A channel whose chain of `replaces` contains a cycle.",
    why: "Clusters would upgrade endlessly. opm rejects the catalog.",
    fix: "Remove the `replaces` that points to a newer entry.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "\
- name: c
  replaces: b
- name: b
  replaces: a
- name: a
  replaces: b
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
    let chain::Problem::Cycle(path) = view.problem else { return };
    out.leaf(&RULE, Leaf::channel(package.name, name, 1), view.problem.upstream());
    if view.is_hidden {
        return;
    }

    let message = format!("The replaces chain of channel `{name}` contains a cycle: {}.", path.join(" -> "));
    let last = path.len().checked_sub(2).and_then(|at| path.get(at)).copied().unwrap_or_default();
    let place = entry_place(channel, last).unwrap_or_else(|| channel.doc.name_place());
    let help = format!("Remove or correct the `replaces` of `{last}`.");
    out.report(&RULE, place, message, help).package(package.name).channel(name).entry(last);
}
