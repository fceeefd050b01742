//! `skiprange-empty-part`: A skipRange with an empty alternative.

use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::view::View;
use olmkit_api::EdgeField;

rule! {
    RULE, "skiprange-empty-part", "FBC095", "A skipRange with an empty alternative",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Error,
    finds: "A `skipRange` with an empty alternative: `1.0.0 || || 2.0.0`.",
    why: "opm accepts the range. The range library panics when it evaluates the empty alternative: the catalog \
        operator of OLM v0 crashes repeatedly, and OLM v1 fails to reconcile.",
    fix: "Remove the extra `||`.",
    source: "The range library of opm and OLM.",
    bad: [{ foo!(r#"- name: foo.v1.1.0
  replaces: foo.v1.0.0
  skipRange: "0.8.0 || || 0.9.0"
- name: foo.v1.0.0
"#; "1.1.0", "1.0.0") }],
    good: [{ foo!(r#"- name: foo.v1.1.0
  replaces: foo.v1.0.0
  skipRange: "0.8.0 || 0.9.0"
- name: foo.v1.0.0
"#; "1.1.0", "1.0.0") }],
}

pub(crate) fn check(view: &View<'_, '_>, out: &mut Reporter) {
    for entry in &view.of.body.entries {
        if !entry.parsed_range.as_ref().is_some_and(olmkit_semver::Range::has_empty_part) {
            continue;
        }
        let name = entry.own_name();
        let text = entry.skip_range.as_ref().map_or("", |text| &text.value);
        let message = format!(
            "The skipRange `{text}` of `{name}` has an empty alternative. OLM crashes when it evaluates the \
                range."
        );
        let place = view.range_place(name);
        out.report(&RULE, place, message, "Remove the extra `||`.")
            .package(view.package.name)
            .channel(view.name)
            .entry(name)
            .field(EdgeField::SkipRange);
    }
}
