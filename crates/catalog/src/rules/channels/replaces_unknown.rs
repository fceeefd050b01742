//! `replaces-unknown`: A `replaces` that is not a bundle of the package.

use crate::model::{Catalog, Entry};
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::rules::support::each_entry;
use olmkit_api::EdgeField;

rule! {
    RULE, "replaces-unknown", "FBC070", "A `replaces` that is not a bundle of the package",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Off,
    finds: "An entry whose `replaces` is neither an entry of the channel nor a bundle of the package.",
    why: "This is usual for the oldest entry of a channel whose older bundles were removed: clusters that still run \
        them can upgrade. In a hand-written catalog it can be a misspelling.",
    fix: "Correct the name, or keep it for clusters that still run the bundle.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!("\
- name: foo.v1.0.0
  replaces: foo.v0.9.0
"; "1.0.0") }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    each_entry(catalog, &mut |Entry { package, channel, of, facts: entry, replaced, .. }| {
        for reference in entry.replaces.iter().filter(|_| replaced.is_none()) {
            let name = reference.value.as_str();
            if name.is_empty() {
                continue;
            }
            let message =
                format!("`{}` replaces `{name}`, which is not in package `{}`.", entry.own_name(), package.name);
            let help = "Correct the name, or keep it for clusters that still run that bundle.";
            out.report(&RULE, of.doc.place(reference.range), message, help)
                .package(package.name)
                .channel(channel)
                .entry(entry.own_name())
                .field(EdgeField::Replaces);
        }
    });
}
