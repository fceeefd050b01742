//! `pkg-no-channels`: A package without channels.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, opm, rule};
use crate::verdict::Leaf;

rule! {
    RULE, "pkg-no-channels", "FBC014", "A package without channels",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "An `olm.package` that has no `olm.channel`.",
    why: "The package cannot be installed. opm rejects the catalog.",
    fix: "Add an `olm.channel`, or remove the package.",
    source: opm!(),
    bad: [{ "\
---
{schema: olm.package, name: foo}
" }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for package in catalog.packages.values() {
        if !package.channels.is_empty() || package.decl.body.default_channel.is_some() {
            continue;
        }
        out.leaf(&RULE, Leaf::package(package.name, 1), "package must contain at least one channel".to_owned());
        if catalog.may_be_hidden(package) {
            continue;
        }
        let message = format!("Package `{}` has no channels, so it cannot be installed.", package.name);
        out.report(
            &RULE,
            package.decl.doc.name_place(),
            message,
            "Add an `olm.channel`, or remove the \
            package.",
        )
        .package(package.name);
    }
}
