//! `bundle-image-or-objects`: A bundle without image.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::each_member;
use crate::verdict::Leaf;

rule! {
    RULE, "bundle-image-or-objects", "FBC044", "A bundle without image",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A bundle with an empty `image` and no `olm.bundle.object` property.",
    why: "There is nothing to install; opm rejects the catalog.",
    fix: "Add `image:`.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo.v1\n"), r#"---
{schema: olm.bundle, package: foo, name: foo.v1, image: "", properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
"# }],
    good: [{ package!(), channel!("stable", "- name: foo.v1\n"), r#"---
{schema: olm.bundle, package: foo, name: foo.v1, image: "", properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}, {type: olm.bundle.object, value: {}}]}
"# }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    each_member(catalog, |package, channel, entry, bundle| {
        if bundle.of.body.image.is_some() || bundle.of.body.objects > 0 {
            return;
        }
        let place = bundle.of.doc.name_place();
        out.leaf(&RULE, Leaf::bundle(package.name, channel, entry, 5), "bundle image must be set".to_owned());
        let name = bundle.of.doc.facts.own_name();
        out.report(
            &RULE,
            place,
            format!("Bundle `{name}` has no image: there is nothing to install."),
            "Add `image:` with the bundle's pull spec.",
        )
        .package(package.name)
        .entry(name);
    });
}
