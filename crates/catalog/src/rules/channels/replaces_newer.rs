//! `replaces-newer`: An entry that replaces a newer version.

use crate::model::{Bundle, Catalog, Entry};
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::rules::support::each_entry;
use olmkit_api::EdgeField;
use olmkit_semver::{Identifier, Version};

rule! {
    RULE, "replaces-newer", "FBC068", "An entry that replaces a newer version",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Info,
    finds: "An entry whose `replaces` names a bundle of a higher version.",
    why: "OLM v0 follows `replaces` without comparing versions, so it downgrades clusters from the newer to the older \
        version. OLM v1 does not downgrade; `stranded-v1` reports the versions that this strands.",
    fix: "Reverse the edge, or correct the version.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!("\
- name: foo.v1.0.0
  replaces: foo.v1.1.0
- name: foo.v1.1.0
"; "1.0.0", "1.1.0") }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    each_entry(catalog, &mut |Entry { package, channel, of, facts: entry, bundle, replaced }| {
        let Some(replaces) = &entry.replaces else { return };
        let (Some(own), Some(other)) = (bundle.and_then(version_of), replaced.and_then(version_of)) else { return };
        if other <= own || is_rebuild(own, other) {
            return;
        }
        let message = format!(
            "`{}` ({own}) replaces `{}` ({other}), which is newer. OLM v0 downgrades clusters.",
            entry.own_name(),
            replaces.value
        );
        out.report(&RULE, of.doc.place(replaces.range), message, "Reverse the edge, or correct the version.")
            .package(package.name)
            .channel(channel)
            .entry(entry.own_name())
            .field(EdgeField::Replaces);
    });
}

fn version_of<'b>(bundle: &'b Bundle<'_>) -> Option<&'b Version> {
    bundle.version.as_ref()
}

/// Whether the versions are a rebuild such as `1.0.1-1` after `1.0.1`. This is a convention of package managers, so the
/// edge is intended.
fn is_rebuild(own: &Version, other: &Version) -> bool {
    let numbers = |version: &Version| (version.major, version.minor, version.patch);
    numbers(own) == numbers(other) && other.pre.is_empty() && matches!(own.pre.as_slice(), [Identifier::Numeric(_), ..])
}
