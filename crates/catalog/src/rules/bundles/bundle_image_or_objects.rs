//! `bundle-image-or-objects`: A bundle without an image.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::each_member;
use crate::verdict::Leaf;

rule! {
    RULE, "bundle-image-or-objects", "FBC044", "A bundle without an image",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A bundle with an empty `image` and no `olm.bundle.object` property.",
    why: "OLM has nothing to install. opm rejects the catalog.",
    fix: "Set `image` to the pull spec of the bundle image.",
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
        let body = bundle.of.body;
        if body.image.is_some() || body.is_image_mistyped || body.objects > 0 {
            return;
        }
        let place = bundle.of.doc.name_place();
        out.leaf(&RULE, Leaf::bundle(package.name, channel, entry, 5), "bundle image must be set".to_owned());
        let name = bundle.of.doc.facts.own_name();
        out.report(
            &RULE,
            place,
            format!("Bundle `{name}` has no image, so OLM has nothing to install."),
            "Set `image` to the pull spec of the bundle image.",
        )
        .package(package.name)
        .entry(name);
    });
}
