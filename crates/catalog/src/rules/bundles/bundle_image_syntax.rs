//! `bundle-image-syntax`: An image that is not a valid pull spec.

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, opm, package, rule};
use crate::rules::support::image_help;
use olmkit_k8s::image;

rule! {
    RULE, "bundle-image-syntax", "FBC036", "An image that is not a valid pull spec",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A bundle `image` that is not a valid pull spec: it has a scheme, upper-case letters in the path, or \
        whitespace.",
    why: "opm rejects the catalog.",
    fix: "Write `registry/name:tag` or `registry/name@sha256:...`.",
    source: opm!(),
    bad: [{ package!(), channel!("stable", "- name: foo.v1\n"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1, image: quay.io/X/y:v1, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
" }],
    good: [{ package!(), channel!("stable", "- name: foo.v1\n"), "\
---
{schema: olm.bundle, package: foo, name: foo.v1, image: quay.io/x/y:V1, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
" }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        let Some(text) = &bundle.body.image else { continue };
        let Err(error) = image::check(&text.value) else { continue };
        let problem = error.about(&text.value);
        if !catalog.packages.contains_key(package) {
            continue;
        }
        let message = format!("Image `{}` of bundle `{name}` is not a valid pull spec: {problem}.", text.value);
        out.report(&RULE, bundle.doc.place(text.range), message, image_help(&text.value)).package(package).entry(name);
        let (package, name, spec) = (go_quote(package), go_quote(name), go_quote(&text.value));
        let text = format!("package {package} bundle {name} image: invalid image pull spec {spec}: {problem}");
        out.convert(&RULE, 3, item, 6, 0, text);
    }
}
