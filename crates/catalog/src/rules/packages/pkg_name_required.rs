//! `pkg-name-required`: A package without a name.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{bundle, channel, foo, opm, rule};

rule! {
    RULE, "pkg-name-required", "FBC009", "A package without a name",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "An `olm.package` with an empty or missing name.",
    why: "opm rejects the catalog. Channels and bundles cannot refer to the package.",
    fix: "Add a `name`.",
    source: opm!(),
    bad: [{ "\
---
{schema: olm.package, defaultChannel: stable}
", channel!("stable", "- name: foo.v1.0.0\n"), bundle!("1.0.0") }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, package) in catalog.package_docs.iter().enumerate() {
        if package.doc.facts.own_name().is_empty() && !package.doc.facts.is_broken() {
            out.report(
                &RULE,
                package.doc.name_place(),
                "This package has no name. Channels and bundles cannot refer to it.",
                "Add a `name`.",
            );
            out.convert(&RULE, 1, item, 0, 0, "config contains package with no name".to_owned());
        }
    }
}
