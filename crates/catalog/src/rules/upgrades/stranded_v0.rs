//! `stranded-v0`: Versions that OLM v0 cannot upgrade to the head.

use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::rules::support::report_stranded;
use crate::view::View;

rule! {
    RULE, "stranded-v0", "FBC090", "Versions that OLM v0 cannot upgrade to the head",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Warning,
    finds: "Channel entries from which no sequence of OLM v0 upgrades reaches the channel head, although opm accepts \
        the channel.",
    why: "A cluster that runs such a version never upgrades, and its Subscription still reports `AtLatestKnown`. The \
        usual cause is that the only entry that accepts the version is itself skipped by a newer one: OLM v0 never \
        installs a skipped entry.",
    fix: "Add the versions to the `skips` of the head, or give the head a `skipRange` that matches them. The suggested \
        fix is verified: every version that it names reaches the head, opm accepts the channel, and no other version \
        loses an upgrade path.",
    source: "The resolver of OLM v0 (operator-lifecycle-manager); opm does not check it.",
    bad: [{ foo!("\
- name: foo.v1.2.0
  replaces: foo.v1.0.0
  skips: [foo.v1.1.0]
- name: foo.v1.1.0
  skips: [foo.v1.0.1]
- name: foo.v1.0.1
- name: foo.v1.0.0
"; "1.2.0", "1.1.0", "1.0.1", "1.0.0") }],
    good: [{ foo!("\
- name: foo.v1.2.0
  replaces: foo.v1.0.0
  skips: [foo.v1.1.0, foo.v1.0.1]
- name: foo.v1.1.0
  skips: [foo.v1.0.1]
- name: foo.v1.0.1
- name: foo.v1.0.0
"; "1.2.0", "1.1.0", "1.0.1", "1.0.0") }],
}

pub(crate) fn check(view: &View<'_, '_>, out: &mut Reporter) {
    if view.v0.order_error.is_none() {
        report_stranded(&RULE, view, view.v0, out);
    }
}
