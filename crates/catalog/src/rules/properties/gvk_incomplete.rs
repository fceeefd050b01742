//! `gvk-incomplete`: An incomplete API property.

use crate::rules::declare::{foo, rule};
use crate::rules::support::{has_text, is_mistyped};
use crate::sink::Sink;
use olmkit_yaml::NodeRef;

rule! {
    RULE, "gvk-incomplete", "FBC062", "An incomplete API property",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Warning,
    finds: "An `olm.gvk` or `olm.gvk.required` property without a `version` or a `kind`. (The group can be empty.)",
    why: "No API matches an incomplete one, so dependencies on it are never resolved.",
    fix: "Add the missing field.",
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

/// Checks one property.
pub(crate) fn check(kind: &str, value: NodeRef<'_>, sink: &mut Sink) {
    if kind != "olm.gvk" && kind != "olm.gvk.required" {
        return;
    }
    for key in ["version", "kind"] {
        if !has_text(value, key) && !is_mistyped(value, key) {
            let message = format!("This `{kind}` property has no `{key}`, so no API matches it.");
            sink.add(&RULE, value.range(), message, format!("Add `{key}`."), None);
        }
    }
}
