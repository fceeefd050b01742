//! `bundle-metadata-missing`: A bundle without metadata.

use crate::model::Catalog;
use crate::report::Reporter;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "bundle-metadata-missing",
    code: "FBC078",
    title: "A bundle without metadata",
    docs: docs(
        r#"## What it finds
A bundle with neither `olm.csv.metadata` nor `olm.bundle.object` properties.

## Why it matters
Consoles show neither a name nor a description nor install modes for it; OLM v0 cannot list it as installable in every view.

## How to fix
Render the bundle with `opm render --migrate`.

## Source
olmkit; no upstream tool checks it.
"#,
    ),
    category: Category::Suspicious,
    enforcement: Enforcement::Olmkit,
    severity: Severity::Off,
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
        if bundle.body.objects > 0 || !bundle.body.csv_metadata.is_empty() {
            continue;
        }
        let name = bundle.doc.facts.own_name();
        let message = format!(
            "Bundle `{name}` has neither `olm.csv.metadata` nor `olm.bundle.object`: consoles have nothing to show."
        );
        out.report(&RULE, bundle.doc.name_place(), message, "Render the bundle with `opm render --migrate`.")
            .package(bundle.doc.facts.package_name())
            .entry(name);
    }
}
