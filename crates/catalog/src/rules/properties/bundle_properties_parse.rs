//! `bundle-properties-parse`: A property with an invalid value.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};

rule! {
    RULE, "bundle-properties-parse", "FBC031", "A property with an invalid value",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A property of a known type (`olm.package`, `olm.gvk`, ...) whose value does not match that type.",
    why: "opm rejects the catalog. OLM cannot resolve dependencies with such a property.",
    fix: "Write the fields that the property type defines, and quote versions.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1.0.0, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}, {type: olm.gvk, value: [a]}]}
" }],
    good: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1.0.0, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}, {type: olm.gvk, value: {group: g, version: v1, kind: K}}]}
" }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        let Some(bad) = &bundle.body.bad_property else { continue };
        if bad.is_missing || bad.is_csv_metadata || !catalog.packages.contains_key(package) {
            continue;
        }
        let help = "Write the fields that the property type defines, and quote versions.";
        let place = bundle.doc.place(bad.range);
        let draft = out.report(&RULE, place, bad.message.clone(), help).package(package).entry(name);
        if let Some(fix) = &bad.fix {
            draft.with_fix(bundle.doc.fix(fix));
        }
        let text = format!("parse properties for bundle {}: {}", go_quote(name), bad.upstream);
        out.convert(&RULE, 3, item, 3, 0, text);
    }
}
