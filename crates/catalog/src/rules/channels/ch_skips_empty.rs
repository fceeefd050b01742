//! `ch-skips-empty`: An empty element of `skips`.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, opm, rule};
use crate::verdict::Leaf;
use olmkit_api::EdgeField;

rule! {
    RULE, "ch-skips-empty", "FBC022", "An empty element of `skips`",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "An element of `skips` that is empty or null.",
    why: "opm rejects the catalog.",
    fix: "Remove the element, or set it to the name of an entry.",
    source: opm!(),
    bad: [{ foo!("- {name: foo.v1.0.0, skips: ['']}\n"; "1.0.0") }],
    good: [{ foo!("- {name: foo.v1.0.0, skips: [gone]}\n"; "1.0.0") }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for package in catalog.packages.values() {
        for (name, channel) in &package.channels {
            for entry in &channel.body.entries {
                let empty = entry.skips.iter().enumerate().filter(|(_, skip)| skip.value.is_empty());
                for (at, skip) in empty {
                    let message = format!("The `skips` of `{}` contains an empty element.", entry.own_name());
                    out.report(
                        &RULE,
                        channel.doc.place(skip.range),
                        message,
                        "Remove the element, or set it to the \
                        name of an entry.",
                    )
                    .package(package.name)
                    .channel(name)
                    .entry(entry.own_name())
                    .field(EdgeField::Skips);
                    let leaf = Leaf { element: at, ..Leaf::bundle(package.name, name, entry.own_name(), 2) };
                    out.leaf(&RULE, leaf, format!("skip[{at}] is empty"));
                }
            }
        }
    }
}
