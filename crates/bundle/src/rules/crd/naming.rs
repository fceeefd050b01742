//! The name of a CRD, and its group, scope and `spec.names`.

use crate::field_error::{FieldError, Kind};
use crate::object_meta::{self, Rules};
use crate::sample::CRD;
use olmkit_diagnostics::rule;
use olmkit_k8s::apimachinery::{label_1035, subdomain};

use super::Internal;

rule! {
    NAME, "crd-name", "BDL050", "CRD name that does not match plural and group",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A CRD whose `metadata.name` is not `spec.names.plural`, a dot, and `spec.group`.",
    why: "The API server rejects the CRD, and OLM cannot match it with the CSV.",
    fix: "Name it `<plural>.<group>`.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "name: foos.ex.com", "name: foo.ex.com")],
    good: [(CRD, "listKind: FooList\n    ", "")],
}

rule! {
    NAMESPACE, "crd-namespace", "BDL051", "CRD with a namespace",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A CRD with `metadata.namespace`.",
    why: "CRDs are cluster-scoped. The API server rejects the CRD.",
    fix: "Remove `namespace`.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "  name: foos.ex.com", "  name: foos.ex.com\n  namespace: x")],
    good: [(CRD, "listKind: FooList\n    ", "")],
}

rule! {
    METADATA, "crd-meta-name", "BDL052", "CRD with invalid metadata",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A CRD without a name, or with labels, annotations or owners that the API server rejects.",
    why: "The API server rejects the CRD.",
    fix: "Correct the metadata.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "  name: foos.ex.com", "  labels: {a: b}")],
    good: [(CRD, "  name: foos.ex.com", "  name: foos.ex.com\n  labels: {a: b}")],
}

rule! {
    GROUP, "crd-group", "BDL053", "CRD with an invalid group",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A `spec.group` that is missing, is not a DNS subdomain, or contains no dot.",
    why: "The API server rejects the CRD.",
    fix: "Use a domain that you own, such as `example.com`.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "group: ex.com", "group: ex")],
    good: [(CRD, "listKind: FooList\n    ", "")],
}

rule! {
    SCOPE, "crd-scope", "BDL054", "CRD with an invalid scope",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A `spec.scope` other than `Cluster` and `Namespaced`.",
    why: "The API server rejects the CRD.",
    fix: "Set it to `Namespaced` or `Cluster`.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "scope: Namespaced", "scope: namespaced")],
    good: [(CRD, "scope: Namespaced", "scope: Cluster")],
}

rule! {
    NAMES, "crd-names", "BDL055", "CRD with invalid names",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A plural, singular, kind, list kind, short name or category that is missing or is not a DNS label.",
    why: "The API server rejects the CRD.",
    fix: "Use letters, digits and `-`. Only kinds can contain upper-case letters.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "singular: foo\n", "singular: foo\n    shortNames: [A B]\n")],
    good: [(CRD, "singular: foo\n", "singular: foo\n    shortNames: [fo]\n")],
}

rule! {
    KINDS, "crd-kind-listkind", "BDL056", "Kind and list kind are the same",
    since: "0.1.0",
    bundle: [ApiCrd Error, OpmContent Error, Sdk Error],
    finds: "A CRD whose `listKind` equals its `kind`.",
    why: "The API server cannot distinguish a list from an object, and rejects the CRD.",
    fix: "Set the list kind to the kind followed by `List`.",
    source: "Kubernetes, through operator-framework/api.",
    bad: [(CRD, "listKind: FooList", "listKind: Foo")],
    good: [(CRD, "listKind: FooList", "listKind: Foos")],
}

