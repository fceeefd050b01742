//! `bundle-name-collision`: A bundle name used in two packages.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use olmkit_collections::Table;

rule! {
    RULE, "bundle-name-collision", "FBC079", "A bundle name used in two packages",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Info,
    finds: "The same bundle name in two packages of the catalog.",
    why: "The name is also the name of the ClusterServiceVersion, so the two bundles cannot be installed in the same \
        namespace.",
    fix: "Rename one of the bundles, for example after its package.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!(), "\
---
schema: olm.package
name: bar
defaultChannel: stable
", "\
---
schema: olm.channel
package: bar
name: stable
entries:
- name: foo.v1.0.0
", "\
---
schema: olm.bundle
package: bar
name: foo.v1.0.0
image: quay.io/x/foo:v1
properties:
- type: olm.package
  value: {packageName: bar, version: 1.0.0}
" }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    if catalog.packages.len() < 2 {
        return;
    }
    let mut seen: Table<&str, &str> = Table::default();
    for package in catalog.packages.values() {
        for (name, bundle) in &package.bundles {
            let other = *seen.or_insert(name, package.name);
            seen.insert(name, package.name);
            if other == package.name {
                continue;
            }
            let first = catalog.packages.get(other).and_then(|other| other.bundles.get(name));
            let message = format!(
                "Bundle `{name}` is in package `{}` and in package `{other}`. Only one of them can be installed in a \
                    namespace.",
                package.name
            );
            let draft = out
                .report(
                    &RULE,
                    bundle.of.doc.name_place(),
                    message,
                    "Rename one of the bundles, for example after its \
                    package.",
                )
                .package(package.name)
                .entry(name);
            if let Some(first) = first {
                draft.related(first.of.doc.name_place(), "the other bundle");
            }
        }
    }
}
