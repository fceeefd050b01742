//! `bundle-package-required`: A bundle without a package.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, foo, opm, package, rule};

rule! {
    RULE, "bundle-package-required", "FBC028", "A bundle without a package",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "An `olm.bundle` whose `package` is missing or empty.",
    why: "opm rejects the catalog.",
    fix: "Set `package` to the name of the package.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), "\
---
{schema: olm.bundle, name: foo.v1.0.0, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
" }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        if !package.is_empty() || bundle.doc.facts.is_broken() {
            continue;
        }
        let message = format!("Bundle `{name}` has no `package`.");
        out.report(&RULE, bundle.doc.name_place(), message, "Set `package` to the name of the package.").entry(name);
        out.convert(&RULE, 3, item, 0, 0, format!("package name must be set for bundle {}", go_quote(name)));
    }
}
