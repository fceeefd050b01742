//! `dep-ref-schema-required`: A deprecation without a schema.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, opm, rule};
use crate::rules::support::element;

rule! {
    RULE, "dep-ref-schema-required", "FBC049", "A deprecation without a schema",
    since: "0.1.0",
    catalog: Deprecation, Opm, Error,
    finds: "An entry of `olm.deprecations` whose `reference.schema` is missing or empty.",
    why: "opm rejects the catalog.",
    fix: "Add `schema: olm.package`, `olm.channel` or `olm.bundle` to its `reference`.",
    source: opm!(),
    bad: [{ foo!(), "\
---
{schema: olm.deprecations, package: foo, entries: [{message: m}]}
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
            if entry.is_mistyped || !schema.is_empty() {
                continue;
            }
            let message = "This deprecation has no `reference.schema`, so opm cannot tell what is deprecated.";
            let help = "Add `schema: olm.package`, `olm.channel` or `olm.bundle` to its `reference`.";
            out.report(&RULE, doc.place(entry.range), message, help).package(package.name);
            let text = format!("schema must be set for deprecation entry [{at}] for package {}", go_quote(name));
            out.convert(&RULE, 6, item, 3, element(at, 0), text);
        }
    }
}
