//! `name-version-mismatch`: A name with another version than the bundle.

use crate::model::Catalog;
use crate::report::Reporter;
use olmkit_diagnostics::{Category, Enforcement, Example, Rule, Severity, docs, examples};
use olmkit_semver::Version;

/// The rule.
pub static RULE: Rule = Rule {
    id: "name-version-mismatch",
    code: "FBC075",
    title: "A name with another version than the bundle",
    docs: docs(
        r#"## What it finds
A bundle whose name ends with a version (`foo.v1.2.3`) that is not the version of its `olm.package` property.

## Why it matters
People go by the name, OLM by the property: upgrades, ranges and requirements follow the property.

## How to fix
Correct the name or the version.

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
                r#"schema: olm.package
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
  value: {packageName: foo, version: 1.0.1}
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
    for package in catalog.packages.values() {
        for (name, bundle) in &package.bundles {
            let (Some(version), Some(named)) = (&bundle.version, version_in(name)) else { continue };
            if *version == named || !bundle.release().is_empty() {
                continue;
            }
            let message =
                format!("Bundle `{name}` has the version {version}. OLM goes by the version, people by the name.");
            let place = bundle.package_property().and_then(|property| property.version.as_ref());
            let place = place.map_or_else(|| bundle.of.doc.name_place(), |text| bundle.of.doc.place(text.range));
            out.report(&RULE, place, message, "Correct the name or the version.")
                .package(package.name)
                .entry(name)
                .related(bundle.of.doc.name_place(), "the name");
        }
    }
}

/// The version after the first `.v` or `-v` that begins one.
fn version_in(name: &str) -> Option<Version> {
    let starts =
        name.match_indices(".v").chain(name.match_indices("-v")).map(|(at, mark)| at.saturating_add(mark.len()));
    starts.filter_map(|at| Version::parse(name.get(at..)?).ok()).next()
}
