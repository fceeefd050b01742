//! `channel-stranded`: Entries that are stranded in their channel.

use crate::channel_graph::heads;
use crate::edits::Intention;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::{ALSO_STRANDED, MAX_RELATED, entry_places};
use crate::verdict::Leaf;
use crate::view::Broken;
use olmkit_diagnostics::ProposalId;
use olmkit_text::{MAX_NAMES, listed_names};
use olmkit_upgrade::chain::Problem;

rule! {
    RULE, "channel-stranded", "FBC027", "Entries that are stranded in their channel",
    since: "0.1.0",
    catalog: Upgrade, Opm, Error,
    finds: "Channel entries that are not on the replaces chain of the channel head and not in any `skips`.",
    why: "Clusters that run such an entry can never upgrade. opm rejects the catalog.",
    fix: "Add them to the `skips` of the head, or correct the replaces chain. All stranded entries of a channel are one \
        finding, at the newest of them.",
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

    // The cause is at the newest one; the others lead to it.
    let Some(newest) = package.newest(names).or(names.first().copied()) else { return };
    let mut all = vec![newest];
    all.extend(names.iter().filter(|other| **other != newest));
    let list = listed_names(&all, MAX_NAMES, "and");
    let (are, they_are) = if all.len() == 1 { ("is", "it is") } else { ("are", "they are") };
    let message = format!(
        "{list} {are} stranded in channel `{name}`: {they_are} not on the replaces chain of the head and not in any \
            `skips`."
    );
    let head = heads(channel.body).first().copied().unwrap_or_default();
    let places = entry_places(channel);
    let place = |name| places.get(name).copied().unwrap_or_else(|| channel.doc.name_place());
    // An older version that skips a newer one would be a downgrade. If an entry occurs twice, that is the cause.
    let is_unique = places.len() == channel.body.entries.len();
    let (help, proposal) = if all.iter().any(|stranded| package.is_newer(stranded, head)) {
        ("Correct the replaces chain.".to_owned(), None)
    } else {
        let help = format!("Add {list} to the `skips` of `{head}`, or correct the replaces chain.");
        (help, is_unique.then(|| skip(view, head, names, out)))
    };
    let draft = out.report(&RULE, place(newest), message, help).package(package.name).channel(name).entry(newest);
    let mut draft = draft.bundles(all.iter().map(|name| (*name).to_owned()).collect()).propose(proposal);
    for other in all.iter().skip(1).take(MAX_RELATED) {
        draft = draft.related(place(other), ALSO_STRANDED);
    }
}

/// Proposes to add names to the `skips` of the head.
fn skip(view: &Broken<'_, '_>, head: &str, names: &[&str], out: &mut Reporter) -> ProposalId {
    let entry = view.of.body.entries.iter().rfind(|entry| entry.own_name() == head);
    let kept = entry.into_iter().flat_map(|entry| &entry.skips).map(|skipped| skipped.value.as_str());
    let to = kept.chain(names.iter().copied()).map(str::to_owned).collect();
    let [package, channel, entry] = [view.package.name, view.name, head].map(str::to_owned);
    out.proposal(format!("Add them to the skips of {head}"), Intention::SetSkips { package, channel, entry, to })
}
