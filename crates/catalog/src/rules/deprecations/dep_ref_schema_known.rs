//! `dep-ref-schema-known`: A deprecation of something else.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, opm, rule};
use crate::rules::support::element;
use crate::rules::support::go_reference;

rule! {
    RULE, "dep-ref-schema-known", "FBC054", "A deprecation of something else",
    since: "0.1.0",
    catalog: Deprecation, Opm, Error,
    finds: "A reference with another schema than `olm.package`, `olm.channel` or `olm.bundle`.",
    why: "opm rejects the catalog.",
    fix: "Correct the schema.",
    source: opm!(),
    bad: [{ foo!(), "\
---
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.zzz, name: x}, message: m}]}
" }],
    good: [{ foo!(), "\
---
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.package}, message: m}]}
" }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, deprecations) in catalog.deprecation_docs.iter().enumerate() {
        let (doc, name) = (&deprecations.doc, deprecations.doc.facts.package_name());
        let Some(package) = catalog.packages.get(name) else { continue };
        for (at, entry) in deprecations.body.entries.iter().enumerate() {
            let schema = entry.schema.as_ref().map_or("", |text| text.value.as_str());
            let own = entry.name.as_ref().map_or("", |text| text.value.as_str());
            if schema.is_empty() || matches!(schema, "olm.package" | "olm.channel" | "olm.bundle") {
                continue;
            }
            let message = format!("Only packages, channels and bundles can be deprecated, not `{schema}`.");
            let range = entry.schema.as_ref().map_or(entry.range, |text| text.range);
            let help = "Write `olm.package`, `olm.channel` or `olm.bundle`.";
            out.report(&RULE, doc.place(range), message, help).package(package.name);
            let reference = go_reference(schema, own);
            let text = format!(
                "cannot deprecate object {reference} referenced by entry {at} for package {}: object schema unknown",
                go_quote(name)
            );
            out.convert(&RULE, 6, item, 3, element(at, 2), text);
        }
    }
}
