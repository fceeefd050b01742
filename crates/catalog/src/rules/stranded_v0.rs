//! `stranded-v0`: Versions that OLM v0 cannot upgrade to the head.

use crate::report::Reporter;
use crate::rules::support::report_stranded;
use crate::upgrade::View;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "stranded-v0",
    code: "FBC090",
    title: "Versions that OLM v0 cannot upgrade to the head",
    docs: docs(
        r#"## What it finds
Channel entries from which no sequence of OLM v0 upgrades comes to the channel head, although opm accepts the channel.

## Why it matters
A cluster that runs such a version stays on it for good. Its Subscription says `AtLatestKnown`, so nobody is told. The usual cause: the only entry that accepts the version is itself skipped by a newer one, and OLM v0 never installs a skipped entry.

## How to fix
Add the versions to the `skips` of the head, or give the head a `skipRange` that contains them. The offered fix has been tried on the channel: everyone it names reaches the head, opm accepts the channel, and nobody else loses a way.

## Source
The resolver of OLM v0 (operator-lifecycle-manager); opm does not look at it.
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
  replaces: foo.v1.0.0
  skips: [foo.v1.1.0]
- name: foo.v1.1.0
  skips: [foo.v1.0.1]
- name: foo.v1.0.1
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
name: foo.v1.0.1
image: quay.io/x/foo:v1.0.1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.1}
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
  replaces: foo.v1.0.0
  skips: [foo.v1.1.0, foo.v1.0.1]
- name: foo.v1.1.0
  skips: [foo.v1.0.1]
- name: foo.v1.0.1
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
name: foo.v1.0.1
image: quay.io/x/foo:v1.0.1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.1}
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
    if view.v0.order_error.is_none() {
        report_stranded(&RULE, view, view.v0, out);
    }
}
