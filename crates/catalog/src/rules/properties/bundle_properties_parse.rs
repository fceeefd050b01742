//! `bundle-properties-parse`: A property with an invalid value.

use crate::facts::PropertyFault;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::wrong_properties;

rule! {
    RULE, "bundle-properties-parse", "FBC031", "A property with an invalid value",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A property of a known type (`olm.package`, `olm.gvk`, ...) whose value does not match that type.",
    why: "opm rejects the catalog. OLM cannot resolve dependencies with such a property.",
    fix: "Write the fields that the property type defines. Quote strings, and write full versions: `\"1.2.0\"`.",
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
    let help = "Write the fields that the property type defines. Quote strings, and write full versions: `\"1.2.0\"`.";
    wrong_properties(&RULE, PropertyFault::Value, help, catalog, out);
}
