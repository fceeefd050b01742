//! `deprecation-message-blank`: A deprecation that says nothing.

use crate::model::Catalog;
use crate::report::Reporter;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "deprecation-message-blank",
    code: "FBC067",
    title: "A deprecation that says nothing",
    docs: docs(
        r#"## What it finds
A deprecation whose message has nothing but blanks.

## Why it matters
opm accepts it; consoles show an empty warning.

## How to fix
Say what to use instead, and until when this is supported.

## Source
olmkit; no upstream tool checks it.
"#,
    ),
    category: Category::Deprecation,
    enforcement: Enforcement::Olmkit,
    severity: Severity::Warning,
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
---
schema: olm.deprecations
package: foo
entries:
- reference: {schema: olm.package}
  message: " "
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
---
schema: olm.deprecations
package: foo
entries:
- reference: {schema: olm.package}
  message: Use bar.
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for deprecations in &catalog.deprecation_docs {
        for entry in &deprecations.body.entries {
            let Some(message) = &entry.message else { continue };
            if message.value.is_empty() || !message.value.trim().is_empty() {
                continue;
            }
            let help = "Say what to use instead, and until when this is supported.";
            out.report(&RULE, deprecations.doc.place(message.range), "This deprecation's message is blank.", help)
                .package(deprecations.doc.facts.package_name());
        }
    }
}
