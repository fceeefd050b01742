//! `default-channel-behind`: A default channel without the newest version.

use crate::model::Catalog;
use crate::model::Package;
use crate::reporter::Reporter;
use crate::rules::declare::{channel, foo, rule};
use olmkit_semver::Version;

rule! {
    RULE, "default-channel-behind", "FBC076", "A default channel without the newest version",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Off,
    finds: "A package whose default channel has a lower newest version than another channel; pre-releases do not \
        count.",
    why: "Whoever installs without naming a channel gets the default one. That is right for candidate and preview \
        channels, and an oversight after a new channel was added.",
    fix: "Set `defaultChannel` to the channel with the newest version, if that one is meant.",
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
            "The default channel `{}` of package `{}` ends at {own}, while `{other}` has {version}.",
            default.value, package.name
        );
        let help = format!("Set `defaultChannel` to `{other}`, if that one is meant.");
        out.report(&RULE, package.decl.doc.place(default.range), message, help)
            .package(package.name)
            .channel(&default.value);
    }
}

/// The newest version of a channel that is no pre-release.
fn newest<'p>(package: &'p Package<'_>, channel: &str) -> Option<&'p Version> {
    let bundles = package.entries_of(channel).filter_map(|entry| entry.bundle);
    bundles.filter_map(|bundle| bundle.version.as_ref()).filter(|version| version.pre.is_empty()).max()
}
