//! `required-package-range`: An invalid required package.

use crate::rules::declare::{foo, rule};
use crate::rules::support::field_text;
use crate::sink::Sink;
use olmkit_semver::Range;
use olmkit_yaml::NodeRef;

rule! {
    RULE, "required-package-range", "FBC061", "An invalid required package",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Warning,
    finds: "An `olm.package.required` property without a `packageName`, or whose `versionRange` is not a valid version \
        range.",
    why: "opm does not check it. On a cluster, OLM cannot resolve an installation of the bundle.",
    fix: "Write a package name and a range such as `>=1.0.0 <2.0.0`.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!(properties r#"- type: olm.package.required
  value: {packageName: bar, versionRange: "^1.0.0"}
"#) }],
    good: [{ foo!(properties r#"- type: olm.package.required
  value: {packageName: bar, versionRange: ">=1.0.0 <2.0.0"}
"#) }],
}

/// Checks one property.
pub(crate) fn check(kind: &str, value: NodeRef<'_>, sink: &mut Sink) {
    if kind != "olm.package.required" {
        return;
    }
    let name = field_text(value, "packageName").map(|text| text.value).unwrap_or_default();
    if name.is_empty() {
        let message = "This required package has no `packageName`, so no bundle can satisfy it.".to_owned();
        sink.add(
            &RULE,
            value.range(),
            message,
            "Set `packageName` to the name of the required package.".to_owned(),
            None,
        );
        return;
    }
    let range = field_text(value, "versionRange");
    let text = range.as_ref().map_or("", |text| text.value.as_str());
    let error = match Range::parse(text) {
        Ok(range) if range.has_empty_part() => "it has an empty alternative, on which OLM crashes".to_owned(),
        Ok(_) => return,
        Err(error) => error.reason().to_owned(),
    };
    let place = range.as_ref().map_or_else(|| value.range(), |text| text.range);
    let message = if text.is_empty() {
        format!("The required package `{name}` has no `versionRange`, so OLM cannot resolve the bundle.")
    } else {
        format!("The range `{text}` of the required package `{name}` is not a valid version range: {error}.")
    };
    sink.add(&RULE, place, message, "Write full versions, such as `>=1.0.0 <2.0.0`.".to_owned(), None);
}
