//! `bundle-package-property-count`: A bundle without exactly one `olm.package` property.

use olmkit_diagnostics::Safety;

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, foo, opm, package, rule};
use crate::rules::support::scalar;
use crate::schemas::PACKAGE_PROPERTY;

rule! {
    RULE, "bundle-package-property-count", "FBC034", "A bundle without exactly one `olm.package` property",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A bundle with no `olm.package` property or with several. The type must match exactly.",
    why: "The property defines the version of the bundle. opm rejects the catalog.",
    fix: "Keep exactly one property of type `olm.package`.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1.0.0, image: x/y, properties: [{type: OLM.package, value: {packageName: foo, version: 1.0.0}}]}
" }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        let found = bundle.body.packages.len();
        if found == 1 || bundle.body.bad_property.is_some() || !catalog.packages.contains_key(package) {
            continue;
        }
        let message = format!(
            "Bundle `{name}` must have exactly one `olm.package` property, which defines its version, but has \
                {found}."
        );
        let misspelled = bundle.body.misspelled_package.as_ref().filter(|_| found == 0).map(|text| text.range);
        let range = bundle.body.packages.get(1).map(|second| second.range).or(misspelled);
        let place = range.map_or_else(|| bundle.doc.name_place(), |range| bundle.doc.place(range));
        let help = match (found, misspelled) {
            (0, Some(_)) => "Did you mean `olm.package`?",
            (0, None) => "Add a property of type `olm.package` with `packageName` and `version`.",
            _ => "Keep exactly one property of type `olm.package`.",
        };
        let draft = out.report(&RULE, place, message, help).package(package).entry(name);
        if misspelled.is_some() {
            draft.fix("Use olm.package", Safety::Unsafe, place, scalar(PACKAGE_PROPERTY, bundle.doc.format));
        }
        let (package, name) = (go_quote(package), go_quote(name));
        let text =
            format!("package {package} bundle {name} must have exactly 1 \"olm.package\" property, found {found}");
        out.convert(&RULE, 3, item, 4, 0, text);
    }
}
