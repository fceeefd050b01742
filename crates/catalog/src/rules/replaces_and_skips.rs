//! `replaces-and-skips`: An entry that both replaces and skips the same one.

use crate::report::Reporter;
use crate::upgrade::View;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "replaces-and-skips",
    code: "FBC099",
    title: "An entry that both replaces and skips the same one",
    docs: docs(
        r#"## What it finds
An entry whose `skips` lists what it replaces.

## Why it matters
The version counts as skipped, so OLM v0 never installs it and does not follow its edges: everything that reaches the head only through it is cut off.

## How to fix
Take it out of `skips`, unless nobody may install it any more and everything below is accepted by the head.

## Source
olmkit; opm accepts it where nothing below is cut off.
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
- name: foo.v1.1.0
  replaces: foo.v1.0.0
  skips: [foo.v1.0.0]
- name: foo.v1.0.0
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
        let Some(replaces) = &entry.replaces else { continue };
        let Some(skip) = entry.skips.iter().find(|text| text.value == replaces.value) else { continue };
        let name = entry.own_name();
        let message = format!("`{name}` both replaces and skips `{}`: OLM v0 treats it as skipped.", skip.value);
        let help = "Take it out of `skips`, unless it must not be installed any more.";
        let place = view.of.doc.place(skip.range);
        out.report(&RULE, place, message, help).package(view.package.name).channel(view.name).entry(name);
    }
}
