//! `dep-package-required`: Deprecations without package.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, opm, rule};

rule! {
    RULE, "dep-package-required", "FBC046", "Deprecations without package",
    since: "0.1.0",
    catalog: Deprecation, Opm, Error,
    finds: "An `olm.deprecations` with no `package`.",
    why: "opm rejects the catalog.",
    fix: "Add `package:`.",
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
        if name.is_empty() {
            out.report(
                &RULE,
                doc.place(doc.facts.range),
                "These deprecations do not say for which package they are.",
                "Add `package:`.",
            );
            out.convert(&RULE, 6, item, 0, 0, format!("package name must be set for deprecation item {item}"));
        }
    }
}
