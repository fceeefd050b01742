//! `skiprange-empty-part`: A skipRange with nothing between two bars.

use crate::report::Reporter;
use crate::upgrade::View;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};

/// The rule.
pub static RULE: Rule = Rule {
    id: "skiprange-empty-part",
    code: "FBC095",
    title: "A skipRange with nothing between two bars",
    docs: docs(
        r#"## What it finds
A `skipRange` with an empty part: `1.0.0 || || 2.0.0`.

## Why it matters
opm accepts it. Evaluating it makes the range library panic unless an earlier part matches: the catalog operator of OLM v0 dies, again and again; OLM v1 fails to reconcile.

## How to fix
Remove one of the `||`.

## Source
The range library of opm and OLM.
"#,
    ),
    category: Category::Upgrade,
    enforcement: Enforcement::Olmkit,
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
- name: foo.v1.1.0
  replaces: foo.v1.0.0
  skipRange: "0.8.0 || || 0.9.0"
- name: foo.v1.0.0
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
- name: foo.v1.1.0
  replaces: foo.v1.0.0
  skipRange: "0.8.0 || 0.9.0"
- name: foo.v1.0.0
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
        if !range.as_ref().is_some_and(olmkit_semver::Range::has_empty_part) {
            continue;
        }
        let name = entry.own_name();
        let text = entry.skip_range.as_ref().map_or("", |text| &text.value);
        let message =
            format!("The skipRange `{text}` of `{name}` has an empty part: OLM crashes when it evaluates it.");
        let place = view.range_place(name);
        out.report(&RULE, place, message, "Remove one of the `||`.")
            .package(view.package.name)
            .channel(view.name)
            .entry(name);
    }
}
