//! The external validator of OperatorHub.io.

use olmkit_semver::{Version, parse_tolerant};

use super::deprecated::{in_text, uses_22};
use crate::model::Loaded;
use crate::sample::{CRD, CSV};
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

const KEY: &str = "operatorhub.io/ui-metadata-max-k8s-version";

rule! {
    RULE, "hub-max-k8s", "BDL162", "Invalid maximum Kubernetes version for OperatorHub.io",
    since: "0.1.0",
    bundle: [K8sOperatorhub Error],
    finds: "An annotation `operatorhub.io/ui-metadata-max-k8s-version` that is not a valid version; or a bundle with \
APIs that Kubernetes 1.22 removed whose annotation is missing, or is 1.22 or newer.",
    why: "OperatorHub.io offers the operator for clusters on which it does not run.",
    fix: "Use the `v1` APIs, or set the annotation to `1.21`.",
    source: "k8s-operatorhub/bundle-validator.",
    bad: [(CSV, "    capabilities: Basic Install\n", "    capabilities: Basic Install\n    operatorhub.io/ui-metadata-max-k8s-version: latest\n"),
        (CRD, "apiextensions.k8s.io/v1\n", "apiextensions.k8s.io/v1beta1\n")],
    good: [(CSV, "    capabilities: Basic Install\n", "    capabilities: Basic Install\n    operatorhub.io/ui-metadata-max-k8s-version: '1.30'\n")],
}

pub(crate) fn check(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let csv = &bundle.csv;
    let uses = uses_22(bundle);
    let annotation = csv.annotation(KEY);
    let text = annotation.and_then(View::text).unwrap_or_default().into_owned();
    let help = "Use the `v1` APIs, or set the annotation to `1.21`.";
    let version = if text.is_empty() { None } else { Some(parse_tolerant(&text)) };
    let (place, message, upstream) = match (version, uses.first()) {
        (Some(Err(error)), _) => (
            annotation.map_or_else(|| csv.name_place(), View::place),
            format!("`{text}` is not a valid Kubernetes version."),
            format!("{KEY} metadata.annotation value ({text}) is invalid. Error: {error}"),
        ),
        (None, Some(first)) => (
            first.place(),
            "The bundle uses APIs that Kubernetes 1.22 removed, and does not state that it supports older versions \
            only."
                .to_owned(),
            format!(
                "{KEY} metadata.annotation is not infomed. This distributions still using the removed APIs then, you **MUST** ensure that its max version is informed; {}",
                in_text(&uses)
            ),
        ),
        (Some(Ok(version)), Some(_)) if version >= Version::new(1, 22, 0) => (
            annotation.map_or_else(|| csv.name_place(), View::place),
            format!("The bundle cannot run on Kubernetes {text}, because it uses APIs that 1.22 removed."),
            format!("invalid value for {KEY}. The K8s version value {text} is >= of 1.22"),
        ),
        _ => return,
    };
    to.found(&RULE, place, message, help, csv.entry(upstream));
}
