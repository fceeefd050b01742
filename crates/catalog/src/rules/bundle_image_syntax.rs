//! `bundle-image-syntax`: An image that is no pull spec.

use crate::go_quote;
use crate::image;
use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::image_help;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "bundle-image-syntax",
    code: "FBC036",
    title: "An image that is no pull spec",
    docs: docs(
        r#"## What it finds
A bundle's `image` that no container runtime could pull: a scheme, upper case in the path, blanks.

## Why it matters
opm rejects the catalog.

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
{schema: olm.bundle, package: foo, name: foo.v1, image: quay.io/X/y:v1, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
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
{schema: olm.bundle, package: foo, name: foo.v1, image: quay.io/x/y:V1, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        let Some(text) = &bundle.body.image else { continue };
        let Err(problem) = image::parse(&text.value) else { continue };
        if !catalog.packages.contains_key(package) {
            continue;
        }
        let message = format!("Image `{}` of bundle `{name}` is no pull spec: {problem}.", text.value);
        out.report(&RULE, bundle.doc.place(text.range), message, image_help(&text.value)).package(package).entry(name);
        let (package, name, spec) = (go_quote(package), go_quote(name), go_quote(&text.value));
        let text = format!("package {package} bundle {name} image: invalid image pull spec {spec}: {problem}");
        out.convert(&RULE, 3, item, 6, 0, text);
    }
}
