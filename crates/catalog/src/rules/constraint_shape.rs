//! `constraint-shape`: A constraint that OLM cannot evaluate.

use crate::decode::Sink;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity};
use olmkit_syntax::{NodeRef, Value};

/// The rule.
pub static RULE: Rule = Rule {
    id: "constraint-shape",
    code: "FBC064",
    title: "A constraint that OLM cannot evaluate",
    docs: r#"## What it finds
An `olm.constraint` property that is not a mapping with exactly one of `gvk`, `package`, `all`, `any`, `not`, `cel`.

## Why it matters
opm does not look at it; on the cluster no installation of the bundle can be resolved.

## How to fix
Write one constraint.

## Source
olmkit; no upstream tool checks it.
"#,
    category: Category::Suspicious,
    enforcement: Enforcement::Olmkit,
    severity: Severity::Warning,
    since: "0.1.0",
    examples: &[
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
- type: olm.constraint
  value: {failureMessage: needs bar, packages: {packageName: bar}}
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
- type: olm.constraint
  value: {failureMessage: needs bar, package: {packageName: bar, versionRange: ">=1.0.0"}}
"#,
            )],
        },
    ],
};

const KINDS: [&str; 6] = ["gvk", "package", "all", "any", "not", "cel"];

/// Looks at one property.
pub(crate) fn check(kind: &str, value: NodeRef<'_>, sink: &mut Sink) {
    if kind != "olm.constraint" {
        return;
    }
    let help = format!("Write exactly one of {}.", KINDS.join(", "));
    if value.value() != Value::Mapping {
        sink.add(&RULE, value.range(), "A constraint must be a mapping.".to_owned(), help, None);
        return;
    }
    let found: Vec<_> = value.members().filter(|member| KINDS.contains(&member.key.as_ref())).collect();
    let message = match found.as_slice() {
        [_] => return,
        [] => "This constraint says nothing that OLM can evaluate.".to_owned(),
        [_, ..] => "This constraint says several things at once; OLM wants one.".to_owned(),
    };
    sink.add(&RULE, value.range(), message, help, None);
}
