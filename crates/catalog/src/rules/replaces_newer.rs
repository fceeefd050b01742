//! `replaces-newer`: An entry that replaces a newer version.

use crate::model::Catalog;
use crate::report::Reporter;
use crate::rules::support::each_entry;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};
use olmkit_semver::{Identifier, Version};

/// The rule.
pub static RULE: Rule = Rule {
    id: "replaces-newer",
    code: "FBC068",
    title: "An entry that replaces a newer version",
    docs: docs(
        r#"## What it finds
An entry whose `replaces` names a bundle of a higher version.

## Why it matters
OLM v0 follows `replaces` whatever the versions say: it moves clusters from the newer to the older version. OLM v1 does not: who is stranded by it is the finding of `stranded-v1`.

## How to fix
Turn the edge round, or correct the version.

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
  replaces: foo.v1.1.0
- name: foo.v1.1.0
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.0}
---
schema: olm.bundle
package: foo
name: foo.v1.1.0
image: quay.io/x/foo:v1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.1.0}
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
        let Some(replaces) = &entry.replaces else { return };
        let version = |name: &str| package.bundles.get(name).and_then(|bundle| bundle.version.as_ref());
        let (Some(own), Some(other)) = (version(entry.own_name()), version(&replaces.value)) else { return };
        if other <= own || is_rebuild(own, other) {
            return;
        }
        let message = format!(
            "`{}` ({own}) replaces `{}` ({other}), a newer version: clusters would be moved back.",
            entry.own_name(),
            replaces.value
        );
        out.report(&RULE, of.doc.place(replaces.range), message, "Turn the edge round, or correct the version.")
            .package(package.name)
            .channel(channel)
            .entry(entry.own_name());
    });
}

/// `1.0.1-1` after `1.0.1`: a habit from package managers. The edge is what is meant.
fn is_rebuild(own: &Version, other: &Version) -> bool {
    let numbers = |version: &Version| (version.major, version.minor, version.patch);
    numbers(own) == numbers(other) && other.pre.is_empty() && matches!(own.pre.as_slice(), [Identifier::Numeric(_), ..])
}
