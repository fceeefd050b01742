//! `skiprange-prunes`: A skipRange over versions that the channel does not have.

use crate::report::Reporter;
use crate::upgrade::View;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "skiprange-prunes",
    code: "FBC100",
    title: "A skipRange over versions that the channel does not have",
    docs: docs(
        r#"## What it finds
An entry with a `skipRange` and no `replaces` whose range contains bundles of the package that are in other channels only.

## Why it matters
Clusters on those versions can upgrade, but nobody can install them from this channel by `startingCSV`, and a channel whose older entries were removed cannot be rolled out step by step.

## How to fix
Keep the older versions as entries, or accept that they are gone from this channel.

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
- name: foo.v1.2.0
  skipRange: ">=1.0.0 <1.2.0"
---
schema: olm.channel
package: foo
name: old
entries:
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
    for (entry, range) in view.of.body.entries.iter().zip(&view.graph.ranges) {
        let Some(range) = range.as_ref().filter(|_| entry.replaces.is_none()) else { continue };
        let gone = view.package.bundles.iter().find(|(name, bundle)| {
            let inside = bundle.version.as_ref().is_some_and(|version| range.contains(version) == Ok(true));
            inside && view.entry(name).is_none()
        });
        let Some((gone, _)) = gone else { continue };
        let name = entry.own_name();
        let message = format!(
            "The skipRange of `{name}` admits `{gone}`, which channel `{}` does not have: nobody can start from it here.",
            view.name
        );
        let help = "Keep the older versions as entries, or accept that they are gone from this channel.";
        let place = view.range_place(name);
        out.report(&RULE, place, message, help).package(view.package.name).channel(view.name).entry(name);
    }
}
