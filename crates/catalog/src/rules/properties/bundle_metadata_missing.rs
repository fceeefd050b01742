//! `bundle-metadata-missing`: A bundle without display metadata.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};

rule! {
    RULE, "bundle-metadata-missing", "FBC078", "A bundle without display metadata",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Off,
    finds: "A bundle with neither `olm.csv.metadata` nor `olm.bundle.object` properties.",
    why: "Consoles cannot show a display name, a description or install modes for the bundle, and may not list it as \
        installable.",
    fix: "Render the bundle with `opm render --migrate`.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!() }],
    good: [{ foo!(properties "\
- type: olm.csv.metadata
  value: {displayName: Foo}
") }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for bundle in &catalog.bundle_docs {
        if bundle.body.objects > 0 || !bundle.body.csv_metadata.is_empty() {
            continue;
        }
        let name = bundle.doc.facts.own_name();
        let message = format!(
            "Bundle `{name}` has neither `olm.csv.metadata` nor `olm.bundle.object` properties, so consoles cannot \
                describe it."
        );
        out.report(&RULE, bundle.doc.name_place(), message, "Render the bundle with `opm render --migrate`.")
            .package(bundle.doc.facts.package_name())
            .entry(name);
    }
}
