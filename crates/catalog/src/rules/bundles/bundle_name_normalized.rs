//! `bundle-name-normalized`: A bundle name that does not match its release.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::each_member;
use crate::verdict::Leaf;

rule! {
    RULE, "bundle-name-normalized", "FBC043", "A bundle name that does not match its release",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A bundle with a `release` whose name is not `<package>-v<version>-<release>`.",
    why: "opm requires this name for bundles with a release, and rejects the catalog.",
    fix: "Rename the bundle and its channel entries.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), r#"---
{schema: olm.bundle, package: foo, name: foo.v1.0.0, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0, release: "1"}}]}
"# }],
    good: [{ package!(), channel!("stable", "- name: foo-v1.0.0-1\n"), r#"---
{schema: olm.bundle, package: foo, name: foo-v1.0.0-1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0, release: "1"}}]}
"# }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    each_member(catalog, |package, channel, entry, bundle| {
        if bundle.release().is_empty() {
            return;
        }
        let Some(version) = &bundle.version else { return };
        let expected = format!("{}-v{version}-{}", package.name, bundle.release());
        if entry == expected || olmkit_semver::parse_release(bundle.release()).is_err() {
            return;
        }
        let place = bundle.of.doc.name_place();
        out.leaf(
            &RULE,
            Leaf::bundle(package.name, channel, entry, 1),
            format!("name {} does not match normalized name {}", crate::go_quote(entry), crate::go_quote(&expected)),
        );
        let name = bundle.of.doc.facts.own_name();
        out.report(
            &RULE,
            place,
            format!("Bundle `{name}` has a release, so its name must be `{expected}`."),
            format!("Rename the bundle and its entries to `{expected}`, or remove the release."),
        )
        .package(package.name)
        .entry(name);
    });
}
