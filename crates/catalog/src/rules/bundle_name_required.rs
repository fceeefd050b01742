//! `bundle-name-required`: A bundle without name.

use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::each_member;
use crate::verdict::Leaf;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "bundle-name-required",
    code: "FBC042",
    title: "A bundle without name",
    docs: docs(
        r#"## What it finds
A bundle with an empty name that is an entry of a channel.

## Why it matters
opm rejects the catalog.

## How to fix
Add `name:`.

## Source
Part of the verdict of `opm validate` (operator-registry, August 2026).
"#,
    ),
    category: Category::Reference,
    enforcement: Enforcement::Opm,
    severity: Severity::Error,
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
- skips: []
---
schema: olm.bundle
package: foo
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
"#,
            )],
        },
    ]),
};

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    each_member(catalog, |package, channel, entry, bundle| {
        if !entry.is_empty() {
            return;
        }
        let place = bundle.of.doc.name_place();
        out.leaf(&RULE, Leaf::bundle(package.name, channel, entry, 0), "name must be set".to_owned());
        let name = bundle.of.doc.facts.own_name();
        out.report(&RULE, place, "This bundle has no name.", "Add `name:` to the bundle and to its entry.")
            .package(package.name)
            .entry(name);
    });
}
