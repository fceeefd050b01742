//! `entry-skips-itself`: An entry that skips itself.

use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::view::View;
use olmkit_api::EdgeField;

rule! {
    RULE, "entry-skips-itself", "FBC094", "An entry that skips itself",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Warning,
    finds: "An entry that lists its own name in `skips`.",
    why: "opm treats the entry as skipped and does not check whether a newer entry replaces or skips it. OLM v0 never \
        installs a skipped entry.",
    fix: "Remove the name from the entry's own `skips`. If opm then reports the entry as stranded, make a newer entry \
        replace or skip it.",
    source: "olmkit; opm accepts it.",
    bad: [{ foo!("\
- name: foo.v1.2.0
  replaces: foo.v1.0.0
- name: foo.v1.1.0
  skips: [foo.v1.1.0]
- name: foo.v1.0.0
"; "1.2.0", "1.1.0", "1.0.0") }],
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
        let name = entry.own_name();
        let Some(own) = entry.skips.iter().find(|text| text.value == name) else { continue };
        let message = format!("`{name}` skips itself. opm treats it as skipped, and OLM v0 never installs it.");
        let help = "Remove it from its own `skips`, and make a newer entry replace or skip it.";
        let place = view.of.doc.place(own.range);
        out.report(&RULE, place, message, help)
            .package(view.package.name)
            .channel(view.name)
            .entry(name)
            .field(EdgeField::Skips);
    }
}
