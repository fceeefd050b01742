//! `name-version-mismatch`: A bundle name that contains another version.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, foo, package, rule};
use olmkit_semver::Version;

rule! {
    RULE, "name-version-mismatch", "FBC075", "A bundle name that contains another version",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Warning,
    finds: "A bundle whose name ends with a version (`foo.v1.2.3`) that differs from the version of its `olm.package` \
        property.",
    why: "OLM uses the property for upgrades, ranges and requirements, but people read the name.",
    fix: "Correct the name or the version.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ package!(), channel!("stable", "- name: foo.v1.0.0\n"), "\
---
schema: olm.bundle
package: foo
name: foo.v1.0.0
image: quay.io/x/foo:v1
properties:
- type: olm.package
  value: {packageName: foo, version: 1.0.1}
" }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for package in catalog.packages.values() {
        for (name, bundle) in &package.bundles {
            let (Some(version), Some(named)) = (&bundle.version, version_in(name)) else { continue };
            if *version == named || !bundle.release().is_empty() {
                continue;
            }
            let message = format!(
                "The name of bundle `{name}` does not match its version {version}. OLM uses the version, but \
                    people read the name."
            );
            let place = bundle
                .written_version()
                .map_or_else(|| bundle.of.doc.name_place(), |text| bundle.of.doc.place(text.range));
            out.report(&RULE, place, message, "Correct the name or the version.")
                .package(package.name)
                .entry(name)
                .related(bundle.of.doc.name_place(), "the name");
        }
    }
}

/// Returns the version after the first `.v` or `-v` that a version follows. Unlike [`olmkit_text::versioned`], it reads
/// names such as `foo-v1.2.0` too, and only complete versions, as a warning needs.
pub(crate) fn version_in(name: &str) -> Option<Version> {
    let starts = after(name, ".").chain(after(name, "-"));
    starts.filter_map(|text| Version::parse(text).ok()).next()
}

/// Returns the text after each `v` that follows `mark`.
fn after<'n>(name: &'n str, mark: &str) -> impl Iterator<Item = &'n str> {
    let letters = memchr::memchr_iter(b'v', name.as_bytes());
    letters.filter_map(move |at| name.split_at_checked(at).filter(|(before, _)| before.ends_with(mark))?.1.get(1..))
}
