//! `bundle-package-property-match`: An `olm.package` property of another package.

use crate::rules::declare::{channel, foo, opm, package, rule};
use olmkit_diagnostics::Safety;

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::support::{missing_in_package, scalar};

rule! {
    RULE, "bundle-package-property-match", "FBC035", "An `olm.package` property of another package",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A bundle whose `package` differs from the `packageName` of its `olm.package` property.",
    why: "opm rejects the catalog.",
    fix: "Correct `packageName`, or the `package` of the bundle.",
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
        let (message, help) = match &property.package_name {
            Some(_) => (
                format!(
                    "Bundle `{name}` belongs to package `{package}`, but the `packageName` of its `olm.package` \
                        property is `{named}`."
                ),
                "Correct `packageName`, or the `package` of the bundle.",
            ),
            None => missing_in_package(property, "packageName", name),
        };
        let draft = out.report(&RULE, place, message, help).package(package).entry(name);
        if property.package_name.is_some() {
            draft.fix(format!("Write {package}"), Safety::Unsafe, place, scalar(package, bundle.doc.format));
        }
        let text = format!("package {} does not match \"olm.package\" property {}", go_quote(package), go_quote(named));
        out.convert(&RULE, 3, item, 5, 0, text);
    }
}
