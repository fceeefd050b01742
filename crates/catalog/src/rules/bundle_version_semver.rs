//! `bundle-version-semver`: A version that is no semver.

use olmkit_diagnostics::Safety;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};
use olmkit_semver::{Version, parse_tolerant};

use crate::go_quote;
use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::scalar;

/// The rule.
pub static RULE: Rule = Rule {
    id: "bundle-version-semver",
    code: "FBC038",
    title: "A version that is no semver",
    docs: docs(
        r#"## What it finds
The `version` of an `olm.package` property that is no full semantic version: `v1.0.0`, `1.0`.

## Why it matters
opm rejects the catalog.

## How to fix
Write `major.minor.patch`, without `v`.

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
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: v1.0.0}}]}
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
{schema: olm.bundle, package: foo, name: foo.v1, image: x/y, properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0-rc.1+b}}]}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for (item, bundle) in catalog.bundle_docs.iter().enumerate() {
        let (package, name) = (bundle.doc.facts.package_name(), bundle.doc.facts.own_name());
        let [property] = bundle.body.packages.as_slice() else { continue };
        let version = property.version.as_ref().map_or("", |text| text.value.as_str());
        let Err(error) = Version::parse(version) else { continue };
        if bundle.body.bad_property.is_some() || !catalog.packages.contains_key(package) {
            continue;
        }
        let range = property.version.as_ref().map_or(property.range, |text| text.range);
        let place = bundle.doc.place(range);
        let message = format!("Version `{version}` of bundle `{name}` is no semantic version: {error}.");
        let draft =
            out.report(&RULE, place, message, "Write `major.minor.patch`, as `1.2.3`.").package(package).entry(name);
        if let Some(better) = parse_tolerant(version).ok().filter(|_| property.version.is_some()) {
            draft.fix(format!("Write {better}"), Safety::Unsafe, place, scalar(&better.to_string(), bundle.doc.format));
        }
        let text = format!("error parsing bundle {} version {}: {error}", go_quote(name), go_quote(version));
        out.convert(&RULE, 3, item, 8, 0, text);
    }
}
