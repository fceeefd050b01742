//! `pkg-duplicate`: A duplicate package.

use crate::rules::declare::{foo, opm, package, rule};
use olmkit_collections::Table;
use olmkit_diagnostics::Place;

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;

rule! {
    RULE, "pkg-duplicate", "FBC010", "A duplicate package",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "Two `olm.package` documents with the same name, in any files.",
    why: "opm does not merge packages and rejects the catalog.",
    fix: "Keep one of the documents.",
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
        let message = format!("Package `{name}` is defined more than once. opm rejects the catalog.");
        out.report(&RULE, place, message, "Remove the duplicate `olm.package`.")
            .package(name)
            .related(*first, "the first definition");
        out.convert(&RULE, 1, item, 1, 0, format!("duplicate package {}", go_quote(name)));
    }
}
