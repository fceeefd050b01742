//! `pkg-default-channel-required`: A package without a default channel.

use crate::edits::Intention;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{bundle, channel, foo, opm, rule};
use crate::verdict::Leaf;

rule! {
    RULE, "pkg-default-channel-required", "FBC012", "A package without a default channel",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "An `olm.package` whose `defaultChannel` is missing or empty.",
    why: "OLM cannot resolve a Subscription that names no channel. opm rejects the catalog.",
    fix: "Set `defaultChannel` to one of the channels.",
    source: opm!(),
    bad: [{ "\
---
{schema: olm.package, name: foo}
", channel!("stable", "- name: foo.v1.0.0\n"), bundle!("1.0.0") }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for package in catalog.packages.values() {
        if package.decl.body.default_channel.is_some() || package.decl.doc.facts.is_broken() {
            continue;
        }
        let mut names = package.channels.keys();
        let (help, only) = match (names.next(), names.next()) {
            (Some(only), None) => (format!("Add `defaultChannel: {only}`."), Some(*only)),
            (None, _) => ("Add a channel, and set `defaultChannel` to its name.".to_owned(), None),
            _ => ("Set `defaultChannel` to the channel that new installations use.".to_owned(), None),
        };
        let proposal = only.map(|only| {
            let (package, to) = (package.name.to_owned(), only.to_owned());
            out.proposal(format!("Set the default channel to {only}"), Intention::SetDefaultChannel { package, to })
        });
        let message = format!(
            "Package `{}` has no default channel. OLM needs one for installations that name no channel.",
            package.name
        );
        out.report(&RULE, package.decl.doc.name_place(), message, help).package(package.name).propose(proposal);
        out.leaf(&RULE, Leaf::package(package.name, 0), "default channel must be set".to_owned());
    }
}
