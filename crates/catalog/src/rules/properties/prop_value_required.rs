//! `prop-value-required`: A property without a value.

use crate::facts::PropertyFault;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::wrong_properties;

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
    let help = "Add a `value`, or remove the property.";
    wrong_properties(&RULE, PropertyFault::Missing, help, catalog, out);
}