pub(crate) fn check(crd: &Internal<'_>, errors: &mut Vec<FieldError>) {
    let (plural, group) = (crd.name("plural"), crd.text("group"));
    let wanted = format!("{plural}.{group}");
    let why_no_namespace = "CRDs are cluster-scoped.";
    let rules = Rules { name: &NAME, namespace: &NAMESPACE, why_no_namespace, rest: &METADATA };
    let names = |name: &str| {
        let mut errors = subdomain(name);
        if name != wanted {
            errors.push("must be spec.names.plural+\".\"+spec.group".to_owned());
        }
        errors
    };
    errors.extend(object_meta::errors(crd.view, &rules, names));
    let place = crd.place(&["group"]);
    let shape = subdomain(&group);
    if group.is_empty() {
        errors.push(FieldError::required(&GROUP, "spec.group", place));
    } else if !shape.is_empty() {
        errors.push(FieldError::invalid(&GROUP, "spec.group", &group, shape.join(","), place));
    } else if !group.contains('.') {
        let detail = "should be a domain with at least one dot";
        errors.push(FieldError::invalid(&GROUP, "spec.group", &group, detail, place));
    }
    let scope = crd.text("scope");
    let scope = if scope.is_empty() && crd.beta { "Namespaced".to_owned() } else { scope };
    one_of(&SCOPE, "spec.scope", &scope, &["Cluster", "Namespaced"], crd.place(&["scope"]), errors);
}

/// Checks a required string that must be one of a list.
pub(super) fn one_of(
    rule: &'static olmkit_diagnostics::Rule,
    path: &str,
    value: &str,
    known: &'static [&'static str],
    place: olmkit_diagnostics::Place,
    errors: &mut Vec<FieldError>,
) {
    if value.is_empty() {
        errors.push(FieldError::required(rule, path, place));
    } else if !known.contains(&value) {
        errors.push(FieldError::new(rule, Kind::NotSupported(known), path, place).value(value));
    }
}

pub(crate) fn check_names(crd: &Internal<'_>, errors: &mut Vec<FieldError>) {
    let kind = crd.name("kind");
    let or = |own: String, default: String| if own.is_empty() { default } else { own };
    let singular = or(crd.name("singular"), kind.to_lowercase());
    let list_kind = or(crd.name("listKind"), if kind.is_empty() { String::new() } else { format!("{kind}List") });
    let fields = [
        ("plural", crd.name("plural")),
        ("singular", singular),
        ("kind", kind.clone()),
        ("listKind", list_kind.clone()),
    ];
    for (field, name) in &fields {
        if name.is_empty() {
            errors.push(FieldError::required(&NAMES, format!("spec.names.{field}"), crd.place(&["names", field])));
        }
    }
    for (field, name) in &fields {
        let mixed = field.to_lowercase().ends_with("kind");
        let shape = label_1035(&if mixed { name.to_lowercase() } else { name.clone() });
        if name.is_empty() || shape.is_empty() {
            continue;
        }
        let prefix = if mixed { "may have mixed case, but should otherwise match: " } else { "" };
        let place = crd.place(&["names", field]);
        let detail = format!("{prefix}{}", shape.join(","));
        errors.push(FieldError::invalid(&NAMES, format!("spec.names.{field}"), name, detail, place));
    }
    list(crd, "shortNames", errors);
    if !kind.is_empty() && kind == list_kind {
        let detail = "kind and listKind may not be the same";
        let place = crd.place(&["names", "listKind"]);
        errors.push(FieldError::invalid(&KINDS, "spec.names.listKind", &list_kind, detail, place));
    }
    list(crd, "categories", errors);
}

fn list(crd: &Internal<'_>, field: &str, errors: &mut Vec<FieldError>) {
    let names = crd.spec.and_then(|spec| spec.get("names"));
    for (at, item) in names.map(|names| names.list(field)).unwrap_or_default().into_iter().enumerate() {
        let name = item.text().unwrap_or_default();
        let shape = label_1035(&name);
        if !shape.is_empty() {
            let path = format!("spec.names.{field}[{at}]");
            errors.push(FieldError::invalid(&NAMES, path, &*name, shape.join(","), item.place()));
        }
    }
}
