//! `head-not-newest`: A channel head that is not the newest version.

use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::view::View;

rule! {
    RULE, "head-not-newest", "FBC097", "A channel head that is not the newest version",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Off,
    finds: "A channel whose head has a lower version than another entry.",
    why: "OLM v0 installs the head, OLM v1 the highest version. New installations differ, and under OLM v1 clusters on \
        the higher version never upgrade to the head.",
    fix: "Correct the edges. If the order is intended (a rebuild, a withdrawn release), give the next release a higher \
        version than both.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!("\
- name: foo.v1.0.1-1
  replaces: foo.v1.0.1
- name: foo.v1.0.1
"; "1.0.1-1", "1.0.1") }],
    good: [{ foo!("\
- name: foo.v1.2.0
  replaces: foo.v1.1.0
- name: foo.v1.1.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
"; "1.2.0", "1.1.0", "1.0.0") }],
}

pub(crate) fn check(view: &View<'_, '_>, out: &mut Reporter) {
    let Some(head) = view.graph.head() else { return };
    let versions = view.graph.node_ids().filter_map(|node| Some((view.graph.version(node)?, node)));
    let Some((newest, node)) = versions.max() else { return };
    let Some(own) = view.graph.version(head).filter(|own| *own < newest) else { return };
    let (name, other) = (view.graph.name(head), view.graph.name(node));
    let message = format!(
        "The head `{name}` ({own}) of channel `{}` is older than `{other}` ({newest}). OLM v0 installs `{name}`, OLM \
            v1 `{other}`.",
        view.name
    );
    let help = "Correct the edges, or give the next release a higher version than both.";
    out.report(&RULE, view.place(name), message, help)
        .package(view.package.name)
        .channel(view.name)
        .entry(name)
        .related(view.place(other), "the newest version");
}
