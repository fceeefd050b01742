//! `bundle-unknown-package`: A bundle of an unknown package.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, opm, rule};
use crate::rules::support::report_unknown_package;

rule! {
    RULE, "bundle-unknown-package", "FBC029", "A bundle of an unknown package",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A bundle whose `package` is not an `olm.package` of the catalog.",
    why: "opm rejects the catalog.",
    fix: "Correct `package`, or add the `olm.package`.",
    source: opm!(),
    bad: [{ foo!(), "\
---
{schema: olm.bundle, package: bar, name: z, image: x/y, properties: [{type: olm.package, value: {packageName: bar, version: 1.0.0}}]}
" }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        if package.is_empty() || catalog.packages.contains_key(package) {
            continue;
        }
        let text = format!("unknown package {} for bundle {}", go_quote(package), go_quote(name));
        out.convert(&RULE, 3, item, 1, 0, text);
        if !catalog.is_incomplete {
            report_unknown_package(&RULE, catalog, &bundle.doc, &format!("Bundle `{name}`"), out).entry(name);
        }
    }
}
