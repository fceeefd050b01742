//! `ch-unknown-package`: A channel of an unknown package.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{bundle, channel, foo, opm, package, rule};
use crate::rules::support::report_unknown_package;

rule! {
    RULE, "ch-unknown-package", "FBC016", "A channel of an unknown package",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A channel whose `package` is not an `olm.package` of the catalog.",
    why: "opm rejects the catalog.",
    fix: "Correct `package`, or add the `olm.package`.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), "\
---
{schema: olm.channel, package: bar, name: x, entries: []}
", bundle!("1.0.0") }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, channel) in catalog.channel_docs.iter().enumerate() {
        let (package, name) = (channel.doc.facts.package_name(), channel.doc.facts.own_name());
        if catalog.packages.contains_key(package) {
            continue;
        }
        let text = format!("unknown package {} for channel {}", go_quote(package), go_quote(name));
        out.convert(&RULE, 2, item, 0, 0, text);
        // A channel without a package can be that of any.
        if !catalog.is_incomplete || package.is_empty() && !channel.doc.facts.is_broken() {
            report_unknown_package(&RULE, catalog, &channel.doc, &format!("Channel `{name}`"), out).channel(name);
        }
    }
}
