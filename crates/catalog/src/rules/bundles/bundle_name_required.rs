//! `bundle-name-required`: A bundle without a name.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, foo, opm, package, rule};
use crate::rules::support::each_member;
use crate::verdict::Leaf;

rule! {
    RULE, "bundle-name-required", "FBC042", "A bundle without a name",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A bundle with an empty name that is an entry of a channel.",
    why: "opm rejects the catalog.",
    fix: "Add a `name` to the bundle and to its channel entry.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- skips: []\n"), "\
---
schema: olm.bundle
package: foo
image: quay.io/x/foo:v1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
" }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    each_member(catalog, |package, channel, entry, bundle| {
        if !entry.is_empty() || bundle.of.doc.facts.is_broken() {
            return;
        }
        let place = bundle.of.doc.name_place();
        out.leaf(&RULE, Leaf::bundle(package.name, channel, entry, 0), "name must be set".to_owned());
        let name = bundle.of.doc.facts.own_name();
        out.report(&RULE, place, "This bundle has no name.", "Add a `name` to the bundle and to its channel entry.")
            .package(package.name)
            .entry(name);
    });
}
