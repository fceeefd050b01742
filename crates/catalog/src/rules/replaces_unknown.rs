//! `replaces-unknown`: A `replaces` that names no bundle of the catalog.

use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::each_entry;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "replaces-unknown",
    code: "FBC070",
    title: "A `replaces` that names no bundle of the catalog",
    docs: docs(
        r#"## What it finds
An entry whose `replaces` names a bundle that is in neither the channel nor the package.

## Why it matters
This is usual at the end of a channel, where older bundles were removed: clusters that still run them are upgraded. In a hand-written catalog it can be a misspelling.

## How to fix
Correct the name, or leave it for clusters that still run the bundle.

## Source
olmkit; no upstream tool checks it.
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
- name: foo.v1.0.0
  replaces: foo.v0.9.0
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
    each_entry(catalog, |package, channel, of, entry| {
        for reference in entry.replaces.iter() {
            let name = reference.value.as_str();
            if name.is_empty() || package.bundles.contains_key(name) {
                continue;
            }
            let message =
                format!("`{}` replaces `{name}`, which is not in package `{}`.", entry.own_name(), package.name);
            let help = "Correct the name, or leave it for clusters that still run that bundle.";
            out.report(&RULE, of.doc.place(reference.range), message, help)
                .package(package.name)
                .channel(channel)
                .entry(entry.own_name());
        }
    });
}
