//! `channel-multiple-heads`: A channel with several heads.

use crate::facts::Text;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::{entry_places, scalar};
use crate::verdict::Leaf;
use crate::view::Broken;
use olmkit_collections::HashSet;
use olmkit_diagnostics::Safety;
use olmkit_text::listed_names;
use olmkit_upgrade::chain;

rule! {
    RULE, "channel-multiple-heads", "FBC025", "A channel with several heads",
    since: "0.1.0",
    catalog: Upgrade, Opm, Error,
    finds: "A channel with more than one entry that no other entry replaces or skips. (`skipRange` does not connect \
        entries.)",
    why: "OLM needs exactly one head. With several, no cluster can install or upgrade from the channel.",
    fix: "Make the newest entry replace or skip the others, or remove them from the channel.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "\
- name: a
- name: b
  skipRange: '<1.0.1'
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
  skips: [a]
"), "\
---
{schema: olm.bundle, package: foo, name: a, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
", "\
---
{schema: olm.bundle, package: foo, name: b, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.1}}]}
" }],
}

/// The maximum number of other heads that the help names.
const MOST_NAMES: usize = 5;

pub(crate) fn check(view: &Broken<'_, '_>, out: &mut Reporter) {
    let Broken { package, name, of: channel, .. } = *view;
    let chain::Problem::MultipleHeads(heads) = view.problem else { return };
    out.leaf(&RULE, Leaf::channel(package.name, name, 1), view.problem.upstream());
    if view.is_hidden {
        return;
    }

    let newest = package.newest(heads);
    let places = entry_places(channel);
    let others: Vec<&str> = heads.iter().copied().filter(|head| Some(*head) != newest).collect();
    let list = heads.iter().map(|head| format!("`{head}`")).collect::<Vec<_>>().join(", ");
    let message = format!(
        "Channel `{name}` has {} heads: {list}. OLM needs exactly one entry that no other entry replaces or skips.",
        heads.len()
    );
    let help = newest.map_or_else(
        || "Make the newest entry replace or skip the others.".to_owned(),
        |newest| {
            let them = if others.len() == 1 { "it" } else { "them" };
            let names = listed_names(&others, MOST_NAMES, "and");
            format!("Add {names} to the `skips` of `{newest}`, or remove {them} from this channel.")
        },
    );
    if let Some((reference, near)) = misspelled(view, &others, out) {
        let place = channel.doc.place(reference.range);
        let help = format!("`{}` is not an entry of the channel. Did you mean `{near}`?", reference.value);
        let text = scalar(near, channel.doc.format);
        let mut draft = out.report(&RULE, place, message, help).package(package.name).channel(name).entry(near);
        for place in heads.iter().filter_map(|head| places.get(head)) {
            draft = draft.related(*place, "a head");
        }
        draft.fix(format!("Write {near}"), Safety::Unsafe, place, text);
        return;
    }
    let place = others.first().and_then(|head| places.get(head).copied()).unwrap_or_else(|| channel.doc.name_place());
    let mut draft = out.report(&RULE, place, message, help).package(package.name).channel(name);
    if let Some(head) = others.first() {
        draft = draft.entry(head);
    }
    for head in heads.iter().filter(|head| others.first() != Some(head)) {
        if let Some(place) = places.get(head) {
            draft = draft.related(*place, "another head");
        }
    }
}

/// Returns a `replaces` or `skips` that is not an entry but similar to the name of a head. With the correct spelling it
/// would connect this head.
fn misspelled<'v, 'f>(view: &Broken<'v, 'f>, others: &[&'f str], out: &mut Reporter) -> Option<(&'v Text, &'f str)> {
    let entries: HashSet<&str> = view.of.body.entries.iter().map(|entry| entry.own_name()).collect();
    let references = view.of.body.entries.iter().flat_map(|entry| entry.replaces.iter().chain(&entry.skips));
    let dangling = references.filter(|reference| {
        let name = reference.value.as_str();
        !name.is_empty() && !entries.contains(name) && !view.package.bundles.contains_key(name)
    });
    for reference in dangling {
        if let Some(near) = out.near_miss(&reference.value, &mut others.iter().copied()) {
            return Some((reference, near));
        }
    }
    None
}
