//! `skiprange-never`: A skipRange that admits nothing.

use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::each_skip_range;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "skiprange-never",
    code: "FBC072",
    title: "A skipRange that admits nothing",
    docs: docs(
        r#"## What it finds
A `skipRange` that no version can be in, such as `>=2.0.0 <1.0.0`.

## Why it matters
The range looks like an upgrade path and is none.

## How to fix
Exchange the bounds, or remove the range.

## Source
olmkit; no upstream tool checks it.
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
- name: foo.v1.0.0
  skipRange: ">=1.0.0 <0.9.0"
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1
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
- name: foo.v1.0.0
  skipRange: ">=0.9.0 <1.0.0"
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    each_skip_range(catalog, |package, channel, entry, place, text, range| {
        if range.is_never() {
            let message = format!("No version can be in the skipRange `{text}` of `{}`.", entry.own_name());
            out.report(&RULE, place, message, "Exchange the bounds, or remove the range.")
                .package(package.name)
                .channel(channel)
                .entry(entry.own_name());
        }
    });
}
