//! Printer columns and the scale subresource of a CRD.

use crate::field_error::FieldError;
use crate::sample::CRD;
use crate::view::View;
use olmkit_diagnostics::rule;

use super::Internal;

rule! {
    COLUMNS, "crd-columns", "BDL063", "Invalid printer column of a CRD",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A printer column without a name, type or path, with an unknown type or format, or with a path that does not \
start with a dot.",
    why: "The API server rejects the CRD.",
    fix: "Give each column a name, one of the types boolean, date, integer, number and string, and a path such as \
`.status.phase`.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "    served: true\n", "    served: true\n    additionalPrinterColumns: [{name: a, type: foo, jsonPath: .a}]\n")],
    good: [(CRD, "    served: true\n", "    served: true\n    additionalPrinterColumns: [{name: a, type: string, jsonPath: .a}]\n")],
}

rule! {
    SCALE, "crd-scale", "BDL064", "Invalid scale subresource of a CRD",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A `specReplicasPath` that is missing or not below `.spec`, or a `labelSelectorPath` not below `.spec` or `.status`.",
    why: "The API server rejects the CRD.",
    fix: "Use a path such as `.spec.replicas`.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "    served: true\n", "    served: true\n    subresources: {scale: {specReplicasPath: x, statusReplicasPath: .status.n}}\n")],
    good: [(CRD, "    served: true\n", "    served: true\n    subresources: {scale: {specReplicasPath: .spec.n, statusReplicasPath: .status.n}}\n")],
}

const TYPES: [&str; 5] = ["boolean", "date", "integer", "number", "string"];
const FORMATS: [&str; 8] = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

pub(crate) fn check(crd: &Internal<'_>, errors: &mut Vec<FieldError>) {
    for (view, path) in crd.each("subresources") {
        scale(view, &path, errors);
    }
    for (view, path) in crd.each("additionalPrinterColumns") {
        for (at, item) in view.items().into_iter().enumerate() {
            column(item, &format!("{path}[{at}]"), if crd.beta { "JSONPath" } else { "jsonPath" }, errors);
        }
    }
}

fn column(view: View<'_>, path: &str, path_field: &str, errors: &mut Vec<FieldError>) {
    let field = |name: &str| (view.string(name), view.place_at(name));
    let (name, place) = field("name");
    if name.is_empty() {
        errors.push(FieldError::required(&COLUMNS, format!("{path}.name"), place));
    }
    let (kind, place) = field("type");
    let known = format!("must be one of {}", TYPES.join(","));
    if kind.is_empty() {
        errors.push(FieldError::required(&COLUMNS, format!("{path}.type"), place).detail(known));
    } else if !TYPES.contains(&&*kind) {
        errors.push(FieldError::invalid(&COLUMNS, format!("{path}.type"), &*kind, known, place));
    }
    let (format, place) = field("format");
    if !format.is_empty() && !FORMATS.contains(&&*format) {
        let detail = format!("must be one of {}", FORMATS.join(","));
        errors.push(FieldError::invalid(&COLUMNS, format!("{path}.format"), &*format, detail, place));
    }
    let (json_path, place) = field(path_field);
    let own = format!("{path}.JSONPath");
    if json_path.is_empty() {
        errors.push(FieldError::required(&COLUMNS, own, place));
    } else if let Some(detail) = path_error(&json_path) {
        errors.push(FieldError::invalid(&COLUMNS, own, &*json_path, detail, place));
    }
}

fn scale(view: View<'_>, path: &str, errors: &mut Vec<FieldError>) {
    let Some(scale) = view.get("scale") else { return };
    let mut check = |field: &str, roots: &[&str], detail: &str| {
        let value = scale.string(field);
        let place = scale.place_at(field);
        let path = format!("{path}.scale.{field}");
        if value.is_empty() {
            if field == "specReplicasPath" {
                errors.push(FieldError::required(&SCALE, path, place));
            }
        } else if let Some(detail) = path_error(&value) {
            errors.push(FieldError::invalid(&SCALE, path, &*value, detail, place));
        } else if !roots.iter().any(|root| value.starts_with(root)) {
            errors.push(FieldError::invalid(&SCALE, path, &*value, detail, place));
        }
    };
    check("specReplicasPath", &[".spec."], "should be a json path under .spec");
    let either = "should be a json path under either .spec or .status";
    check("labelSelectorPath", &[".spec.", ".status."], either);
}

/// The error of apiextensions for a path. Only the first character is checked.
fn path_error(path: &str) -> Option<&'static str> {
    (!path.starts_with('.')).then_some("must be a simple json path starting with .")
}
