//! `dep-package-required`: Deprecations without a package.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, opm, rule};

rule! {
    RULE, "dep-package-required", "FBC046", "Deprecations without a package",
    since: "0.1.0",
    catalog: Deprecation, Opm, Error,
    finds: "An `olm.deprecations` whose `package` is missing or empty.",
    why: "opm rejects the catalog.",
    fix: "Set `package` to the name of the package.",
    source: opm!(),
    bad: [{ foo!(), "\
---
{schema: olm.deprecations, entries: [{reference: {schema: olm.package}, message: m}]}
" }],
    good: [{ foo!(), "\
---
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.package}, message: m}]}
" }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, deprecations) in catalog.deprecation_docs.iter().enumerate() {
        let (doc, name) = (&deprecations.doc, deprecations.doc.facts.package_name());
        if name.is_empty() && !doc.facts.is_broken() {
            out.report(
                &RULE,
                doc.place(doc.facts.range),
                "This `olm.deprecations` document has no `package`.",
                "Set `package` to the name of the package.",
            );
            out.convert(&RULE, 6, item, 0, 0, format!("package name must be set for deprecation item {item}"));
        }
    }
}
