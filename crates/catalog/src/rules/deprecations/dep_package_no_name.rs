//! `dep-package-no-name`: A package deprecation with a name.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, opm, rule};
use crate::rules::support::element;
use crate::schemas;

rule! {
    RULE, "dep-package-no-name", "FBC053", "A package deprecation with a name",
    since: "0.1.0",
    catalog: Deprecation, Opm, Error,
    finds: "A deprecation of the package (`schema: olm.package`) with a `name`.",
    why: "opm rejects the catalog. The document already names the package.",
    fix: "Remove `name` from the reference.",
    source: opm!(),
    bad: [{ foo!(), "\
---
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.package, name: foo}, message: m}]}
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
            if schema != schemas::PACKAGE || own.is_empty() {
                continue;
            }
            let message = format!("A package deprecation must not have a `name`, but has `{own}`.");
            let range = entry.name.as_ref().map_or(entry.range, |text| text.range);
            out.report(&RULE, doc.place(range), message, "Remove `name` from the reference.").package(package.name);
            let text = format!(
                "package name must be empty for deprecated package {} (specified {})",
                go_quote(name),
                go_quote(own)
            );
            out.convert(&RULE, 6, item, 3, element(at, 2), text);
        }
    }
}
