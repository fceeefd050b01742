//! `required-package-range`: A required package that OLM cannot resolve.

use crate::rules::declare::{foo, rule};
use crate::rules::support::field_text;
use crate::sink::Sink;
use olmkit_semver::Range;
use olmkit_yaml::NodeRef;

rule! {
    RULE, "required-package-range", "FBC061", "A required package that OLM cannot resolve",
    since: "0.1.0",
    catalog: Suspicious, Olmkit, Warning,
    finds: "An `olm.package.required` property without `packageName`, or whose `versionRange` is not a valid version \
        range.",
    why: "opm does not look at it; on the cluster no installation of the bundle can be resolved.",
    fix: "Write a package name and a range such as `>=1.0.0 <2.0.0`.",
    source: "olmkit; no upstream tool checks it.",
    bad: [{ foo!(properties r#"- type: olm.package.required
  value: {packageName: bar, versionRange: "^1.0.0"}
"#) }],
    good: [{ foo!(properties r#"- type: olm.package.required
  value: {packageName: bar, versionRange: ">=1.0.0 <2.0.0"}
"#) }],
}

/// Looks at one property.
pub(crate) fn check(kind: &str, value: NodeRef<'_>, sink: &mut Sink) {
    if kind != "olm.package.required" {
        return;
    }
    let name = field_text(value, "packageName").map(|text| text.value).unwrap_or_default();
    if name.is_empty() {
        let message = "This required package has no `packageName`: nothing can satisfy it.".to_owned();
        sink.add(&RULE, value.range(), message, "Add `packageName`.".to_owned(), None);
        return;
    }
    let range = field_text(value, "versionRange");
    let text = range.as_ref().map_or("", |text| text.value.as_str());
    let error = match Range::parse(text) {
        Ok(range) if range.has_empty_part() => "one of its parts is empty, and OLM crashes on it".to_owned(),
        Ok(_) => return,
        Err(error) => error.to_string(),
    };
    let place = range.as_ref().map_or_else(|| value.range(), |text| text.range);
    let message = if text.is_empty() {
        format!("The required package `{name}` has no `versionRange`: OLM cannot resolve the bundle.")
    } else {
        format!("OLM cannot read the range `{text}` of the required package `{name}`: {error}.")
    };
    sink.add(&RULE, place, message, "Write full versions, as `>=1.0.0 <2.0.0`.".to_owned(), None);
}
