//! Protected API groups of Kubernetes, and preservation of unknown fields.

use crate::field_error::FieldError;
use crate::sample::CRD;
use crate::view::View;
use olmkit_diagnostics::rule;

use super::Internal;
use super::conversion::preserves;

rule! {
    APPROVED, "crd-api-approved", "BDL069", "CRD in a Kubernetes group without approval",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A CRD in the group `k8s.io`, `kubernetes.io` or a subdomain of one of them, without a valid annotation \
`api-approved.kubernetes.io`.",
    why: "The API server rejects it, because these groups belong to the Kubernetes project.",
    fix: "Use your own group, or set the annotation to the URL of the approval.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "group: ex.com", "group: ex.k8s.io")],
    good: [(CRD, "listKind: FooList\n    ", "")],
}

rule! {
    PRESERVE, "crd-preserve-unknown", "BDL070", "CRD that preserves unknown fields",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A CRD with `preserveUnknownFields: true`, which is the default in `apiextensions.k8s.io/v1beta1`.",
    why: "The API server rejects new CRDs of this kind.",
    fix: "Set `preserveUnknownFields: false`. If a schema needs it, use `x-kubernetes-preserve-unknown-fields`.",
    source: "Kubernetes, through operator-framework/api. The upstream message shows a pointer instead of the value.",
    bad: [(CRD, "  scope:", "  preserveUnknownFields: true\n  scope:")],
    good: [(CRD, "  scope:", "  preserveUnknownFields: false\n  scope:")],
}

pub(crate) fn check(crd: &Internal<'_>, errors: &mut Vec<FieldError>) {
    approved(crd, errors);
    if preserves(crd) {
        let place = crd.place(&["preserveUnknownFields"]);
        if has_defaults(crd) {
            let detail = "must be false in order to use defaults in the schema";
            let error = FieldError::invalid(&PRESERVE, "spec.preserveUnknownFields", "true", detail, place);
            let message = "The schema has defaults. A CRD that preserves unknown fields cannot have defaults.";
            errors.push(error.plain().message(message));
        }
        let detail =
            "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
        let why = if crd.beta {
            "The CRD preserves unknown fields, which is the default in v1beta1."
        } else {
            "The CRD preserves unknown fields."
        };
        let error = FieldError::invalid(&PRESERVE, "spec.preserveUnknownFields", "true", detail, place);
        errors.push(error.plain().message(format!("{why} The API server rejects new CRDs that do.")));
    }
}

/// Whether any schema of the CRD has a default.
fn has_defaults(crd: &Internal<'_>) -> bool {
    let versions = crd.versions.iter().filter_map(|version| version.view?.path(&["schema", "openAPIV3Schema"]));
    let top = crd.spec.and_then(|spec| spec.path(&["validation", "openAPIV3Schema"]));
    let mut waiting: Vec<View<'_>> = versions.chain(top).collect();
    while let Some(schema) = waiting.pop() {
        if schema.get("default").is_some() {
            return true;
        }
        for field in ["items", "not", "additionalProperties", "additionalItems", "allOf", "anyOf", "oneOf"] {
            let found = schema.get(field);
            waiting.extend(found.into_iter().chain(found.map(View::items).unwrap_or_default()));
        }
        for field in ["properties", "patternProperties", "definitions", "dependencies"] {
            let entries = schema.get(field).map(View::entries).unwrap_or_default();
            waiting.extend(entries.into_iter().map(|(_, value, _)| value));
        }
    }
    false
}

fn approved(crd: &Internal<'_>, errors: &mut Vec<FieldError>) {
    const KEY: &str = "api-approved.kubernetes.io";
    const PATH: &str = "metadata.annotations[api-approved.kubernetes.io]";
    const SEE: &str = "see https://github.com/kubernetes/enhancements/pull/1111";
    let group = crd.text("group");
    let protected = ["k8s.io", "kubernetes.io"]
        .iter()
        .any(|root| group.strip_suffix(root).is_some_and(|before| before.is_empty() || before.ends_with('.')));
    if !protected {
        return;
    }
    let annotations = crd.view.get("metadata").and_then(|metadata| metadata.get("annotations"));
    let entries = annotations.map(View::entries).unwrap_or_default();
    let found = entries.into_iter().find(|(key, _, _)| key == KEY);
    let value = found.as_ref().and_then(|(_, value, _)| value.text()).unwrap_or_default().into_owned();
    if value.is_empty() {
        let detail = format!("protected groups must have approval annotation \"{KEY}\", {SEE}");
        let error = FieldError::required(&APPROVED, PATH, crd.place(&["group"])).detail(detail);
        errors.push(
            error.message(format!(
                "The group `{group}` belongs to the Kubernetes project, and the CRD has no approval."
            )),
        );
        return;
    }
    let is_url =
        olmkit_gostd::parse_request_uri(&value).is_ok_and(|url| !url.host.is_empty() && !url.scheme.is_empty());
    if !is_url && !value.starts_with("unapproved") {
        let detail = format!(
            "protected groups must have approval annotation \"{KEY}\" with either a URL or a reason starting with \"unapproved\", {SEE}"
        );
        let place = found.map_or_else(|| crd.view.start(), |(_, value, _)| value.place());
        errors.push(FieldError::invalid(&APPROVED, PATH, &value, detail, place));
    }
}
