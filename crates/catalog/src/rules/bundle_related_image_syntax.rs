//! `bundle-related-image-syntax`: A related image that is no pull spec.

use crate::go_quote;
use crate::image;
use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::image_help;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "bundle-related-image-syntax",
    code: "FBC037",
    title: "A related image that is no pull spec",
    docs: docs(
        r#"## What it finds
An `image` in `relatedImages` that no container runtime could pull.

## Why it matters
opm rejects the catalog; mirroring tools would fail.

## How to fix
Write `registry/name:tag` or `registry/name@sha256:...`.

## Source
Part of the verdict of `opm validate` (operator-registry, August 2026).
"#,
    ),
    category: Category::Reference,
    enforcement: Enforcement::Opm,
    severity: Severity::Error,
    since: "0.1.0",
    examples: examples(&[
        Example {
            title: "found",
            bad: true,
            files: &[(
                "c.yaml",
                r#"---
{schema: olm.package, name: foo, defaultChannel: stable}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}], relatedImages: [{name: a, image: "docker://x/y"}]}
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "c.yaml",
                r#"---
{schema: olm.package, name: foo, defaultChannel: stable}
---
{schema: olm.channel, package: foo, name: stable, entries: [{name: foo.v1}]}
---
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}], relatedImages: [{name: a, image: x/y}]}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        if !catalog.packages.contains_key(package) {
            continue;
        }
        for (at, text) in &bundle.body.bad_related_images {
            let Err(problem) = image::parse(&text.value) else { continue };
            let message = format!("Related image `{}` of bundle `{name}` is no pull spec: {problem}.", text.value);
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
