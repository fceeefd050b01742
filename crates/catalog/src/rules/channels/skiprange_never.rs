//! `skiprange-never`: A skipRange that matches no version.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::rules::support::each_skip_range;
use olmkit_api::EdgeField;

rule! {
    RULE, "skiprange-never", "FBC072", "A skipRange that matches no version",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Warning,
    finds: "A `skipRange` that no version can match, such as `>=2.0.0 <1.0.0`.",
    why: "The range looks like an upgrade path but has no effect.",
    fix: "Swap the bounds, or remove the range.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!(r#"- name: foo.v1.0.0
  skipRange: ">=1.0.0 <0.9.0"
"#; "1.0.0") }],
    good: [{ foo!(r#"- name: foo.v1.0.0
  skipRange: ">=0.9.0 <1.0.0"
"#; "1.0.0") }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    each_skip_range(catalog, |entry, place, text, range| {
        if range.is_never() {
            let message = format!("The skipRange `{text}` of `{}` cannot match any version.", entry.facts.own_name());
            out.report(&RULE, place, message, "Swap the bounds, or remove the range.")
                .package(entry.package.name)
                .channel(entry.channel)
                .entry(entry.facts.own_name())
                .field(EdgeField::SkipRange);
        }
    });
}
