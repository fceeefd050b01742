//! Metadata of objects other than the CSV and CRDs.

use crate::go::{Mode, mismatch};
use crate::input::Object;
use crate::object_meta::{self, Rules};
use crate::sample::OBJECT;
use crate::target::Target;
use olmkit_diagnostics::{Suite, rule};

rule! {
    RULE, "obj-metadata", "BDL092", "Object with invalid metadata",
    since: "0.1.0",
    bundle: [OpmContent Error, Sdk Error],
    finds: "An object with a namespace, without a name, or with labels, annotations, owners or finalizers that the \
API server rejects.",
    why: "opm and operator-sdk reject the bundle. OLM chooses the namespace when it installs the bundle. Objects that \
are copied from kustomize or a cluster often contain one.",
    fix: "Remove `metadata.namespace`, and correct the rest.",
    source: "opm, content validator; operator-sdk.",
    bad: [(OBJECT, "", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\n"),
        (OBJECT, "", "apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a-}\n")],
    good: [(OBJECT, "", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {a: b}}\n")],
}

pub(crate) fn check(object: &Object<'_>, to: &mut Target<'_>) {
    // opm decodes the metadata. operator-sdk reads it from the untyped object, in which a value of another type is
    // absent.
    let untyped = to.suite == Suite::Sdk;
    let view = object.view.with(if untyped { Mode::Converter } else { Mode::Json });
    if let Some(wrong) = mismatch(view.node, "PartialObject", view.mode).filter(|_| !untyped) {
        let message = format!("`{}` is {}.", wrong.path, wrong.message);
        let upstream = format!("json: cannot unmarshal: {} {}", wrong.path, wrong.message);
        to.found(&RULE, view.place_of(wrong.range), message, "Correct the value.", upstream);
        return;
    }
    let why_no_namespace = "OLM selects the namespace of the objects of a bundle.";
    let rules = Rules { name: &RULE, namespace: &RULE, why_no_namespace, rest: &RULE };
    let errors = object_meta::errors(view, &rules, |_| Vec::new());
    let texts: Vec<String> = errors.iter().map(crate::field_error::FieldError::text).collect();
    let aggregate = match texts.as_slice() {
        [one] => one.clone(),
        _ => format!("[{}]", texts.join(", ")),
    };
    let text = match to.suite {
        Suite::Sdk => format!("Value {}: error validating object: {aggregate}. ", object.name()),
        _ => format!("error validating object metadata: {aggregate}. "),
    };
    for error in &errors {
        error.report(to, text.clone());
    }
}
