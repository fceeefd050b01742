//! `csv-metadata-types`: A value of the wrong type in `olm.csv.metadata`.

use crate::facts::PropertyFault;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::wrong_properties;

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
    let help = "Quote strings that look like numbers or booleans, or render the bundle again.";
    wrong_properties(&RULE, PropertyFault::CsvMetadata, help, catalog, out);
}
