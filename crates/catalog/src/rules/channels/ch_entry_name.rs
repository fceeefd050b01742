//! `ch-entry-name`: A channel entry without a name.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, opm, rule};

rule! {
    RULE, "ch-entry-name", "FBC021", "A channel entry without a name",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A channel entry whose name is empty or missing.",
    why: "The entry cannot refer to a bundle. opm rejects the catalog.",
    fix: "Set `name` to the name of a bundle.",
    source: opm!(),
    bad: [{ foo!("\
- name: foo.v1.0.0
- replaces: x
"; "1.0.0") }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for channel in catalog.channel_docs.iter().filter(|channel| !channel.doc.facts.is_broken()) {
        let (package, name) = (channel.doc.facts.package_name(), channel.doc.facts.own_name());
        let nameless = channel.body.entries.iter().filter(|entry| entry.own_name().is_empty());
        for entry in nameless {
            let message = format!("An entry of channel `{name}` has no name.");
            out.report(&RULE, channel.doc.place(entry.range), message, "Set `name` to the name of a bundle.")
                .package(package)
                .channel(name);
        }
    }
}
