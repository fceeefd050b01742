//! `v0-order`: A channel that OLM v0 cannot sort.

use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::view::View;
use olmkit_upgrade::v0::OrderError;

rule! {
    RULE, "v0-order", "FBC092", "A channel that OLM v0 cannot sort",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Error,
    finds: "A channel that opm accepts, but whose replaces chain contains a cycle for OLM v0. opm stops at a skipped \
        entry; OLM v0 continues and finds the cycle.",
    why: "OLM v0 fails to resolve every Subscription in the namespace, including those of other packages. Nothing is \
        installed or upgraded there.",
    fix: "Remove the `replaces` that closes the cycle, or set it to an older version.",
    source: "`sortChannel` of OLM v0 (operator-lifecycle-manager).",
    bad: [{ foo!("\
- name: foo.v1.2.0
  replaces: foo.v1.1.0
  skips: [foo.v1.1.0, foo.v1.0.0]
- name: foo.v1.1.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
  replaces: foo.v1.1.0
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
    let Some(OrderError::Cycle { path, .. }) = &view.v0.order_error else { return };
    let Some(first) = view.v0.stranded.first() else { return };
    let (message, help) = view.v0.explain(view.graph, *first);
    let name = path.first().copied().unwrap_or_default();
    let replaces = view.entry(name).and_then(|entry| entry.replaces.as_ref());
    let place = replaces.map_or_else(|| view.place(name), |text| view.of.doc.place(text.range));
    out.report(&RULE, place, message, help).package(view.package.name).channel(view.name).entry(name);
}
