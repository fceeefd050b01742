//! `dependency-in-olm-v1`: A dependency that OLM v1 does not support.

use crate::rules::declare::{foo, rule};
use crate::sink::Sink;
use olmkit_yaml::NodeRef;

rule! {
    RULE, "dependency-in-olm-v1", "FBC121", "A dependency that OLM v1 does not support",
    since: "preview",
    catalog: Suspicious, Olmkit, Off,
    finds: "A bundle with `olm.package.required`, `olm.gvk.required` or `olm.constraint`.",
    why: "OLM v1 does not resolve dependencies and refuses to install a bundle that declares one. OLM v0 resolves \
        them.",
    fix: "For OLM v1, install the required packages beforehand and remove the property. No change is necessary for OLM \
        v0.",
    source: "operator-controller, `bundle has a dependency declared via property ... which is currently not \
        supported`.",
    bad: [{ foo!(properties "\
- type: olm.gvk.required
  value: {group: bar.example.com, version: v1, kind: Bar}
") }],
    good: [{ foo!(properties "\
- type: olm.gvk
  value: {group: foo.example.com, version: v1, kind: Foo}
") }],
}

/// Checks one property.
pub(crate) fn check(kind: &str, value: NodeRef<'_>, sink: &mut Sink) {
    if !matches!(kind, "olm.package.required" | "olm.gvk.required" | "olm.constraint") {
        return;
    }
    let message = format!("OLM v1 does not install this bundle, because it declares a dependency with `{kind}`.");
    let help = "For OLM v1, install the required packages beforehand and remove the property.".to_owned();
    sink.add(&RULE, value.range(), message, help, None);
}
