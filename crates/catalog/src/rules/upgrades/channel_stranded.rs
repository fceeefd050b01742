//! `channel-stranded`: Entries that are stranded in their channel.

use crate::channel_graph::heads;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::entry_places;
use crate::verdict::Leaf;
use crate::view::Broken;
use olmkit_upgrade::chain::Problem;

rule! {
    RULE, "channel-stranded", "FBC027", "Entries that are stranded in their channel",
    since: "0.1.0",
    catalog: Upgrade, Opm, Error,
    finds: "Channel entries that are not on the replaces chain of the channel head and not in any `skips`.",
    why: "Clusters that run such an entry can never upgrade. opm rejects the catalog.",
    fix: "Add them to the `skips` of the head, or correct the replaces chain.",
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
{schema: olm.bundle, package: foo, name: c, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.2}}]}
", "\
---
{schema: olm.bundle, package: foo, name: b, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.1}}]}
", "\
---
{schema: olm.bundle, package: foo, name: a, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
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
    let Problem::Stranded(names) = view.problem else { return };
    out.leaf(&RULE, Leaf::channel(package.name, name, 1), view.problem.upstream());
    if view.is_hidden {
        return;
    }

    let places = entry_places(channel);
    let head = heads(channel.body).first().copied().unwrap_or_default();
    for stranded in names {
        let message = format!(
            "`{stranded}` is stranded in channel `{name}`: it is not on the replaces chain of the head and not in any \
                `skips`."
        );
        let place = places.get(stranded).copied().unwrap_or_else(|| channel.doc.name_place());
        // An older version that skips a newer one would be a downgrade.
        let help = if package.is_newer(stranded, head) {
            "Correct the replaces chain.".to_owned()
        } else {
            format!("Add `{stranded}` to the `skips` of `{head}`, or correct the replaces chain.")
        };
        out.report(&RULE, place, message, help).package(package.name).channel(name).entry(stranded);
    }
}
