//! `channel-multiple-heads`: A channel with several heads.

use crate::channel_graph::links;
use crate::edits::Intention;
use crate::model::entries_by_name;
use crate::reporter::{Draft, Reporter};
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::{entry_places, scalar};
use crate::verdict::Leaf;
use crate::view::Broken;
use olmkit_collections::HashSet;
use olmkit_diagnostics::{Fix, Place, ProposalId, Safety, TextEdit};
use olmkit_text::{MAX_NAMES, listed_names};
use olmkit_upgrade::chain;

rule! {
    RULE, "channel-multiple-heads", "FBC025", "A channel with several heads",
    since: "0.1.0",
    catalog: Upgrade, Opm, Error,
    finds: "A channel with more than one entry that no other entry replaces or skips. (`skipRange` does not connect \
        entries.)",
    why: "OLM needs exactly one head. With several, no cluster can install or upgrade from the channel.",
    fix: "Make the newest entry replace or skip the others, or remove them from the channel. If the `replaces` chain of \
        the newest entry ends too early, correct the `replaces` of its last entry.",
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
    let list = listed_names(heads, MAX_NAMES, "and");
    let message = format!(
        "Channel `{name}` has {} heads: {list}. OLM needs exactly one entry that no other entry replaces or skips.",
        heads.len()
    );
    let cause = misspelled(view, &others, out).or_else(|| gap(view, newest?, &others, out));
    let first = others.first().and_then(|head| Some((*head, *places.get(head)?)));
    let has_cause = cause.is_some();
    let mut draft = match cause {
        Some(cause) => {
            let draft = out.report(&RULE, cause.place, message, cause.help).entry(cause.entry).propose(cause.proposal);
            cause.fix.into_iter().fold(draft, Draft::with_fix)
        }
        None => {
            let place = first.map_or_else(|| channel.doc.name_place(), |(_, place)| place);
            let draft = out.report(&RULE, place, message, advice(view, newest, &others));
            others.first().into_iter().fold(draft, |draft, head| draft.entry(head))
        }
    };
    draft = draft.package(package.name).channel(name);
    let what = if has_cause { "a head" } else { "another head" };
    for head in heads.iter().filter(|head| has_cause || others.first() != Some(head)) {
        if let Some(place) = places.get(head) {
            draft = draft.related(*place, what);
        }
    }
}

/// Why a channel has several heads, with a fix.
struct HeadCause<'f> {
    entry: &'f str,
    place: Place,
    help: String,
    fix: Option<Fix>,
    proposal: Option<ProposalId>,
}

/// Advises to skip or to remove the other heads if opm then accepts the channel.
fn advice(view: &Broken<'_, '_>, newest: Option<&str>, others: &[&str]) -> String {
    let Some(newest) = newest else { return "Make the newest entry replace or skip the others.".to_owned() };
    let mut without = links(view.of.body);
    without.retain(|link| others.binary_search(&link.name).is_err());
    let names = listed_names(others, MAX_NAMES, "and");
    let mut help = if can_skip(view, newest, others) {
        format!("Add {names} to the `skips` of `{newest}`")
    } else {
        format!("Connect {names} to the `replaces` chain of `{newest}`")
    };
    if chain::check(&without).is_none() {
        let them = if others.len() == 1 { "it" } else { "them" };
        help = format!("{help}, or remove {them} from this channel");
    }
    format!("{help}.")
}

/// Whether opm accepts the channel when the newest head skips the others.
fn can_skip(view: &Broken<'_, '_>, newest: &str, others: &[&str]) -> bool {
    let mut links = links(view.of.body);
    links.iter_mut().filter(|link| link.name == newest).for_each(|link| link.skips.extend(others));
    chain::check(&links).is_none()
}

/// Returns the entry at which the `replaces` chain of the newest head ends, if opm accepts the channel when it replaces
/// another head, which is older. A head that replaces nothing may as well skip it.
fn gap<'f>(view: &Broken<'_, 'f>, newest: &'f str, others: &[&'f str], out: &mut Reporter) -> Option<HeadCause<'f>> {
    let Broken { package, name, of, .. } = *view;
    let entries = entries_by_name(of.body);
    let mut at = newest;
    let mut left = entries.len();
    let (last, why) = loop {
        let entry = of.body.entries.get(*entries.get(at)?)?;
        left = left.checked_sub(1)?;
        match entry.replaces.as_ref().map(|text| text.value.as_str()) {
            None if at == newest && can_skip(view, newest, others) => return None,
            None => break (entry, "has no `replaces`".to_owned()),
            Some(next) if next == at => break (entry, "replaces itself".to_owned()),
            Some(next) if entries.contains_key(next) => at = next,
            Some(next) => break (entry, format!("replaces `{next}`, which is not an entry of the channel")),
        }
    };
    let version = |name: &str| package.bundles.get(name)?.version.as_ref();
    let older: Vec<&str> = others.iter().copied().filter(|head| version(head) < version(at)).collect();
    let head = package.newest(&older)?;
    let mut links = links(of.body);
    links.iter_mut().filter(|link| link.name == at).for_each(|link| link.replaces = head);
    if chain::check(&links).is_some() {
        return None;
    }
    let range = last.replaces.as_ref().or(last.name.as_ref()).map_or(last.range, |text| text.range);
    let title = format!("Set replaces of {at} to {head}");
    let [package, channel, entry] = [package.name, name, at].map(str::to_owned);
    let to = Some(head.to_owned());
    Some(HeadCause {
        entry: at,
        place: of.doc.place(range),
        help: format!("`{at}` {why}; `{head}` is the other head. Set `replaces` of `{at}` to `{head}`."),
        fix: None,
        proposal: Some(out.proposal(title, Intention::SetReplaces { package, channel, entry, to })),
    })
}

/// Returns a `replaces` or `skips` that is not an entry but similar to the name of a head. With the correct spelling it
/// would connect this head.
fn misspelled<'f>(view: &Broken<'_, 'f>, others: &[&'f str], out: &mut Reporter) -> Option<HeadCause<'f>> {
    let Broken { of, package, .. } = *view;
    let entries: HashSet<&str> = of.body.entries.iter().map(|entry| entry.own_name()).collect();
    let references = of.body.entries.iter().flat_map(|entry| entry.replaces.iter().chain(&entry.skips));
    let dangling = references.filter(|reference| {
        let name = reference.value.as_str();
        !name.is_empty() && !entries.contains(name) && !package.bundles.contains_key(name)
    });
    for reference in dangling {
        if let Some(near) = out.near_miss(&reference.value, &mut others.iter().copied()) {
            let place = of.doc.place(reference.range);
            let edits = vec![TextEdit { place, text: scalar(near, of.doc.format) }];
            return Some(HeadCause {
                entry: near,
                place,
                help: format!("`{}` is not an entry of the channel. Did you mean `{near}`?", reference.value),
                fix: Some(Fix { title: format!("Write {near}"), safety: Safety::Unsafe, edits }),
                proposal: None,
            });
        }
    }
    None
}
