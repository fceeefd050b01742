//! `v0-dead-edge`: Edges that OLM v0 ignores.

use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::view::View;

rule! {
    RULE, "v0-dead-edge", "FBC098", "Edges that OLM v0 ignores",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Off,
    finds: "An entry with `replaces`, `skips` or `skipRange` that is itself skipped by a newer entry.",
    why: "OLM v0 never installs a skipped entry, so its edges have no effect. OLM v1 still follows them.",
    fix: "Move the edges to the entry that skips it. No change is necessary while the head accepts the same versions.",
    source: "The resolver of OLM v0 (operator-lifecycle-manager).",
    bad: [{ foo!("\
- name: foo.v1.2.0
  replaces: foo.v1.0.0
  skips: [foo.v1.1.0]
- name: foo.v1.1.0
  replaces: foo.v1.0.0
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
    for (node, entry) in view.graph.node_ids().zip(&view.of.body.entries) {
        let name = entry.own_name();
        let has_edges = entry.replaces.is_some() || !entry.skips.is_empty() || entry.skip_range.is_some();
        if !has_edges || !view.graph.is_skipped(view.graph.id_of(node)) {
            continue;
        }
        let message =
            format!("`{name}` is skipped, so OLM v0 never installs it and ignores its replaces, skips and skipRange.");
        let help = "Move its edges to the entry that skips it.";
        out.report(&RULE, view.place(name), message, help).package(view.package.name).channel(view.name).entry(name);
    }
}
