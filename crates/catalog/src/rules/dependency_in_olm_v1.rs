//! `dependency-in-olm-v1`: A dependency that OLM v1 refuses.

use crate::decode::Sink;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};
use olmkit_syntax::NodeRef;

/// The rule.
pub static RULE: Rule = Rule {
    id: "dependency-in-olm-v1",
    code: "FBC121",
    title: "A dependency that OLM v1 refuses",
    docs: docs(
        r#"## What it finds
A bundle with `olm.package.required`, `olm.gvk.required` or `olm.constraint`.

## Why it matters
OLM v1 resolves no dependencies: it refuses to install a bundle that declares one. OLM v0 resolves them.

## How to fix
Nothing, while the bundle is for OLM v0. For OLM v1, install what is required beforehand and drop the property.

## Source
operator-controller, `bundle has a dependency declared via property ... which is currently not supported`.
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
- type: olm.gvk.required
  value: {group: bar.example.com, version: v1, kind: Bar}
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
- type: olm.gvk
  value: {group: foo.example.com, version: v1, kind: Foo}
"#,
            )],
        },
    ]),
};

/// Looks at one property.
pub(crate) fn check(kind: &str, value: NodeRef<'_>, sink: &mut Sink) {
    if !matches!(kind, "olm.package.required" | "olm.gvk.required" | "olm.constraint") {
        return;
    }
    let message = format!("The dependency `{kind}`: OLM v1 does not install a bundle that has one.");
    let help = "For OLM v1, install what is required beforehand and drop the property.".to_owned();
    sink.add(&RULE, value.range(), message, help, None);
}
