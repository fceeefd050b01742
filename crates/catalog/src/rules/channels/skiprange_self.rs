//! `skiprange-self`: A skipRange that matches its own entry.

use crate::model::Catalog;
use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::rules::support::each_skip_range;
use olmkit_api::EdgeField;

rule! {
    RULE, "skiprange-self", "FBC074", "A skipRange that matches its own entry",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Info,
    finds: "A `skipRange` that matches the version of its own entry.",
    why: "OLM does not upgrade a bundle to itself, so this part of the range has no effect and hides what the range is \
        for.",
    fix: "End the range below the version of the entry: `<1.1.0` for the entry 1.1.0.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!(r#"- name: foo.v1.0.0
  skipRange: ">=0.9.0 <=1.0.0"
"#; "1.0.0") }],
    good: [{ foo!(r#"- name: foo.v1.0.0
  skipRange: ">=0.9.0 <1.0.0"
"#; "1.0.0") }],
}

pub(crate) fn check(catalog: &Catalog<'_>, out: &mut Reporter) {
    each_skip_range(catalog, |entry, place, text, range| {
        let Some(own) = entry.bundle.and_then(|bundle| bundle.version.as_ref()) else { return };
        if !range.contains(own).is_ok_and(|inside| inside) {
            return;
        }
        let message = format!("The skipRange `{text}` of `{}` matches its own version {own}.", entry.facts.own_name());
        out.report(&RULE, place, message, format!("End the range with `<{own}`."))
            .package(entry.package.name)
            .channel(entry.channel)
            .entry(entry.facts.own_name())
            .field(EdgeField::SkipRange);
    });
}
