//! `pkg-duplicate`: A package twice.

use crate::rules::declare::{foo, opm, package, rule};
use olmkit_diagnostics::Place;
use olmkit_diagnostics::Table;

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;

rule! {
    RULE, "pkg-duplicate", "FBC010", "A package twice",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "The same package name in two `olm.package` documents, in any files.",
    why: "opm rejects the catalog.",
    fix: "Keep one; move its channels and bundles along.",
    source: opm!(),
    bad: [{ package!(), foo!() }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    let mut seen: Table<&str, Place> = Table::default();
    for (item, package) in catalog.package_docs.iter().enumerate() {
        let name = package.doc.facts.own_name();
        let place = package.doc.name_place();
        let Some(first) = seen.get(name) else {
            seen.insert(name, place);
            continue;
        };
        let message = format!("Package `{name}` is defined twice. opm cannot merge them.");
        out.report(&RULE, place, message, "Remove one of the two.")
            .package(name)
            .related(*first, "the first definition");
        out.convert(&RULE, 1, item, 1, 0, format!("duplicate package {}", go_quote(name)));
    }
}
