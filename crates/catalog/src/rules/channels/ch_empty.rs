//! `ch-empty`: A channel without entries.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{bundle, channel, foo, opm, package, rule};
use crate::verdict::Leaf;

rule! {
    RULE, "ch-empty", "FBC020", "A channel without entries",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A channel whose list of entries is empty or missing.",
    why: "Nothing can be installed from the channel. opm rejects the catalog.",
    fix: "Add an entry, or remove the channel.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), "\
---
{schema: olm.channel, package: foo, name: beta, entries: []}
", bundle!("1.0.0") }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for package in catalog.packages.values() {
        for (name, channel) in &package.channels {
            if !channel.body.entries.is_empty() || channel.doc.facts.is_broken() {
                continue;
            }
            let message = format!(
                "Channel `{name}` of package `{}` has no entries, so nothing can be installed from it.",
                package.name
            );
            out.report(&RULE, channel.doc.name_place(), message, "Add an entry, or remove the channel.")
                .package(package.name)
                .channel(name);
            let text = "channel must contain at least one bundle".to_owned();
            out.leaf(&RULE, Leaf::channel(package.name, name, 0), text);
        }
    }
}
