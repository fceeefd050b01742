//! `max-openshift-version`: A maximum OpenShift version that OLM cannot read.

use std::borrow::Cow;

use crate::rules::declare::{foo, rule};
use crate::sink::{Sink, quoting};
use olmkit_semver::parse_tolerant;
use olmkit_yaml::{NodeRef, Value};

rule! {
    RULE, "max-openshift-version", "FBC063", "A maximum OpenShift version that OLM cannot read",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Warning,
    finds: "An `olm.maxOpenShiftVersion` property whose value is not a text, or not a version such as `\"4.17\"`; \
        or a second one in a bundle.",
    why: "Unquoted, `4.10` is the number 4.1. OLM wants one text, and blocks or allows cluster upgrades by it: what \
        it cannot read, or finds twice, blocks every upgrade.",
    fix: "Write one version, in quotes.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!(properties "\
- type: olm.maxOpenShiftVersion
  value: 4.10
") } { foo!(properties r#"- type: olm.maxOpenShiftVersion
  value: "4.10"
- type: olm.maxOpenShiftVersion
  value: "4.11"
"#) }],
    good: [{ foo!(properties r#"- type: olm.maxOpenShiftVersion
  value: "4.10"
"#) }],
}

const KIND: &str = "olm.maxOpenShiftVersion";

/// Looks at all properties of a bundle: OLM wants one.
pub(crate) fn check_all(all: &[(NodeRef<'_>, Cow<'_, str>, Option<NodeRef<'_>>)], sink: &mut Sink) {
    if let Some((second, ..)) = all.iter().filter(|(_, kind, _)| kind == KIND).nth(1) {
        let message = "With a second one OLM blocks every upgrade.".to_owned();
        sink.add(&RULE, second.range(), message, "Keep one.".to_owned(), None);
    }
}

/// Looks at one property.
pub(crate) fn check(kind: &str, value: NodeRef<'_>, sink: &mut Sink) {
    if kind != KIND {
        return;
    }
    let shown = value.scalar_text();
    let help = "Write a version in quotes, as \"4.17\".".to_owned();
    match value.value() {
        Value::String(text) if parse_tolerant(&text).is_ok() => {}
        Value::String(text) => {
            let message = format!(
                "`{text}` is not a valid version: OLM cannot tell on which OpenShift versions the bundle runs."
            );
            sink.add(&RULE, value.range(), message, help, None);
        }
        Value::Number(number) => {
            let message = format!("The unquoted `{shown}` is the number {number}; OLM wants a text with a version.");
            sink.add(&RULE, value.range(), message, help, None);
            sink.fix(quoting(value));
        }
        _ => sink.add(&RULE, value.range(), "This is not a valid version.".to_owned(), help, None),
    }
}
