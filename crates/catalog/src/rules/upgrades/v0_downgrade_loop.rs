//! `v0-downgrade-loop`: A skipRange that downgrades clusters from the head.

use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::view::View;
use olmkit_upgrade::Node;

rule! {
    RULE, "v0-downgrade-loop", "FBC093", "A skipRange that downgrades clusters from the head",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Error,
    finds: "An older entry whose `skipRange` matches the version of the head, although the `skipRange` of the head \
        does not.",
    why: "OLM v0 selects the entry nearest to the head that accepts the installed version, without comparing versions. \
        It downgrades from the head to the older entry, then upgrades again, endlessly.",
    fix: "End the range below the version of its own entry: `<1.1.0` for the entry 1.1.0.",
    source: "The resolver of OLM v0 (operator-lifecycle-manager).",
    bad: [{ foo!(r#"- name: foo.v1.2.0
  replaces: foo.v1.1.0
- name: foo.v1.1.0
  replaces: foo.v1.0.0
  skipRange: ">=1.0.0"
- name: foo.v1.0.0
"#; "1.2.0", "1.1.0", "1.0.0") }],
    good: [{ foo!(r#"- name: foo.v1.2.0
  replaces: foo.v1.1.0
- name: foo.v1.1.0
  replaces: foo.v1.0.0
  skipRange: ">=1.0.0 <1.1.0"
- name: foo.v1.0.0
"#; "1.2.0", "1.1.0", "1.0.0") }],
}

pub(crate) fn check(view: &View<'_, '_>, out: &mut Reporter) {
    let Some(head) = view.v0.target else { return };
    let Some(back) = view.v0.steps.after(head) else { return };
    let (head_name, name) = (view.graph.name(head), view.graph.name(back));
    let range = view.graph.node_of(back).and_then(Node::range_text).unwrap_or_default();
    let version = |id| view.graph.version(id).map(ToString::to_string).unwrap_or_default();
    let message = format!(
        "The skipRange `{range}` of `{name}` matches {}, the version of the head `{head_name}`. OLM v0 downgrades the \
            head to `{name}` and upgrades again, endlessly.",
        version(head)
    );
    let help = format!("End the range with `<{}`.", version(back));
    let place = view.range_place(name);
    out.report(&RULE, place, message, help).package(view.package.name).channel(view.name).entry(name);
}
