//! `assertion-shape`: An invalid assertion.

use crate::rules::declare::{foo, rule};
use crate::sink::Sink;
use olmkit_yaml::NodeRef;

rule! {
    RULE, "assertion-shape", "FBC111", "An invalid assertion",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Error,
    finds: "An `olmkit.assertions` document, or an assertion in it, with missing or invalid fields.",
    why: "olmkit does not check an invalid assertion.",
    fix: "Use the format that the page of `assertion-failed` shows.",
    source: "olmkit.",
    bad: [{ foo!("\
- name: foo.v1.2.0
  replaces: foo.v1.1.0
- name: foo.v1.1.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
"; "1.2.0", "1.1.0", "1.0.0"), "\
---
schema: olmkit.assertions
package: foo
assertions:
- {reaches: head, head: foo.v1.2.0}
" }],
    good: [{ foo!("\
- name: foo.v1.2.0
  replaces: foo.v1.1.0
- name: foo.v1.1.0
  replaces: foo.v1.0.0
- name: foo.v1.0.0
"; "1.2.0", "1.1.0", "1.0.0"), "\
---
schema: olmkit.assertions
package: foo
assertions:
- reaches: head
" }],
}

/// Reports an invalid part of an assertions document.
pub(crate) fn report(node: NodeRef<'_>, message: &str, sink: &mut Sink) {
    let help = "`olmkit explain assertion-failed` shows the format.".to_owned();
    sink.add(&RULE, node.range(), message.to_owned(), help, None);
}
