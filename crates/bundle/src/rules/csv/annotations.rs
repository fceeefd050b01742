//! CSV annotations that OLM reads.

use crate::model::Csv;
use crate::sample::CSV;
use crate::sample::OBJECTS;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

rule! {
    CASE, "csv-annotation-case", "BDL030", "OLM annotation in the wrong case",
    since: "0.1.0",
    bundle: [ApiCsv Error, OpmContent Error, Sdk Error],
    finds: "An annotation such as `olm.skiprange`, which OLM reads only as `olm.skipRange`.",
    why: "OLM silently ignores it.",
    fix: "Use the case that OLM expects.",
    source: "operator-framework/api, CSV validator.",
    bad: [(CSV, "    categories: Database", "    olm.skiprange: '>=0.1.0 <1.0.0'\n    categories: Database")],
    good: [(CSV, "    categories: Database", "    olm.skipRange: '>=0.1.0 <1.0.0'\n    categories: Database")],
}

rule! {
    PROPERTIES, "csv-olm-properties", "BDL031", "`olm.properties` in a CSV",
    since: "0.1.0",
    bundle: [ApiCsv Warning, Sdk Warning, OlmV1 Error],
    finds: "A CSV with the annotation `olm.properties`. For OLM v1: one that is not a JSON list of properties.",
    why: "Every tool reads `metadata/properties.yaml`; the annotation is the older form. Properties that cannot be \
read are lost, or OLM v1 rejects the bundle.",
    fix: "Move the properties to `metadata/properties.yaml`.",
    source: "operator-framework/api, CSV validator; operator-controller, loader.",
    bad: [(CSV, "    categories: Database", "    olm.properties: '[]'\n    categories: Database"),
        (CSV, "    categories: Database", "    olm.properties: '{'\n    categories: Database")],
    good: [(CSV, "    categories: Database", "    olm.skipRange: '>=0.1.0 <1.0.0'\n    categories: Database")],
}

const KNOWN: [&str; 5] =
    ["olm.operatorGroup", "olm.operatorNamespace", "olm.targetNamespaces", "olm.providedAPIs", "olm.skipRange"];

rule! {
    GROUP, "og-annotation-case", "BDL252", "OperatorGroup annotation in the wrong case",
    since: "0.1.0",
    bundle: [Object Error],
    finds: "An OperatorGroup with an annotation such as `olm.providedapis`, which OLM reads only as \
`olm.providedAPIs`.",
    why: "OLM silently ignores it.",
    fix: "Use the case that OLM expects.",
    source: "operator-framework/api, OperatorGroup validator; operator-sdk does not run it.",
    bad: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b, annotations: {olm.providedapis: Foo.v1.ex.com}}\n")],
    good: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b, annotations: {olm.providedAPIs: Foo.v1.ex.com}}\n")],
}

/// The annotations of an OperatorGroup.
pub(crate) fn check_group(name: &str, annotations: View<'_>, to: &mut Target<'_>) {
    for (key, _, place) in annotations.entries() {
        if let Some(right) = KNOWN.iter().find(|known| key != **known && key.eq_ignore_ascii_case(known)) {
            let message = format!("OLM ignores the annotation `{key}`. The correct spelling is `{right}`.");
            let upstream =
                format!("Value {name}: provided annotation {key} uses wrong case and should be {right} instead");
            to.found(&GROUP, place, message, format!("Write `{right}`."), upstream);
        }
    }
}

pub(crate) fn check(csv: &Csv<'_>, to: &mut Target<'_>) {
    let Some(annotations) = csv.annotations() else { return };
    for (key, _, place) in annotations.entries() {
        if let Some(right) = KNOWN.iter().find(|known| key != **known && key.eq_ignore_ascii_case(known)) {
            let found = to.found(
                &CASE,
                place,
                format!("OLM ignores the annotation `{key}`. The correct spelling is `{right}`."),
                format!("Write `{right}`."),
                format!("Value {}: provided annotation {key} uses wrong case and should be {right} instead", csv.name),
            );
            if let Some(finding) = found {
                finding.fix(format!("Write {right}"), olmkit_diagnostics::Safety::Unsafe, place, *right);
            }
        }
        if key == "olm.properties" {
            to.found(
                &PROPERTIES,
                place,
                "The annotation `olm.properties` is deprecated, and not every tool reads it.",
                "Move them to `metadata/properties.yaml`.",
                "Value : found olm.properties annotation, please define these properties in metadata/properties.yaml instead",
            );
        }
    }
}
