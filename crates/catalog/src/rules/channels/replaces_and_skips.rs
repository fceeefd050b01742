//! `replaces-and-skips`: An entry that both replaces and skips the same entry.

use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::view::View;
use olmkit_api::EdgeField;

rule! {
    RULE, "replaces-and-skips", "FBC099", "An entry that both replaces and skips the same entry",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Off,
    finds: "An entry whose `skips` contains the entry that it replaces.",
    why: "OLM v0 never installs a skipped entry and does not follow its edges. Versions whose only upgrade path leads \
        through it are stranded.",
    fix: "Remove it from `skips`, unless the version must not be installed any more and the head accepts every older \
        version.",
    source: "olmkit; opm accepts it if it strands no entry.",
    bad: [{ foo!("\
- name: foo.v1.1.0
  replaces: foo.v1.0.0
  skips: [foo.v1.0.0]
- name: foo.v1.0.0
"; "1.1.0", "1.0.0") }],
    good: [{ foo!("\
- name: foo.v1.2.0
  replaces: foo.v1.1.0
- name: foo.v1.1.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
"; "1.2.0", "1.1.0", "1.0.0") }],
}

pub(crate) fn check(view: &View<'_, '_>, out: &mut Reporter) {
    for entry in &view.of.body.entries {
        let Some(replaces) = &entry.replaces else { continue };
        let Some(skip) = entry.skips.iter().find(|text| text.value == replaces.value) else { continue };
        let name = entry.own_name();
        let message =
            format!("`{name}` both replaces and skips `{}`. OLM v0 treats that version as skipped.", skip.value);
        let help = "Remove it from `skips`, unless it must not be installed any more.";
        let place = view.of.doc.place(skip.range);
        out.report(&RULE, place, message, help)
            .package(view.package.name)
            .channel(view.name)
            .entry(name)
            .field(EdgeField::Skips);
    }
}
