//! `gvk-incomplete`: An incomplete API.

use crate::rules::declare::{foo, rule};
use crate::rules::support::field_text;
use crate::sink::Sink;
use olmkit_yaml::NodeRef;

rule! {
    RULE, "gvk-incomplete", "FBC062", "An incomplete API",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Warning,
    finds: "An `olm.gvk` or `olm.gvk.required` property without `version` or `kind` (a group may be empty).",
    why: "Nothing can provide or require such an API; dependencies on it are never resolved.",
    fix: "Add what is missing.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!(properties "\
- type: olm.gvk
  value: {group: foo.example.com, kind: Foo}
") }],
    good: [{ foo!(properties "\
- type: olm.gvk
  value: {group: foo.example.com, version: v1, kind: Foo}
") }],
}

/// Looks at one property.
pub(crate) fn check(kind: &str, value: NodeRef<'_>, sink: &mut Sink) {
    if kind != "olm.gvk" && kind != "olm.gvk.required" {
        return;
    }
    for key in ["version", "kind"] {
        if field_text(value, key).is_none_or(|text| text.value.is_empty()) {
            let message = format!("This `{kind}` has no `{key}`: nothing can match it.");
            sink.add(&RULE, value.range(), message, format!("Add `{key}`."), None);
        }
    }
}
