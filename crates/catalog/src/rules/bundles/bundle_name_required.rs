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
    finds: "A bundle without a name.",
    why: "opm rejects the catalog.",
    fix: "Add a `name`, the same as in the channel entry of the bundle.",
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
        if entry.is_empty() && !bundle.of.doc.facts.is_broken() {
            out.leaf(&RULE, Leaf::bundle(package.name, channel, entry, 0), "name must be set".to_owned());
        }
    });
    // opm also rejects one that is not in a channel, but for that reason.
    for bundle in &catalog.bundle_docs {
        let facts = bundle.doc.facts;
        let package = facts.package_name();
        if facts.own_name().is_empty() && !facts.is_broken() && catalog.packages.contains_key(package) {
            let help = "Add a `name`, the same as in its channel entry.";
            out.report(&RULE, bundle.doc.name_place(), "This bundle has no name.", help).package(package).entry("");
        }
    }
}
