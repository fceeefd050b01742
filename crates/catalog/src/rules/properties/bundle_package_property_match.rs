//! `bundle-package-property-match`: A bundle of another package.

use crate::rules::declare::{channel, foo, opm, package, rule};
use olmkit_diagnostics::Safety;

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::support::scalar;

rule! {
    RULE, "bundle-package-property-match", "FBC035", "A bundle of another package",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "The `packageName` of the `olm.package` property differs from the bundle's `package`.",
    why: "opm rejects the catalog.",
    fix: "Correct one of the two.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1.0.0, image: x/y, properties: [{type: olm.package, value: {packageName: bar, version: 1.0.0}}]}
" }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        let [property] = bundle.body.packages.as_slice() else { continue };
        let named = property.package_name.as_ref().map_or("", |text| text.value.as_str());
        if named == package || bundle.body.bad_property.is_some() || !catalog.packages.contains_key(package) {
            continue;
        }
        let range = property.package_name.as_ref().map_or(property.range, |text| text.range);
        let place = bundle.doc.place(range);
        let message =
            format!("Bundle `{name}` belongs to package `{package}`, but its `olm.package` property says `{named}`.");
        let draft = out
            .report(&RULE, place, message, "Correct `packageName`, or the bundle's `package`.")
            .package(package)
            .entry(name);
        if property.package_name.is_some() {
            draft.fix(format!("Write {package}"), Safety::Unsafe, place, scalar(package, bundle.doc.format));
        }
        let text = format!("package {} does not match \"olm.package\" property {}", go_quote(package), go_quote(named));
        out.convert(&RULE, 3, item, 5, 0, text);
    }
}
