//! `stranded-v1`: Versions that OLM v1 cannot upgrade to the head.

use crate::reporter::Reporter;
use crate::rules::declare::{foo, rule};
use crate::rules::support::report_stranded;
use crate::view::View;

rule! {
    RULE, "stranded-v1", "FBC091", "Versions that OLM v1 cannot upgrade to the head",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Warning,
    finds: "Channel entries from which no sequence of OLM v1 upgrades reaches the channel head, although opm accepts \
        the channel.",
    why: "A ClusterExtension on such a version never upgrades, and still reports success. OLM v1 selects the highest \
        version among the installed one and its successors, and never a deprecated version if the installed one is not \
        deprecated. An edge to a lower or deprecated version has no effect.",
    fix: "Make a higher version that is not deprecated skip or replace the version at which upgrades stop. If the head \
        is not higher, publish a new release. A suggested fix is verified against the channel.",
    source: "The resolver of OLM v1 (operator-controller); opm does not check it.",
    bad: [{ foo!("\
- name: foo.v1.2.0
  replaces: foo.v0.9.0
- name: foo.v0.9.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
"; "1.2.0", "0.9.0", "1.0.0") }],
    good: [{ foo!("\
- name: foo.v1.2.0
  replaces: foo.v1.1.0
- name: foo.v1.1.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
"; "1.2.0", "1.1.0", "1.0.0") }],
}

pub(crate) fn check(view: &View<'_, '_>, out: &mut Reporter) {
    report_stranded(&RULE, view, view.v1, out);
}
