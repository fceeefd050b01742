//! `bundle-duplicate`: A duplicate bundle.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, opm, rule};

rule! {
    RULE, "bundle-duplicate", "FBC030", "A duplicate bundle",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "Two `olm.bundle` documents of a package with the same name.",
    why: "opm rejects the catalog.",
    fix: "Remove one of the documents. One bundle can be an entry of several channels.",
    source: opm!(),
    bad: [{ foo!("- name: foo.v1.0.0\n"; "1.0.0", "1.0.0") }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        let owner = catalog.packages.get(package).filter(|owner| owner.bundles.has_duplicates());
        let first = owner.and_then(|owner| owner.bundles.get(name));
        let Some(first) = first.filter(|first| first.of.doc.order != bundle.doc.order) else { continue };
        let message = format!(
            "Bundle `{name}` of package `{package}` is defined more than once. opm rejects the \
            catalog."
        );
        out.report(&RULE, bundle.doc.name_place(), message, "Remove the duplicate `olm.bundle`.")
            .package(package)
            .entry(name)
            .related(first.of.doc.name_place(), "the first definition");
        let text = format!("package {} has duplicate bundle {}", go_quote(package), go_quote(name));
        out.convert(&RULE, 3, item, 2, 0, text);
    }
}
