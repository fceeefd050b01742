//! `gvk-incomplete`: An incomplete API.

use crate::decode::Sink;
use crate::rules::support::field_text;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};
use olmkit_syntax::NodeRef;

/// The rule.
pub static RULE: Rule = Rule {
    id: "gvk-incomplete",
    code: "FBC062",
    title: "An incomplete API",
    docs: docs(
        r#"## What it finds
An `olm.gvk` or `olm.gvk.required` property without `version` or `kind` (a group may be empty).

## Why it matters
Nothing can provide or require such an API; dependencies on it are never resolved.

## How to fix
Add what is missing.

## Source
olmkit; no upstream tool checks it.
"#,
    ),
    category: Category::Suspicious,
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
- type: olm.gvk
  value: {group: foo.example.com, kind: Foo}
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
    if kind != "olm.gvk" && kind != "olm.gvk.required" {
        return;
    }
    for key in ["version", "kind"] {
        if field_text(value, key).is_none_or(|text| text.value.is_empty()) {
            let message = format!("This `{kind}` has no `{key}`: nothing can match it.");
            sink.add(&RULE, value.range(), message, format!("Add `{key}`."), None);
        }
    }
}
