//! `stranded-v1`: Versions that OLM v1 cannot upgrade to the head.

use crate::report::Reporter;
use crate::rules::support::report_stranded;
use crate::upgrade::View;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "stranded-v1",
    code: "FBC091",
    title: "Versions that OLM v1 cannot upgrade to the head",
    docs: docs(
        r#"## What it finds
Channel entries from which no sequence of OLM v1 upgrades comes to the channel head, although opm accepts the channel.

## Why it matters
A ClusterExtension on such a version stays there and reports success. OLM v1 takes the highest version among the installed one and those that accept it, and never one that is deprecated if the installed one is not: an edge to a lower or deprecated version leads nowhere.

## How to fix
Let a higher version that is not deprecated skip or replace the version at which upgrades stop. Where the head itself is not higher, only a new release helps. An offered fix has been tried on the channel.

## Source
The resolver of OLM v1 (operator-controller); opm does not look at it.
"#,
    ),
    category: Category::Upgrade,
    enforcement: Enforcement::Olmkit,
    severity: Severity::Warning,
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
  replaces: foo.v0.9.0
- name: foo.v0.9.0
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
name: foo.v0.9.0
image: quay.io/x/foo:v0.9.0
properties:
- type: olm.package
  value: {packageName: foo, version: 0.9.0}
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1.0.0
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
"#,
            )],
        },
    ]),
};

pub(crate) fn check(view: &View<'_, '_>, out: &mut Reporter) {
    report_stranded(&RULE, view, view.v1, out);
}
