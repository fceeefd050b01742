//! `prop-value-required`: A property without a value.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};

rule! {
    RULE, "prop-value-required", "FBC032", "A property without a value",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A property with a `type` but no `value`. (`value: null` counts as a value.)",
    why: "opm rejects the catalog.",
    fix: "Add a `value`, or remove the property.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1.0.0, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}, {type: my.prop}]}
" }],
    good: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1.0.0, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}, {type: my.prop, value: null}]}
" }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        let Some(bad) = &bundle.body.bad_property else { continue };
        if !bad.is_missing || !catalog.packages.contains_key(package) {
            continue;
        }
        let help = "Add a `value`, or remove the property.";
        out.report(&RULE, bundle.doc.place(bad.range), bad.message.clone(), help).package(package).entry(name);
        let text = format!("parse properties for bundle {}: {}", go_quote(name), bad.upstream);
        out.convert(&RULE, 3, item, 3, 0, text);
    }
}
