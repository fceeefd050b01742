//! `dep-bundle-exists`: A deprecation of an unknown bundle.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, opm, rule};
use crate::rules::support::element;
use crate::rules::support::{describe, report_unknown_reference};
use crate::schemas;

rule! {
    RULE, "dep-bundle-exists", "FBC051", "A deprecation of an unknown bundle",
    since: "0.1.0",
    catalog: Deprecation, Opm, Error,
    finds: "A deprecation of an `olm.bundle` that does not exist in the package.",
    why: "opm rejects the catalog.",
    fix: "Correct the name, or remove the entry.",
    source: opm!(),
    bad: [{ foo!(), "\
---
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.bundle, name: foo.v2.0.0}, message: m}]}
" }],
    good: [{ foo!(), "\
---
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.bundle, name: foo.v1.0.0}, message: m}]}
" }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, deprecations) in catalog.deprecation_docs.iter().enumerate() {
        let (doc, name) = (&deprecations.doc, deprecations.doc.facts.package_name());
        let Some(package) = catalog.packages.get(name) else { continue };
        for (at, entry) in deprecations.body.entries.iter().enumerate() {
            let schema = entry.schema.as_ref().map_or("", |text| text.value.as_str());
            let own = entry.name.as_ref().map_or("", |text| text.value.as_str());
            if schema != schemas::BUNDLE || package.bundles.contains_key(own) {
                continue;
            }
            if !catalog.may_be_hidden(package) {
                report_unknown_reference(
                    &RULE,
                    doc,
                    entry,
                    &describe(schema, own),
                    &mut package.bundles.keys().copied(),
                    out,
                )
                .package(name);
            }
            let text =
                format!("cannot deprecate bundle {} for package {}: bundle not found", go_quote(own), go_quote(name));
            out.convert(&RULE, 6, item, 3, element(at, 2), text);
        }
    }
}
