//! `stranded-v0`: Versions that OLM v0 cannot upgrade to the head.

use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::rules::support::report_stranded;
use crate::view::View;

rule! {
    RULE, "stranded-v0", "FBC090", "Versions that OLM v0 cannot upgrade to the head",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Warning,
    finds: "Channel entries from which no sequence of OLM v0 upgrades comes to the channel head, although opm accepts \
        the channel.",
    why: "A cluster that runs such a version stays on it for good. Its Subscription says `AtLatestKnown`, so nobody is \
        told. The usual cause: the only entry that accepts the version is itself skipped by a newer one, and OLM v0 \
        never installs a skipped entry.",
    fix: "Add the versions to the `skips` of the head, or give the head a `skipRange` that contains them. The offered \
        fix has been tried on the channel: everyone it names reaches the head, opm accepts the channel, and nobody \
        else loses a way.",
    source: "The resolver of OLM v0 (operator-lifecycle-manager); opm does not look at it.",
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
