//! `skiprange-empty-part`: A skipRange with nothing between two bars.

use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::view::View;

rule! {
    RULE, "skiprange-empty-part", "FBC095", "A skipRange with nothing between two bars",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Error,
    finds: "A `skipRange` with an empty part: `1.0.0 || || 2.0.0`.",
    why: "opm accepts it. Evaluating it makes the range library panic unless an earlier part matches: the catalog \
        operator of OLM v0 dies, again and again; OLM v1 fails to reconcile.",
    fix: "Remove one of the `||`.",
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
        if !entry.admits.as_ref().is_some_and(olmkit_semver::Range::has_empty_part) {
            continue;
        }
        let name = entry.own_name();
        let text = entry.skip_range.as_ref().map_or("", |text| &text.value);
        let message =
            format!("The skipRange `{text}` of `{name}` has an empty part: OLM crashes when it evaluates it.");
        let place = view.range_place(name);
        out.report(&RULE, place, message, "Remove one of the `||`.")
            .package(view.package.name)
            .channel(view.name)
            .entry(name);
    }
}
