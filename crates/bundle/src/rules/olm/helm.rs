//! RukPak bundles with Helm charts, and RukPak's conversion of registry+v1 bundles.

use crate::go::Api;
use crate::input::File;
use crate::model::{Bundle, Loaded};
use crate::rules::objects::kinds;
use crate::sample::{ANNOTATIONS, CSV};
use crate::target::Target;
use olmkit_diagnostics::rule;

rule! {
    CHART, "helm-chart", "BDL214", "Helm bundle without a chart",
    since: "0.1.0",
    bundle: [Rukpak Error],
    finds: "A bundle whose annotations state `helm` or `helm+v3`, without a `Chart.yaml` with `apiVersion`, `name` \
and `version` in its root or in the only directory of the root.",
    why: "RukPak cannot unpack it: `helm chart not found`.",
    fix: "Put the chart into the root.",
    source: "RukPak, helm provisioner. Templates are not rendered.",
    bad: [(ANNOTATIONS, "mediatype.v1: registry+v1", "mediatype.v1: helm+v3")],
    good: [(CSV, "displayName: Foo", "displayName: Bar")],
}

rule! {
    REGISTRY, "rukpak-registry", "BDL215", "Bundle that RukPak cannot convert",
    since: "0.1.0",
    bundle: [RukpakRegistry Error],
    finds: "A CSV without the install mode AllNamespaces, with API services, or with webhooks; an object of an \
unsupported kind.",
    why: "The registry provisioner of RukPak rejects the bundle. RukPak is no longer developed; the suite runs only \
when you name it.",
    fix: "No change is necessary unless the bundle is for RukPak.",
    source: "RukPak, registry provisioner.",
    bad: [(CSV, "- type: AllNamespaces", "- type: OwnNamespace"),
        (CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1]}\n  customresourcedefinitions:\n")],
    good: [(CSV, "displayName: Foo", "displayName: Bar")],
}

pub(crate) fn check(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    const KEY: &str = "operators.operatorframework.io.bundle.mediatype.v1";
    let annotations = crate::rules::metadata::annotations::find(bundle);
    let Some(media) =
        annotations.and_then(|(_, map)| map.get(KEY)).filter(|media| media.string_of().starts_with("helm"))
    else {
        return;
    };
    let folders: Vec<&str> = bundle.directories_in("").filter(|path| *path != "metadata").collect();
    let directories = match folders.as_slice() {
        [only] => vec!["", only],
        _ => vec!["", "manifests"],
    };
    let is_chart = |file: &File<'_>| {
        let root = file.first().ok();
        ["apiVersion", "name", "version"]
            .iter()
            .all(|field| root.and_then(|root| root.get(field)).is_some_and(|value| !value.string_of().is_empty()))
    };
    let mut charts = bundle.own().filter(|file| file.name() == "Chart.yaml" && directories.contains(&file.directory()));
    if !charts.any(is_chart) {
        let message = "The bundle has no chart: a `Chart.yaml` with `apiVersion`, `name` and `version`.";
        to.found(&CHART, media.place(), message, "Put the chart into the root.", "helm chart not found");
    }
}

/// Reports what RukPak's conversion to plain manifests rejects.
pub(crate) fn check_registry(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let csv = &bundle.csv;
    let modes = csv.list(&["installModes"]);
    let is_all =
        modes.iter().any(|mode| mode.string("type") == "AllNamespaces" && mode.flag("supported") == Some(true));
    let help = "No change is necessary unless the bundle is for RukPak.";
    if !is_all {
        let upstream = "AllNamespace install mode must be enabled";
        let message = "RukPak installs only operators that watch all namespaces.";
        to.found(&REGISTRY, csv.spec_place(&["installModes"]), message, help, upstream);
    }
    if let Some(service) = csv.list(&["apiservicedefinitions", "owned"]).first() {
        let upstream = "apiServiceDefintions are not supported";
        to.found(&REGISTRY, service.start(), "RukPak does not install API services.", help, upstream);
    }
    if let Some(webhook) = csv.list(&["webhookdefinitions"]).first() {
        let upstream = "webhookDefinitions are not supported";
        to.found(&REGISTRY, webhook.start(), "RukPak does not install webhooks.", help, upstream);
    }
    for object in bundle.objects.iter().filter(|object| !object.kind.is_empty()) {
        if !kinds::is_supported(&object.kind, Api::Newest) {
            let upstream =
                format!("bundle contains unsupported resource: Name: {}, Kind: {}", object.name(), object.kind);
            let message = format!("RukPak does not install `{}`.", object.kind);
            to.found(&REGISTRY, object.view.place_at("kind"), message, help, upstream);
        }
    }
}
