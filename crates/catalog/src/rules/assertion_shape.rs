//! `assertion-shape`: An assertion that cannot be understood.

use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "assertion-shape",
    code: "FBC111",
    title: "An assertion that cannot be understood",
    docs: docs(
        r#"## What it finds
An `olmkit.assertions` document, or an assertion in it, that is not written as it should be.

## Why it matters
What is not understood is not checked, and a promise that nobody checks is none.

## How to fix
Write it as the page of `assertion-failed` shows.

## Source
olmkit.
"#,
    ),
    category: Category::Upgrade,
    enforcement: Enforcement::Olmkit,
    severity: Severity::Error,
    since: "0.1.0",
    examples: examples(&[
        Example {
            title: "found",
            bad: true,
            files: &[(
                "catalog.yaml",
                r#"schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.2.0
  replaces: foo.v1.1.0
- name: foo.v1.1.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.2.0
image: quay.io/x/foo:v1.2.0
properties:
- type: olm.package
  value: {packageName: foo, version: 1.2.0}
---
schema: olm.bundle
package: foo
name: foo.v1.1.0
image: quay.io/x/foo:v1.1.0
properties:
- type: olm.package
  value: {packageName: foo, version: 1.1.0}
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1.0.0
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
---
schema: olmkit.assertions
package: foo
assertions:
- {reaches: head, head: foo.v1.2.0}
"#,
            )],
        },
        Example {
            title: "silent",
            bad: false,
            files: &[(
                "catalog.yaml",
                r#"schema: olm.package
name: foo
defaultChannel: stable
---
schema: olm.channel
package: foo
name: stable
entries:
- name: foo.v1.2.0
  replaces: foo.v1.1.0
- name: foo.v1.1.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
---
schema: olm.bundle
package: foo
name: foo.v1.2.0
image: quay.io/x/foo:v1.2.0
properties:
- type: olm.package
  value: {packageName: foo, version: 1.2.0}
---
schema: olm.bundle
package: foo
name: foo.v1.1.0
image: quay.io/x/foo:v1.1.0
properties:
- type: olm.package
  value: {packageName: foo, version: 1.1.0}
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1.0.0
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
---
schema: olmkit.assertions
package: foo
assertions:
- reaches: head
"#,
            )],
        },
    ]),
};
