//! `skiprange-prunes`: A skipRange that matches bundles missing from the channel.

use crate::reporter::Reporter;
use crate::rules::declare::{bundle, channel, foo, package, rule};
use crate::view::View;
use olmkit_api::EdgeField;
use olmkit_upgrade::matching;

rule! {
    RULE, "skiprange-prunes", "FBC100", "A skipRange that matches bundles missing from the channel",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Off,
    finds: "An entry with a `skipRange` and no `replaces` whose range matches bundles of the package that are only in \
        other channels.",
    why: "Clusters on those versions can upgrade, but the versions cannot be installed from this channel with \
        `startingCSV`, and clusters cannot upgrade one version at a time.",
    fix: "Keep the older versions as entries, or suppress this problem if they were removed on purpose.",
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
    for entry in view.of.body.entries.iter().filter(|entry| entry.replaces.is_none()) {
        let Some(range) = entry.parsed_range.as_ref() else { continue };
        let (versions, names) = view.bundles();
        let elsewhere = |(from, to): (usize, usize)| {
            (from..to).find(|at| names.get(*at).is_some_and(|name| view.entry(name).is_none()))
        };
        let oldest = matching(range, versions).inside.into_iter().filter_map(elsewhere).min();
        let Some(gone) = oldest.and_then(|at| names.get(at)) else { continue };
        let name = entry.own_name();
        let message = format!(
            "The skipRange of `{name}` matches `{gone}`, which is not an entry of channel `{}` and cannot be installed \
                from it.",
            view.name
        );
        let help = "Keep the older versions as entries, or suppress this problem if they were removed on purpose.";
        let place = view.range_place(name);
        out.report(&RULE, place, message, help)
            .package(view.package.name)
            .channel(view.name)
            .entry(name)
            .field(EdgeField::SkipRange);
    }
}
