//! `skiprange-self`: A skipRange that admits its own entry.

use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::each_skip_range;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "skiprange-self",
    code: "FBC074",
    title: "A skipRange that admits its own entry",
    docs: docs(
        r#"## What it finds
A `skipRange` that admits the version of the entry itself.

## Why it matters
OLM does not upgrade a bundle to itself, but the range says more than is meant.

## How to fix
End the range below the version of the entry.

## Source
olmkit; no upstream tool checks it.
"#,
    ),
    category: Category::Upgrade,
    enforcement: Enforcement::Olmkit,
    severity: Severity::Info,
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
  skipRange: ">=0.9.0 <=1.0.0"
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
        let Some(own) = package.bundles.get(entry.own_name()).and_then(|bundle| bundle.version.as_ref()) else {
            return;
        };
        if !range.contains(own).is_ok_and(|inside| inside) {
            return;
        }
        let message = format!("The skipRange `{text}` of `{}` admits its own version {own}.", entry.own_name());
        out.report(&RULE, place, message, format!("End the range with `<{own}`."))
            .package(package.name)
            .channel(channel)
            .entry(entry.own_name());
    });
}
