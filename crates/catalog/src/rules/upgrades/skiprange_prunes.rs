//! `skiprange-prunes`: A skipRange over versions that the channel does not have.

use olmkit_diagnostics::order;
use olmkit_semver::Version;

use crate::reporter::Reporter;
use crate::rules::declare::{bundle, channel, foo, package, rule};
use crate::view::View;
use olmkit_upgrade::admitted;

rule! {
    RULE, "skiprange-prunes", "FBC100", "A skipRange over versions that the channel does not have",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Off,
    finds: "An entry with a `skipRange` and no `replaces` whose range contains bundles of the package that are in \
        other channels only.",
    why: "Clusters on those versions can upgrade, but nobody can install them from this channel by `startingCSV`, and \
        a channel whose older entries were removed cannot be rolled out step by step.",
    fix: "Keep the older versions as entries, or accept that they are gone from this channel.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ package!(), channel!("stable", r#"- name: foo.v1.2.0
  skipRange: ">=1.0.0 <1.2.0"
"#), channel!("old", "\
- name: foo.v1.1.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
"), bundle!("1.2.0"), bundle!("1.1.0"), bundle!("1.0.0") }],
    good: [{ foo!("\
- name: foo.v1.2.0
  replaces: foo.v1.1.0
- name: foo.v1.1.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
"; "1.2.0", "1.1.0", "1.0.0") }],
}

pub(crate) fn check(view: &View<'_, '_>, out: &mut Reporter) {
    let elsewhere = view.package.bundles.iter().filter(|(name, _)| view.entry(name).is_none());
    let mut gone: Vec<(&Version, &str)> =
        elsewhere.filter_map(|(name, bundle)| Some((bundle.version.as_ref()?, *name))).collect();
    order::sort(&mut gone);
    let versions: Vec<Version> = gone.iter().map(|(version, _)| (*version).clone()).collect();
    for entry in view.of.body.entries.iter().filter(|entry| entry.replaces.is_none() && !gone.is_empty()) {
        let inside = entry.admits.as_ref().map(|range| admitted(range, &versions).inside).unwrap_or_default();
        let oldest = inside.iter().map(|(from, _)| *from).min();
        let Some((_, gone)) = oldest.and_then(|at| gone.get(at)) else { continue };
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
