//! `assertion-shape`: An assertion that cannot be understood.

use crate::rules::declare::{foo, rule};
use crate::sink::Sink;
use olmkit_yaml::NodeRef;

rule! {
    RULE, "assertion-shape", "FBC111", "An assertion that cannot be understood",
    since: "0.1.0",
    catalog: Upgrade, Olmkit, Error,
    finds: "An `olmkit.assertions` document, or an assertion in it, that is not written as it should be.",
    why: "What is not understood is not checked, and a promise that nobody checks is none.",
    fix: "Write it as the page of `assertion-failed` shows.",
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

/// Reports a part that is not written as it should be.
pub(crate) fn report(node: NodeRef<'_>, message: &str, sink: &mut Sink) {
    let help = "See the page of this rule for what can be asserted.".to_owned();
    sink.add(&RULE, node.range(), message.to_owned(), help, None);
}
