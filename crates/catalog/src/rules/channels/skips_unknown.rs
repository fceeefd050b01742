//! `skips-unknown`: A `skips` element that is not a bundle of the package.

use crate::model::{Catalog, Entry};
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::rules::support::each_entry;
use olmkit_api::EdgeField;

rule! {
    RULE, "skips-unknown", "FBC071", "A `skips` element that is not a bundle of the package",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Off,
    finds: "An entry whose `skips` contains a name that is neither an entry of the channel nor a bundle of the \
        package.",
    why: "This is usual in a channel whose older bundles were removed: clusters that still run them can upgrade. In a \
        hand-written catalog it can be a misspelling.",
    fix: "Correct the name, or keep it for clusters that still run the bundle.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!("\
- name: foo.v1.0.0
  skips: [foo.v0.9.0]
"; "1.0.0") }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    each_entry(catalog, &mut |Entry { package, channel, of, facts: entry, .. }| {
        for reference in &entry.skips {
            let name = reference.value.as_str();
            if name.is_empty() || package.bundles.contains_key(name) {
                continue;
            }
            let message = format!("`{}` skips `{name}`, which is not in package `{}`.", entry.own_name(), package.name);
            let help = "Correct the name, or keep it for clusters that still run that bundle.";
            out.report(&RULE, of.doc.place(reference.range), message, help)
                .package(package.name)
                .channel(channel)
                .entry(entry.own_name())
                .field(EdgeField::Skips);
        }
    });
}
