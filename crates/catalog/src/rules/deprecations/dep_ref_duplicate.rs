//! `dep-ref-duplicate`: A duplicate deprecation.

use crate::rules::declare::{foo, opm, rule};
use olmkit_collections::HashSet;
use olmkit_text::capitalized;

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::support::element;
use crate::rules::support::{describe, go_reference};

rule! {
    RULE, "dep-ref-duplicate", "FBC050", "A duplicate deprecation",
    since: "0.1.0",
    catalog: Deprecation, Opm, Error,
    finds: "Two entries of `olm.deprecations` with the same reference.",
    why: "opm rejects the catalog.",
    fix: "Keep one of the entries.",
    source: opm!(),
    bad: [{ foo!(), "\
---
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.package}, message: m}, {reference: {schema: olm.package}, message: m}]}
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
        let mut seen = HashSet::default();
        for (at, entry) in deprecations.body.entries.iter().enumerate() {
            let schema = entry.schema.as_ref().map_or("", |text| text.value.as_str());
            let own = entry.name.as_ref().map_or("", |text| text.value.as_str());
            if schema.is_empty() || seen.insert((schema, own)) {
                continue;
            }
            let message = capitalized(&format!("{} is deprecated more than once.", describe(schema, own)));
            out.report(&RULE, doc.place(entry.range), message, "Keep one of the entries.").package(package.name);
            let reference = go_reference(schema, own);
            let text = format!("duplicate deprecation entry {reference} for package {}", go_quote(name));
            out.convert(&RULE, 6, item, 3, element(at, 1), text);
        }
    }
}
