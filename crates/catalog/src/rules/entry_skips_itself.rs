//! `entry-skips-itself`: An entry that skips itself.

use crate::report::Reporter;
use crate::upgrade::View;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "entry-skips-itself",
    code: "FBC094",
    title: "An entry that skips itself",
    docs: docs(
        r#"## What it finds
An entry that lists its own name in `skips`.

## Why it matters
opm takes it for skipped and does not ask whether a newer entry accepts it; OLM v0 never installs a skipped entry.

## How to fix
Take the name out of its own `skips`. If opm then reports the entry as stranded, it was: let a newer entry replace or skip it.

## Source
olmkit; opm accepts it.
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
- name: foo.v1.1.0
  skips: [foo.v1.1.0]
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
        let Some(own) = entry.skips.iter().find(|text| text.value == name) else { continue };
        let message = format!("`{name}` skips itself: opm takes it for skipped, and OLM v0 never installs it.");
        let help = "Take it out of its own `skips`, and let a newer entry replace or skip it.";
        let place = view.of.doc.place(own.range);
        out.report(&RULE, place, message, help).package(view.package.name).channel(view.name).entry(name);
    }
}
