//! `replaces-newer`: An entry that replaces a newer version.

use crate::model::{Bundle, Catalog, Entry};
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::rules::support::each_entry;
use olmkit_semver::{Identifier, Version};

rule! {
    RULE, "replaces-newer", "FBC068", "An entry that replaces a newer version",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Info,
    finds: "An entry whose `replaces` names a bundle of a higher version.",
    why: "OLM v0 follows `replaces` whatever the versions say: it moves clusters from the newer to the older version. \
        OLM v1 does not: who is stranded by it is the finding of `stranded-v1`.",
    fix: "Turn the edge round, or correct the version.",
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

fn version_of<'b>(bundle: &'b Bundle<'_>) -> Option<&'b Version> {
    bundle.version.as_ref()
}

/// `1.0.1-1` after `1.0.1`: a convention from package managers. The edge is what is meant.
fn is_rebuild(own: &Version, other: &Version) -> bool {
    let numbers = |version: &Version| (version.major, version.minor, version.patch);
    numbers(own) == numbers(other) && other.pre.is_empty() && matches!(own.pre.as_slice(), [Identifier::Numeric(_), ..])
}
