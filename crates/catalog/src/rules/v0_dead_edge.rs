//! `v0-dead-edge`: Edges that OLM v0 ignores.

use crate::report::Reporter;
use crate::upgrade::View;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "v0-dead-edge",
    code: "FBC098",
    title: "Edges that OLM v0 ignores",
    docs: docs(
        r#"## What it finds
`replaces`, `skips` or `skipRange` of an entry that is itself skipped by a newer one.

## Why it matters
OLM v0 never installs a skipped entry, so its edges lead nobody there. OLM v1 still follows them.

## How to fix
Nothing has to be done while the head accepts the same versions. Otherwise move the edges to the entry that skips it.

## Source
The resolver of OLM v0 (operator-lifecycle-manager).
"#,
    ),
    category: Category::Upgrade,
    enforcement: Enforcement::Olmkit,
    severity: Severity::Off,
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
    for entry in &view.of.body.entries {
        let name = entry.own_name();
        let has_edges = entry.replaces.is_some() || !entry.skips.is_empty() || entry.skip_range.is_some();
        if !has_edges || !view.graph.skipped.contains(name) {
            continue;
        }
        let message = format!(
            "`{name}` is skipped, so OLM v0 never installs it: its replaces, skips and skipRange are dead there."
        );
        let help = "Leave it, or move its edges to the entry that skips it.";
        out.report(&RULE, view.place(name), message, help).package(view.package.name).channel(view.name).entry(name);
    }
}
