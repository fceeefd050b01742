//! `skiprange-unmatched`: A skipRange that matches no bundle of the package.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::rules::support::{Ascending, each_skip_range};
use olmkit_api::EdgeField;
use olmkit_upgrade::matching;

rule! {
    RULE, "skiprange-unmatched", "FBC080", "A skipRange that matches no bundle of the package",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Off,
    finds: "A `skipRange` that can match versions, but not the version of any bundle of the package.",
    why: "This is usual where older bundles were removed: clusters that still run them can upgrade. In a hand-written \
        catalog it can be a misspelled version.",
    fix: "Correct the range, or keep it for clusters that still run those versions.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!(r#"- name: foo.v1.1.0
  replaces: foo.v1.0.0
  skipRange: ">=10.0.0 <10.1.0"
- name: foo.v1.0.0
"#; "1.0.0", "1.1.0") }],
    good: [{ foo!(r#"- name: foo.v1.1.0
  replaces: foo.v1.0.0
  skipRange: ">=1.0.0 <1.1.0"
- name: foo.v1.0.0
"#; "1.0.0", "1.1.0") }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    let mut versions = Ascending::default();
    each_skip_range(catalog, |entry, place, text, range| {
        let name = entry.facts.own_name();
        if range.is_never() || !matching(range, versions.of(entry.package)).inside.is_empty() {
            return;
        }
        let message =
            format!("The skipRange `{text}` of `{name}` matches no bundle of package `{}`.", entry.package.name);
        out.report(&RULE, place, message, "Correct the range, or keep it for clusters that still run those versions.")
            .package(entry.package.name)
            .channel(entry.channel)
            .entry(name)
            .field(EdgeField::SkipRange);
    });
}
