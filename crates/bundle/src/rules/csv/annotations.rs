//! Annotations of a CSV that OLM reads.

use crate::model::Csv;
use crate::sample::CSV;
use crate::sample::OBJECTS;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

rule! {
    CASE, "csv-annotation-case", "BDL030", "Annotation of OLM in the wrong case",
    since: "0.1.0",
    bundle: [ApiCsv Error, OpmContent Error, Sdk Error],
    finds: "An annotation like `olm.skiprange` that OLM knows only as `olm.skipRange`.",
    why: "OLM does not see it, silently.",
    fix: "Write it in OLM's case.",
    source: "operator-framework/api, CSV validator.",
    bad: [(CSV, "    categories: Database", "    olm.skiprange: '>=0.1.0 <1.0.0'\n    categories: Database")],
    good: [(CSV, "    categories: Database", "    olm.skipRange: '>=0.1.0 <1.0.0'\n    categories: Database")],
}

rule! {
    PROPERTIES, "csv-olm-properties", "BDL031", "`olm.properties` in a CSV",
    since: "0.1.0",
    bundle: [ApiCsv Warning, Sdk Warning, OlmV1 Error],
    finds: "The annotation `olm.properties` on a CSV; for OLM v1 only one that is not a list of properties in JSON.",
    why: "It is the old place of properties; `metadata/properties.yaml` is the one that every tool reads. What cannot be \
read is lost, or refused by OLM v1.",
    fix: "Move the properties to `metadata/properties.yaml`.",
    source: "operator-framework/api, CSV validator; operator-controller, loader.",
    bad: [(CSV, "    categories: Database", "    olm.properties: '[]'\n    categories: Database"),
        (CSV, "    categories: Database", "    olm.properties: '{'\n    categories: Database")],
    good: [(CSV, "    categories: Database", "    olm.skipRange: '>=0.1.0 <1.0.0'\n    categories: Database")],
}

const KNOWN: [&str; 5] =
    ["olm.operatorGroup", "olm.operatorNamespace", "olm.targetNamespaces", "olm.providedAPIs", "olm.skipRange"];

rule! {
    GROUP, "og-annotation-case", "BDL252", "Annotation of an OperatorGroup in the wrong case",
    since: "0.1.0",
    bundle: [Object Error],
    finds: "An OperatorGroup with an annotation like `olm.providedapis` that OLM knows only as `olm.providedAPIs`.",
    why: "OLM does not see it, silently.",
    fix: "Write it in OLM's case.",
    source: "operator-framework/api, OperatorGroup validator; operator-sdk does not run it.",
    bad: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b, annotations: {olm.providedapis: Foo.v1.ex.com}}\n")],
    good: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b, annotations: {olm.providedAPIs: Foo.v1.ex.com}}\n")],
}

/// The annotations of an OperatorGroup.
pub(crate) fn check_group(name: &str, annotations: View<'_>, to: &mut Target<'_>) {
    for (key, _, place) in annotations.entries() {
        if let Some(right) = KNOWN.iter().find(|known| key != **known && key.eq_ignore_ascii_case(known)) {
            let message = format!("OLM does not see the annotation `{key}`: it is spelled `{right}`.");
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
                format!("OLM does not see the annotation `{key}`: it is spelled `{right}`."),
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
                "Properties in the annotation `olm.properties` are the old way; not every tool reads them.",
                "Move them to `metadata/properties.yaml`.",
                "Value : found olm.properties annotation, please define these properties in metadata/properties.yaml instead",
            );
        }
    }
}
