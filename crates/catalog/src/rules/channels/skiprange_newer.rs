//! `skiprange-newer`: A skipRange that matches newer versions.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::rules::support::{Ascending, each_skip_range};
use olmkit_api::EdgeField;
use olmkit_upgrade::{Interval, matching};

rule! {
    RULE, "skiprange-newer", "FBC073", "A skipRange that matches newer versions",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Warning,
    finds: "A `skipRange` that matches a version of the package that is newer than the entry.",
    why: "OLM v0 offers the entry as an upgrade to clusters that run the newer version. They are downgraded, or \
        alternate between both versions.",
    fix: "End the range below the version of the entry: `<1.1.0` for the entry 1.1.0.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!(r#"- name: foo.v1.1.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
  skipRange: ">=0.9.0 <2.0.0"
"#; "1.0.0", "1.1.0") }],
    good: [{ foo!(r#"- name: foo.v1.1.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
  skipRange: ">=0.9.0 <1.0.0"
"#; "1.0.0", "1.1.0") }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    let mut versions = Ascending::default();
    each_skip_range(catalog, |entry, place, text, range| {
        let Some(own) = entry.bundle.and_then(|bundle| bundle.version.as_ref()) else { return };
        if range.ends_by(own) {
            return;
        }
        let versions = versions.of(entry.package);
        let above = versions.partition_point(|version| version <= own);
        let newer = |(from, to): &Interval| versions.get(above.max(*from)..*to)?.first();
        let Some(found) = matching(range, versions).inside.iter().filter_map(newer).min() else { return };
        let message = format!(
            "The skipRange `{text}` of `{}` ({own}) matches {found}, which is newer. OLM v0 can downgrade clusters.",
            entry.facts.own_name()
        );
        out.report(&RULE, place, message, format!("End the range with `<{own}`."))
            .package(entry.package.name)
            .channel(entry.channel)
            .entry(entry.facts.own_name())
            .field(EdgeField::SkipRange);
    });
}
