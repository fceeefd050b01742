//! `bundle-csv-metadata-multiple`: Several `olm.csv.metadata` properties in a bundle.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};

rule! {
    RULE, "bundle-csv-metadata-multiple", "FBC060", "Several `olm.csv.metadata` properties in a bundle",
    since: "0.1.0",
    catalog: Schema, OpmServe, Error,
    finds: "A bundle with more than one `olm.csv.metadata` property.",
    why: "`opm validate` accepts the catalog, but `opm serve` fails and the catalog pod does not start.",
    fix: "Keep one of the properties.",
    source: "`opm serve` fails on it; `opm validate` does not (operator-registry, August 2026).",
    bad: [{ foo!(properties "\
- type: olm.csv.metadata
  value: {displayName: Foo}
- type: olm.csv.metadata
  value: {displayName: Bar}
") }],
    good: [{ foo!(properties "\
- type: olm.csv.metadata
  value: {displayName: Foo}
") }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for bundle in &catalog.bundle_docs {
        let [first, second, ..] = bundle.body.csv_metadata.as_slice() else { continue };
        let name = bundle.doc.facts.own_name();
        let message = format!(
            "Bundle `{name}` has {} `olm.csv.metadata` properties. `opm serve` accepts only one and does not start.",
            bundle.body.csv_metadata.len()
        );
        out.report(&RULE, bundle.doc.place(*second), message, "Keep one of the properties.")
            .package(bundle.doc.facts.package_name())
            .entry(name)
            .related(bundle.doc.place(*first), "the first property");
    }
}
