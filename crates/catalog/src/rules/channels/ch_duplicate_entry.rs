//! `ch-duplicate-entry`: A duplicate channel entry.

use crate::edits::Intention;
use crate::facts::EntryFacts;
use crate::go_quote;
use crate::model::{Catalog, entries_by_name};
use crate::reporter::Reporter;
use crate::rules::declare::{foo, opm, rule};
use crate::same;
use olmkit_collections::HashSet;

rule! {
    RULE, "ch-duplicate-entry", "FBC019", "A duplicate channel entry",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "Two entries of a channel with the same name.",
    why: "opm cannot tell which edges to use and rejects the catalog.",
    fix: "Move all edges into one entry. If both entries are equal, the suggested fix removes the second one.",
    source: opm!(),
    bad: [{ foo!("\
- name: foo.v1.0.0
- name: foo.v1.0.0
"; "1.0.0") }],
    good: [{ foo!() }],
}

/// Only repeated entries among this number of first ones have a fix, because each fix is planned on the whole channel.
const MAX_FIXED: usize = 500;

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, channel) in catalog.channel_docs.iter().enumerate() {
        let (package, name) = (channel.doc.facts.package_name(), channel.doc.facts.own_name());
        if !catalog.packages.contains_key(package) {
            continue;
        }
        let first = entries_by_name(channel.body);
        // The fix removes the last of them, so all have to be equal.
        let is_other = |entry: &&EntryFacts| {
            let first = first.get(entry.own_name()).and_then(|at| channel.body.entries.get(*at));
            first.is_some_and(|first| !same::entry(first, entry))
        };
        let unequal: HashSet<&str> =
            channel.body.entries.iter().filter(is_other).map(|entry| entry.own_name()).collect();
        for (at, entry) in channel.body.entries.iter().enumerate() {
            let Some(&first) = first.get(entry.own_name()).filter(|first| **first != at) else { continue };
            let Some(first) = channel.body.entries.get(first) else { continue };
            let place = channel.doc.place(entry.range);
            let message = format!("Entry `{}` occurs more than once in channel `{name}`.", entry.own_name());
            let is_fixable = at < MAX_FIXED && !unequal.contains(entry.own_name());
            let fix = is_fixable.then(|| {
                let title = format!("Remove the second {}", entry.own_name());
                let [package, channel, entry] = [package, name, entry.own_name()].map(str::to_owned);
                out.proposal(title, Intention::RemoveEntry { package, channel, entry, reconnect: false })
            });
            let draft = out.report(&RULE, place, message, "Keep one entry, with the edges of both.");
            let draft = draft.package(package).channel(name).entry(entry.own_name());
            draft.related(channel.doc.place(first.range), "the first entry").propose(fix);
            let (package, name, entry) = (go_quote(package), go_quote(name), go_quote(entry.own_name()));
            let text = format!("invalid package {package}, channel {name}: duplicate entry {entry}");
            out.convert(&RULE, 2, item, 3, at, text);
        }
    }
}
