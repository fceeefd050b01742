//! `max-openshift-version`: An invalid maximum OpenShift version.

use std::borrow::Cow;

use crate::rules::declare::{foo, rule};
use crate::sink::{Sink, quoting};
use olmkit_gostd::go_float64_f;
use olmkit_semver::parse_tolerant;
use olmkit_yaml::{NodeRef, Value};

rule! {
    RULE, "max-openshift-version", "FBC063", "An invalid maximum OpenShift version",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Warning,
    finds: "An `olm.maxOpenShiftVersion` property whose value is not a string with a version such as `\"4.17\"`, or a \
        second such property in a bundle.",
    why: "OLM decides with this property whether the cluster can be upgraded. An invalid or duplicate value blocks \
        every cluster upgrade. An unquoted `4.10` is the number 4.1.",
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

/// Checks that a bundle has at most one such property.
pub(crate) fn check_all(all: &[(NodeRef<'_>, Cow<'_, str>, Option<NodeRef<'_>>)], sink: &mut Sink) {
    if let Some((second, ..)) = all.iter().filter(|(_, kind, _)| kind == KIND).nth(1) {
        let message = "This bundle has more than one `olm.maxOpenShiftVersion` property. OLM blocks every cluster \
            upgrade."
            .to_owned();
        sink.add(&RULE, second.range(), message, "Keep one of the properties.".to_owned(), None);
    }
}

/// Checks one property.
pub(crate) fn check(kind: &str, value: NodeRef<'_>, sink: &mut Sink) {
    if kind != KIND {
        return;
    }
    let shown = value.scalar_text();
    let help = "Write a version in quotes, such as \"4.17\".".to_owned();
    match value.value() {
        Value::String(text) if parse_tolerant(&text).is_ok() => {}
        Value::String(text) => {
            let message = format!("`{text}` is not a valid version. OLM blocks every cluster upgrade.");
            sink.add(&RULE, value.range(), message, help, None);
        }
        Value::Number(number) => {
            let message = format!(
                "The unquoted `{shown}` is the number {}; OLM requires a string with a version.",
                go_float64_f(number)
            );
            sink.add(&RULE, value.range(), message, help, None);
            sink.fix(quoting(value));
        }
        _ => sink.add(
            &RULE,
            value.range(),
            "The value is not a string with a version. OLM blocks every cluster \
            upgrade."
                .to_owned(),
            help,
            None,
        ),
    }
}
