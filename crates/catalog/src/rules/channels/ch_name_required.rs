//! `ch-name-required`: A channel without a name.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{bundle, channel, foo, opm, package, rule};

rule! {
    RULE, "ch-name-required", "FBC017", "A channel without a name",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "An `olm.channel` with an empty or missing name.",
    why: "opm rejects the catalog.",
    fix: "Add a `name`.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), "\
---
{schema: olm.channel, package: foo, entries: [{name: foo.v1.0.0}]}
", bundle!("1.0.0") }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, channel) in catalog.channel_docs.iter().enumerate() {
        let package = channel.doc.facts.package_name();
        let is_nameless = channel.doc.facts.own_name().is_empty() && !channel.doc.facts.is_broken();
        if is_nameless && catalog.packages.contains_key(package) {
            let message = format!("This channel of package `{package}` has no name.");
            out.report(&RULE, channel.doc.name_place(), message, "Add a `name`.").package(package);
            out.convert(&RULE, 2, item, 1, 0, format!("package {} contains channel with no name", go_quote(package)));
        }
    }
}
