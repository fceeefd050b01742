//! `csv-metadata-types`: A value of the wrong type in `olm.csv.metadata`.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};

rule! {
    RULE, "csv-metadata-types", "FBC033", "A value of the wrong type in `olm.csv.metadata`",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A value in `olm.csv.metadata` whose type differs from the type of that field in a CSV.",
    why: "opm rejects the catalog.",
    fix: "Quote strings that look like numbers or booleans, or render the bundle again.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1.0.0, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}, {type: olm.csv.metadata, value: {minKubeVersion: 1.20}}]}
" }],
    good: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1.0.0, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}, {type: olm.csv.metadata, value: {minKubeVersion: junk, extra: 1}}]}
" }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        let Some(bad) = &bundle.body.bad_property else { continue };
        if bad.is_missing || !bad.is_csv_metadata || !catalog.packages.contains_key(package) {
            continue;
        }
        let help = "Quote strings that look like numbers or booleans, or render the bundle again.";
        let place = bundle.doc.place(bad.range);
        let draft = out.report(&RULE, place, bad.message.clone(), help).package(package).entry(name);
        if let Some(fix) = &bad.fix {
            draft.with_fix(bundle.doc.fix(fix));
        }
        let text = format!("parse properties for bundle {}: {}", go_quote(name), bad.upstream);
        out.convert(&RULE, 3, item, 3, 0, text);
    }
}
