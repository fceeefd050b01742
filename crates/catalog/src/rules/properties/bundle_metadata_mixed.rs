//! `bundle-metadata-mixed`: A bundle with both kinds of metadata.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};

rule! {
    RULE, "bundle-metadata-mixed", "FBC077", "A bundle with both kinds of metadata",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Info,
    finds: "A bundle with both `olm.csv.metadata` and `olm.bundle.object` properties.",
    why: "Consoles read the metadata. The objects are unused and make the catalog much larger.",
    fix: "Remove the `olm.bundle.object` properties, as `opm render --migrate` does.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!(properties "\
- type: olm.csv.metadata
  value: {displayName: Foo}
- type: olm.bundle.object
  value: {data: e30=}
") }],
    good: [{ foo!(properties "\
- type: olm.csv.metadata
  value: {displayName: Foo}
") }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for bundle in &catalog.bundle_docs {
        let [metadata, ..] = bundle.body.csv_metadata.as_slice() else { continue };
        if bundle.body.objects == 0 {
            continue;
        }
        let name = bundle.doc.facts.own_name();
        let message = format!(
            "Bundle `{name}` has `olm.csv.metadata`, so its `olm.bundle.object` properties ({}) are unused.",
            bundle.body.objects
        );
        out.report(&RULE, bundle.doc.place(*metadata), message, "Remove the `olm.bundle.object` properties.")
            .package(bundle.doc.facts.package_name())
            .entry(name);
    }
}
