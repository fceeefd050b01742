//! `dep-ref-schema-known`: A deprecation of an unsupported schema.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, opm, rule};
use crate::rules::support::element;
use crate::rules::support::go_reference;
use crate::schemas;

rule! {
    RULE, "dep-ref-schema-known", "FBC054", "A deprecation of an unsupported schema",
    since: "0.1.0",
    catalog: Deprecation, Opm, Error,
    finds: "A reference whose schema is not `olm.package`, `olm.channel` or `olm.bundle`.",
    why: "opm rejects the catalog.",
    fix: "Set `schema` to `olm.package`, `olm.channel` or `olm.bundle`.",
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
            if schema.is_empty() || matches!(schema, schemas::PACKAGE | schemas::CHANNEL | schemas::BUNDLE) {
                continue;
            }
            let message = format!("`{schema}` cannot be deprecated, only packages, channels and bundles.");
            let range = entry.schema.as_ref().map_or(entry.range, |text| text.range);
            let help = "Set `schema` to `olm.package`, `olm.channel` or `olm.bundle`.";
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
