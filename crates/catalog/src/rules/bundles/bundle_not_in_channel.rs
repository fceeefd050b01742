//! `bundle-not-in-channel`: A bundle that is not in any channel.

use crate::rules::declare::{foo, opm, rule};
use olmkit_collections::Table;

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;

rule! {
    RULE, "bundle-not-in-channel", "FBC040", "A bundle that is not in any channel",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A bundle that is not an entry of any channel of its package.",
    why: "The bundle cannot be installed. opm rejects the catalog.",
    fix: "Add it to a channel, or remove the bundle.",
    source: opm!(),
    bad: [{ foo!(), "\
---
{schema: olm.bundle, package: foo, name: orphan, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 2.0.0}}]}
" }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    let mut members: Table<&str, Vec<bool>> = Table::default();
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        let Some(owner) = catalog.packages.get(package) else { continue };
        let used = members.or_insert_with(package, || unless_all(owner.used_bundles()));
        if used.is_empty() || owner.bundles.find(name).and_then(|place| used.get(place)) == Some(&true) {
            continue;
        }
        let text = format!("package {}, bundle {} not found in any channel entries", go_quote(package), go_quote(name));
        out.convert(&RULE, 3, item, 10, 0, text);
        if catalog.may_be_hidden(owner) {
            continue;
        }
        let message = format!(
            "Bundle `{name}` is not an entry of any channel of package `{package}`, so it cannot be \
                installed."
        );
        let dangling = owner.channels.values().flat_map(|channel| &channel.body.entries).map(|entry| entry.own_name());
        let near = out.near_miss(name, &mut dangling.filter(|entry| !owner.bundles.contains_key(entry)));
        let help = near.map_or_else(
            || "Add it to a channel, or remove the bundle.".to_owned(),
            |near| format!("Did you mean this bundle in entry `{near}`, which has no bundle?"),
        );
        out.report(&RULE, bundle.doc.name_place(), message, help).package(package).entry(name);
    }
}

/// Returns an empty list if all bundles are used. This is the case in nearly all catalogs, and saves lookups.
fn unless_all(used: Vec<bool>) -> Vec<bool> {
    if used.iter().all(|used| *used) { Vec::new() } else { used }
}
