//! OLM v0's `CatalogSource`: the source of a catalog.

use olmkit_diagnostics::{Severity, rule};

use super::Resource;
use crate::sample::OBJECTS;
use crate::target::Target;

rule! {
    RULE, "cs-source", "BDL330", "CatalogSource that OLM rejects",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "A CatalogSource whose `spec.sourceType` is not `grpc`, `configmap` or `internal`; `grpc` without `image` \
and `address`; another type without `configMap`; a polling interval that is not a valid duration (a warning: OLM polls \
every 15 minutes).",
    why: "OLM v0 reports `SpecInvalidError` and ignores its bundles.",
    fix: "Set `sourceType: grpc` and `image`. Write intervals in Go's format: `10m`.",
    source: "OLM v0, catalog operator.",
    bad: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1alpha1\nkind: CatalogSource\nmetadata: {name: a, namespace: b}\nspec: {sourceType: image, image: q.io/x/y:1}\n"),
        (OBJECTS, "", "apiVersion: operators.coreos.com/v1alpha1\nkind: CatalogSource\nmetadata: {name: a, namespace: b}\nspec: {sourceType: grpc}\n"),
        (OBJECTS, "", "apiVersion: operators.coreos.com/v1alpha1\nkind: CatalogSource\nmetadata: {name: a, namespace: b}\nspec: {sourceType: grpc, image: q.io/x/y:1, updateStrategy: {registryPoll: {interval: often}}}\n")],
    good: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1alpha1\nkind: CatalogSource\nmetadata: {name: a, namespace: b}\nspec: {sourceType: grpc, image: q.io/x/y:1, updateStrategy: {registryPoll: {interval: 45m}}}\n"),
        (OBJECTS, "", "apiVersion: operators.coreos.com/v1alpha1\nkind: CatalogSource\nmetadata: {name: a, namespace: b}\nspec: {sourceType: configmap, configMap: c}\n")],
}

pub(crate) fn is_own(resource: &Resource<'_>) -> bool {
    resource.is("operators.coreos.com", "CatalogSource")
}

pub(crate) fn check(source: &Resource<'_>, to: &mut Target<'_>) {
    let text = |field: &str| source.spec(&[field]).map(|value| value.string_of()).unwrap_or_default();
    let kind = text("sourceType");
    let place = source.spec(&["sourceType"]).map_or_else(|| source.view.key_place("spec"), |value| value.place());
    match kind.as_str() {
        "configmap" | "internal" if text("configMap").is_empty() => {
            let message = format!("The CatalogSource `{}` has no `configMap`.", source.name);
            let upstream = format!("configmap name unset: must be set for sourcetype: {kind}");
            to.found(&RULE, place, message, "Add `configMap`.", upstream);
        }
        "grpc" if text("image").is_empty() && text("address").is_empty() => {
            let message = format!("The CatalogSource `{}` has neither an image nor an address.", source.name);
            let upstream = "image and address unset: at least one must be set for sourcetype: grpc";
            to.found(&RULE, place, message, "Add `image`.", upstream);
        }
        "configmap" | "internal" | "grpc" => {}
        _ => {
            let message = format!("`{kind}` is not a valid CatalogSource type.");
            let help = "Write `grpc`, `configmap` or `internal`.";
            to.found(&RULE, place, message, help, format!("unknown sourcetype: {kind}"));
        }
    }
    let Some(poll) = source.spec(&["updateStrategy", "registryPoll"]) else { return };
    let interval = poll.string("interval");
    if olmkit_gostd::parse_duration(&interval).is_none() {
        let message = format!("`{interval}` is not a valid duration. OLM polls every 15 minutes instead.");
        let upstream =
            "error parsing spec.updateStrategy.registryPoll.interval. Using the default value of 15m0s instead.";
        let help = "Use Go's format: `10m`, `1h30m`.";
        to.found_as(Severity::Warning, &RULE, poll.place_at("interval"), message, help, upstream);
    }
}
