//! `bundle-release-xor-build`: A bundle with both a release and build metadata.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::each_member;
use crate::verdict::Leaf;

rule! {
    RULE, "bundle-release-xor-build", "FBC045", "A bundle with both a release and build metadata",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A bundle with a `release` whose version has build metadata (`+...`).",
    why: "Both express the same, so opm rejects the catalog.",
    fix: "Remove the build metadata from the version, or remove the release.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo-v1.0.0+b-1\n"), r#"---
{schema: olm.bundle, package: foo, name: foo-v1.0.0+b-1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0+b, release: "1"}}]}
"# }],
    good: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1.0.0, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0+b}}]}
" }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    each_member(catalog, |package, channel, entry, bundle| {
        let Some(version) = bundle.version.as_ref().filter(|version| !version.build.is_empty()) else { return };
        if bundle.release().is_empty() {
            return;
        }
        let range = bundle.written_version().map(|text| text.range);
        let place = range.map_or_else(|| bundle.of.doc.name_place(), |range| bundle.of.doc.place(range));
        out.leaf(
            &RULE,
            Leaf::bundle(package.name, channel, entry, 7),
            "cannot use build metadata in version with a release version".to_owned(),
        );
        let name = bundle.of.doc.facts.own_name();
        out.report(
            &RULE,
            place,
            format!("Bundle `{name}` has a release, so its version {version} must not have build metadata."),
            "Remove the build metadata from the version, or remove the release.",
        )
        .package(package.name)
        .entry(name);
    });
}
