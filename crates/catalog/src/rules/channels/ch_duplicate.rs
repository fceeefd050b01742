//! `ch-duplicate`: A duplicate channel.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{bundle, channel, opm, package, rule};

rule! {
    RULE, "ch-duplicate", "FBC018", "A duplicate channel",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "Two `olm.channel` documents of a package with the same name.",
    why: "opm does not merge channels and rejects the catalog.",
    fix: "Move all entries into one document.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), channel!("stable", "- name: foo.v1.0.0\n"), bundle!("1.0.0") }],
    good: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), channel!("beta", "- name: foo.v1.0.0\n"), bundle!("1.0.0") }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, channel) in catalog.channel_docs.iter().enumerate() {
        let (package, name) = (channel.doc.facts.package_name(), channel.doc.facts.own_name());
        let first = catalog.packages.get(package).and_then(|package| package.channels.get(name));
        let Some(first) = first.filter(|first| first.doc.order != channel.doc.order && !name.is_empty()) else {
            continue;
        };
        let message = format!(
            "Channel `{name}` of package `{package}` is defined more than once. opm does not merge \
            channels and rejects the catalog."
        );
        out.report(&RULE, channel.doc.name_place(), message, "Move the entries into the first definition.")
            .package(package)
            .channel(name)
            .related(first.doc.name_place(), "the first definition");
        out.convert(
            &RULE,
            2,
            item,
            2,
            0,
            format!("package {} has duplicate channel {}", go_quote(package), go_quote(name)),
        );
    }
}
