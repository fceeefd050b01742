//! `dep-one-per-package`: Several deprecation documents for a package.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, opm, rule};

rule! {
    RULE, "dep-one-per-package", "FBC048", "Several deprecation documents for a package",
    since: "0.1.0",
    catalog: Deprecation, Opm, Error,
    finds: "More than one `olm.deprecations` document for a package, in any files.",
    why: "opm rejects the catalog.",
    fix: "Move all entries into one document.",
    source: opm!(),
    bad: [{ foo!(), "\
---
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.package}, message: m}]}
", "\
---
{schema: olm.deprecations, package: foo, entries: []}
" }],
    good: [{ foo!(), "\
---
{schema: olm.deprecations, package: foo, entries: [{reference: {schema: olm.package}, message: m}]}
" }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, deprecations) in catalog.deprecation_docs.iter().enumerate() {
        let (doc, name) = (&deprecations.doc, deprecations.doc.facts.package_name());
        let first = catalog.packages.get(name).and_then(|package| package.deprecations.first());
        let Some(first) = first.filter(|first| first.doc.order != doc.order) else { continue };
        let message = format!("Package `{name}` has more than one `olm.deprecations` document.");
        out.report(&RULE, doc.place(doc.facts.range), message, "Move all entries into the first one.")
            .package(name)
            .related(first.doc.place(first.doc.facts.range), "the first one");
        out.convert(
            &RULE,
            6,
            item,
            2,
            0,
            format!("expected a maximum of one deprecation per package: {}", go_quote(name)),
        );
    }
}
