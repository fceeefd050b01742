//! `bundle-csv-metadata-multiple`: Several olm.csv.metadata properties.

use crate::model::Catalog;
use crate::report::Reporter;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "bundle-csv-metadata-multiple",
    code: "FBC060",
    title: "Several olm.csv.metadata properties",
    docs: docs(
        r#"## What it finds
A bundle with more than one `olm.csv.metadata` property.

## Why it matters
`opm validate` accepts it, but `opm serve` fails on it: the catalog pod does not start.

## How to fix
Keep one.

## Source
`opm serve` fails on it; `opm validate` does not (operator-registry, August 2026).
"#,
    ),
    category: Category::Schema,
    enforcement: Enforcement::OpmServe,
    severity: Severity::Error,
    since: "0.1.0",
    examples: examples(&[
        Example {
            title: "found",
            bad: true,
            files: &[(
                "catalog.yaml",
                r#"---
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
- type: olm.csv.metadata
  value: {displayName: Foo}
- type: olm.csv.metadata
  value: {displayName: Bar}
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "catalog.yaml",
                r#"---
schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
- type: olm.csv.metadata
  value: {displayName: Foo}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for bundle in &catalog.bundle_docs {
        let [first, second, ..] = bundle.body.csv_metadata.as_slice() else { continue };
        let name = bundle.doc.facts.own_name();
        let message = format!(
            "Bundle `{name}` has {} `olm.csv.metadata` properties; `opm serve` wants one and does not start.",
            bundle.body.csv_metadata.len()
        );
        out.report(&RULE, bundle.doc.place(*second), message, "Keep one of them.")
            .package(bundle.doc.facts.package_name())
            .entry(name)
            .related(bundle.doc.place(*first), "the first one");
    }
}
