//! `dep-unknown-package`: Deprecations of an unknown package.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, opm, rule};
use crate::rules::support::report_unknown_package;

rule! {
    RULE, "dep-unknown-package", "FBC047", "Deprecations of an unknown package",
    since: "0.1.0",
    catalog: Deprecation, Opm, Error,
    finds: "An `olm.deprecations` whose `package` is not an `olm.package` of the catalog.",
    why: "opm rejects the catalog.",
    fix: "Correct `package`, or add the `olm.package`.",
    source: opm!(),
    bad: [{ foo!(), "\
---
{schema: olm.deprecations, package: bar, entries: [{reference: {schema: olm.package}, message: m}]}
" }],
    good: [{ foo!(), "\
---
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.package}, message: m}]}
" }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, deprecations) in catalog.deprecation_docs.iter().enumerate() {
        let (doc, name) = (&deprecations.doc, deprecations.doc.facts.package_name());
        if name.is_empty() || catalog.packages.contains_key(name) {
            continue;
        }
        out.convert(
            &RULE,
            6,
            item,
            1,
            0,
            format!("cannot apply deprecations to an unknown package {}", go_quote(name)),
        );
        if !catalog.is_incomplete {
            report_unknown_package(&RULE, catalog, doc, "This `olm.deprecations` document", out);
        }
    }
}
