//! `max-openshift-version`: A maximum OpenShift version that OLM cannot read.

use crate::decode::{Sink, quoting};
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};
use olmkit_semver::parse_tolerant;
use olmkit_syntax::{NodeRef, Value, float_text};

/// The rule.
pub static RULE: Rule = Rule {
    id: "max-openshift-version",
    code: "FBC063",
    title: "A maximum OpenShift version that OLM cannot read",
    docs: docs(
        r#"## What it finds
An `olm.maxOpenShiftVersion` property whose value is not a text, or not a version such as `"4.17"`.

## Why it matters
Unquoted, `4.10` is the number 4.1. OLM wants a text, and blocks or allows cluster upgrades by it.

## How to fix
Write the version in quotes.

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
- type: olm.maxOpenShiftVersion
  value: 4.10
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
- type: olm.maxOpenShiftVersion
  value: "4.10"
"#,
            )],
        },
    ]),
};

/// Looks at one property.
pub(crate) fn check(kind: &str, value: NodeRef<'_>, sink: &mut Sink) {
    if kind != "olm.maxOpenShiftVersion" {
        return;
    }
    let shown = value.scalar_text();
    let help = "Write a version in quotes, as \"4.17\".".to_owned();
    match value.value() {
        Value::String(text) if parse_tolerant(&text).is_ok() => {}
        Value::String(text) => {
            let message =
                format!("`{text}` is no version: OLM cannot tell on which OpenShift versions the bundle runs.");
            sink.add(&RULE, value.range(), message, help, None);
        }
        Value::Number(number) => {
            let number = float_text(number);
            let message = format!("The unquoted `{shown}` is the number {number}; OLM wants a text with a version.");
            sink.add(&RULE, value.range(), message, help, None);
            sink.fix(quoting(value));
        }
        _ => sink.add(&RULE, value.range(), "This is no version.".to_owned(), help, None),
    }
}
