//! `bundle-related-image-syntax`: A related image that is not a valid pull spec.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::image_help;
use olmkit_k8s::image;

rule! {
    RULE, "bundle-related-image-syntax", "FBC037", "A related image that is not a valid pull spec",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "An `image` in `relatedImages` that is not a valid pull spec: it has a scheme, upper-case letters in the \
        path, or whitespace.",
    why: "opm rejects the catalog. Mirroring tools cannot copy the image.",
    fix: "Write `registry/name:tag` or `registry/name@sha256:...`.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), r#"---
{schema: olm.bundle, package: foo, name: foo.v1.0.0, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}], relatedImages: [{name: a, image: "docker://x/y"}]}
"# }],
    good: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1.0.0, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}], relatedImages: [{name: a, image: x/y}]}
" }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        if !catalog.packages.contains_key(package) {
            continue;
        }
        for (at, text) in &bundle.body.bad_related_images {
            let Err(error) = image::check(&text.value) else { continue };
            let problem = error.about(&text.value);
            let message =
                format!("Related image `{}` of bundle `{name}` is not a valid pull spec: {problem}.", text.value);
            out.report(&RULE, bundle.doc.place(text.range), message, image_help(&text.value))
                .package(package)
                .entry(name);
            let (package, name, spec) = (go_quote(package), go_quote(name), go_quote(&text.value));
            let text = format!(
                "package {package} bundle {name} relatedImages[{at}].image: invalid image pull spec {spec}: {problem}"
            );
            out.convert(&RULE, 3, item, 7, *at, text);
        }
    }
}
