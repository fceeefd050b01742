//! `default-channel-behind`: A default channel that lacks the newest version.

use crate::model::Catalog;
use crate::model::Package;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, foo, rule};
use olmkit_semver::Version;

rule! {
    RULE, "default-channel-behind", "FBC076", "A default channel that lacks the newest version",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Off,
    finds: "A package whose default channel ends at a lower version than another channel. Pre-releases do not count.",
    why: "An installation that names no channel uses the default one. This is intended for candidate and preview \
        channels, but often an oversight after a new channel is added.",
    fix: "Set `defaultChannel` to the channel with the newest version, unless the older one is intended.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!("- name: foo.v1.0.0\n"; "1.0.0", "2.0.0"), channel!("next", "- name: foo.v2.0.0\n") }],
    good: [{ foo!() }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    for package in catalog.packages.values() {
        let Some(default) = &package.decl.body.default_channel else { continue };
        let name = default.value.as_str();
        let Some(own) = newest(package, name) else { continue };
        let others = package.channels.keys().filter_map(|name| Some((newest(package, name)?, *name)));
        let Some((version, other)) = others.max().filter(|(version, _)| *version > own) else { continue };
        let message = format!(
            "The default channel `{}` of package `{}` ends at {own}, but channel `{other}` has {version}.",
            default.value, package.name
        );
        let help = format!("Set `defaultChannel` to `{other}`, unless the older channel is intended.");
        out.report(&RULE, package.decl.doc.place(default.range), message, help)
            .package(package.name)
            .channel(&default.value);
    }
}

/// Returns the newest version of a channel that is not a prerelease.
fn newest<'p>(package: &'p Package<'_>, channel: &str) -> Option<&'p Version> {
    let bundles = package.entries_of(channel).filter_map(|entry| entry.bundle);
    bundles.filter_map(|bundle| bundle.version.as_ref()).filter(|version| version.pre.is_empty()).max()
}
