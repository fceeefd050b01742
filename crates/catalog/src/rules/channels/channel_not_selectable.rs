//! `channel-not-selectable`: A channel that a ClusterExtension cannot name.

use olmkit_k8s::apimachinery::is_subdomain;

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{bundle, channel, foo, package, rule};

rule! {
    RULE, "channel-not-selectable", "FBC192", "A channel that a ClusterExtension cannot name",
    since: "0.1.0",
    catalog: Reference, Olmkit, Off,
    finds: "A channel whose name is not a DNS-1123 subdomain, for example with `/`, `_` or upper-case letters.",
    why: "opm and Subscriptions accept every name. The API of OLM v1 refuses such a name in `channels` of a \
        ClusterExtension.",
    fix: "Use lower-case letters, digits, `-` and `.`. Keep the old channel while Subscriptions follow it.",
    source: "The ClusterExtension API of OLM v1.",
    bad: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), channel!("Fast/1", "- name: foo.v1.0.0\n"),
        bundle!("1.0.0") }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for channel in &catalog.channel_docs {
        let name = channel.doc.facts.own_name();
        if name.is_empty() || is_subdomain(name) {
            continue;
        }
        let message = format!("A ClusterExtension of OLM v1 cannot select channel `{name}`.");
        out.report(&RULE, channel.doc.name_place(), message, "Use lower-case letters, digits, `-` and `.`.")
            .package(channel.doc.facts.package_name())
            .channel(name);
    }
}
