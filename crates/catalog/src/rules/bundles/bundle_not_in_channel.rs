//! `bundle-not-in-channel`: A bundle that is not in any channel.

use crate::facts::Body;
use crate::rules::declare::{foo, opm, rule};
use crate::rules::documents::unknown_schema::meant;
use crate::rules::support::scalar;
use olmkit_collections::{HashSet, Table};
use olmkit_diagnostics::{Place, Safety};
use olmkit_text::counted;

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;

rule! {
    RULE, "bundle-not-in-channel", "FBC040", "A bundle that is not in any channel",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A bundle that is not an entry of any channel of its package.",
    why: "The bundle cannot be installed. opm rejects the catalog.",
    fix: "Add it to a channel, or remove the bundle. If a document is probably the missing channel, because its `schema` \
        or `package` is misspelled, correct it: all bundles of the package are then reported there together.",
    source: opm!(),
    bad: [{ foo!(), "\
---
{schema: olm.bundle, package: foo, name: orphan, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 2.0.0}}]}
" }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    let mut members: Table<&str, Vec<bool>> = Table::default();
    let (mut lost, mut reported) = (None, HashSet::default());
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
        if let Some(lost) = lost.get_or_insert_with(|| lost_channels(catalog, out)).get(package) {
            if reported.insert(package) {
                lost.report(package, used.iter().filter(|used| !**used).count(), out);
            }
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

/// A document that is probably a channel of a package, but has a misspelled `schema` or `package`.
struct LostChannel<'c> {
    place: Place,
    name: &'c str,
    text: String,
}

impl LostChannel<'_> {
    /// Reports the bundles that are in no channel for this reason.
    fn report(&self, package: &str, bundles: usize, out: &mut Reporter) {
        let (subject, verb) = (counted(bundles, "bundle", "bundles"), if bundles == 1 { "is" } else { "are" });
        let message = format!("{subject} of package `{package}` {verb} not in any channel and cannot be installed.");
        let help = format!("This document is probably the missing channel. Did you mean `{}`?", self.name);
        let draft = out.report(&RULE, self.place, message, help).package(package);
        draft.fix(format!("Write {}", self.name), Safety::Unsafe, self.place, self.text.clone());
    }
}

/// Returns the first of these documents for each package.
fn lost_channels<'f>(catalog: &Catalog<'f>, out: &mut Reporter) -> Table<&'f str, LostChannel<'f>> {
    let mut lost = Table::default();
    for doc in &catalog.docs {
        let package = doc.facts.package_name();
        let found = match &doc.facts.body {
            Body::Other => {
                let schema = doc.facts.schema.as_ref();
                let meant = schema.and_then(|schema| meant(&schema.value)).filter(|meant| *meant == "olm.channel");
                schema.zip(meant).map(|(schema, meant)| (package, schema, meant))
            }
            Body::Channel(_) if !catalog.packages.contains_key(package) => {
                let near = out.near_miss(package, &mut catalog.packages.keys().copied());
                doc.facts.package.as_ref().zip(near).map(|(written, near)| (near, written, near))
            }
            _ => None,
        };
        if let Some((package, written, name)) = found {
            let (place, text) = (doc.place(written.range), scalar(name, doc.format));
            lost.or_insert(package, LostChannel { place, name, text });
        }
    }
    lost
}

/// Returns an empty list if all bundles are used. This is the case in nearly all catalogs, and saves lookups.
fn unless_all(used: Vec<bool>) -> Vec<bool> {
    if used.iter().all(|used| *used) { Vec::new() } else { used }
}
