//! `pkg-name-rfc1123`: A package name that is not a valid DNS label.

use olmkit_k8s::apimachinery;

use crate::go_quote;
use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{opm, rule};

rule! {
    RULE, "pkg-name-rfc1123", "FBC011", "A package name that is not a valid DNS label",
    since: "0.1.0",
    catalog: Reference, Opm, Error,
    finds: "A package name that contains dots, upper-case letters or underscores, or is longer than 63 characters.",
    why: "opm rejects the catalog, because OLM uses the name in labels.",
    fix: "Use at most 63 lower-case letters, digits and `-`. Start and end with a letter or digit.",
    source: opm!(),
    bad: [{ "\
---
{schema: olm.package, name: foo.bar, defaultChannel: s}
---
{schema: olm.channel, package: foo.bar, name: s, entries: [{name: b}]}
---
{schema: olm.bundle, package: foo.bar, name: b, image: x/y, properties: [{type: olm.package, value: {packageName: foo.bar, version: 1.0.0}}]}
" }],
    good: [{ "\
---
{schema: olm.package, name: 1-foo, defaultChannel: s}
---
{schema: olm.channel, package: 1-foo, name: s, entries: [{name: b}]}
---
{schema: olm.bundle, package: 1-foo, name: b, image: x/y, properties: [{type: olm.package, value: {packageName: 1-foo, version: 1.0.0}}]}
" }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, package) in catalog.package_docs.iter().enumerate() {
        let name = package.doc.facts.own_name();
        let errors = apimachinery::label_errors(name);
        if name.is_empty() || errors.is_empty() {
            continue;
        }
        let message =
            format!("Package name `{name}` is not a valid RFC 1123 label (at most 63 characters of a-z, 0-9 and `-`).");
        let valid = name.to_ascii_lowercase().replace('_', "-");
        let to = if apimachinery::label_errors(&valid).is_empty() { format!(" to `{valid}`") } else { String::new() };
        let help = format!("Rename the package{to} in all documents.");
        out.report(&RULE, package.doc.name_place(), message, help).package(name);
        out.convert(&RULE, 1, item, 2, 0, format!("invalid package name {}: [{}]", go_quote(name), errors.join(" ")));
    }
}
