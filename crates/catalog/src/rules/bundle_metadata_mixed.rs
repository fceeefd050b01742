//! `bundle-metadata-mixed`: Both kinds of bundle metadata.

use crate::model::Catalog;
use crate::report::Reporter;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "bundle-metadata-mixed",
    code: "FBC077",
    title: "Both kinds of bundle metadata",
    docs: docs(
        r#"## What it finds
A bundle with `olm.csv.metadata` and `olm.bundle.object` properties.

## Why it matters
The objects are not needed any more and make the catalog much larger; consoles read the metadata.

## How to fix
Remove the `olm.bundle.object` properties, as `opm render --migrate` does.

## Source
olmkit; no upstream tool checks it.
"#,
    ),
    category: Category::Suspicious,
    enforcement: Enforcement::Olmkit,
    severity: Severity::Info,
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
- type: olm.bundle.object
  value: {data: e30=}
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
        let [metadata, ..] = bundle.body.csv_metadata.as_slice() else { continue };
        if bundle.body.objects == 0 {
            continue;
        }
        let name = bundle.doc.facts.own_name();
        let message = format!(
            "Bundle `{name}` has `olm.csv.metadata` and {} `olm.bundle.object` properties that are not needed beside it.",
            bundle.body.objects
        );
        out.report(&RULE, bundle.doc.place(*metadata), message, "Remove the `olm.bundle.object` properties.")
            .package(bundle.doc.facts.package_name())
            .entry(name);
    }
}
