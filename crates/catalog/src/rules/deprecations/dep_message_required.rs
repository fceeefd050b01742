//! `dep-message-required`: A deprecation without a message.

use crate::model::{Catalog, Package};
use crate::reporter::Reporter;
use crate::rules::declare::{foo, opm, rule};
use crate::rules::support::describe;
use crate::schemas;
use crate::verdict::Leaf;

rule! {
    RULE, "dep-message-required", "FBC055", "A deprecation without a message",
    since: "0.1.0",
    catalog: Deprecation, Opm, Error,
    finds: "A deprecation whose `message` is empty or missing.",
    why: "Users would see a deprecation without a reason. opm rejects the catalog.",
    fix: "Add a `message` that says what to use instead.",
    source: opm!(),
    bad: [{ foo!(), "\
---
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.package}}]}
" }],
    good: [{ foo!(), "\
---
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.package}, message: Use bar.}]}
" }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for deprecations in &catalog.deprecation_docs {
        let Some(package) = catalog.packages.get(deprecations.doc.facts.package_name()) else { continue };
        for entry in &deprecations.body.entries {
            if entry.is_mistyped || entry.message.as_ref().is_some_and(|message| !message.value.is_empty()) {
                continue;
            }
            let own = entry.name.as_ref().map_or("", |text| text.value.as_str());
            let schema = entry.schema.as_ref().map_or("", |text| text.value.as_str());
            let place = deprecations.doc.place(entry.range);
            let message =
                format!("The deprecation of {} has no message. Users cannot see the reason.", describe(schema, own));
            out.report(&RULE, place, message, "Add a `message` that says what to use instead.").package(package.name);
            for leaf in leaves(package, schema, own) {
                out.leaf(&RULE, leaf, "invalid deprecation: message must be set".to_owned());
            }
        }
    }
}

fn leaves(package: &Package<'_>, schema: &str, name: &str) -> Vec<Leaf> {
    match schema {
        schemas::PACKAGE => vec![Leaf::package(package.name, 4)],
        schemas::CHANNEL => vec![Leaf::channel(package.name, name, 3)],
        schemas::BUNDLE => {
            let homes = package
                .channels
                .iter()
                .filter(|(_, channel)| channel.body.entries.iter().any(|e| e.own_name() == name));
            homes.map(|(channel, _)| Leaf::bundle(package.name, channel, name, 6)).collect()
        }
        _ => Vec::new(),
    }
}
