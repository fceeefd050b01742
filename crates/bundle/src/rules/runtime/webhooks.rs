//! Webhooks and API services, as OLM v0 checks them when it installs the CSV.

use olmkit_collections::SortedSet;

use crate::model::Loaded;
use crate::sample::CSV;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

rule! {
    NAME, "csv-wh-dup-name", "BDL290", "Two webhooks with the same name",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "Two `webhookdefinitions` with the same `generateName`.",
    why: "OLM v0 fails the CSV: `CSV contains repeated WebhookDescription name`.",
    fix: "Give each webhook a unique name.",
    source: "OLM v0, webhook rules.",
    bad: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1]}\n  \
- {type: MutatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1]}\n  customresourcedefinitions:\n")],
    good: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1]}\n  \
- {type: MutatingAdmissionWebhook, generateName: m.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1]}\n  customresourcedefinitions:\n")],
}

rule! {
    RULES, "csv-wh-rules", "BDL291", "Webhook for resources that OLM protects",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "A webhook rule for all API groups, for `operators.coreos.com`, or for webhook configurations.",
    why: "Such a webhook can block the whole cluster. OLM v0 fails the CSV.",
    fix: "List the groups that the operator manages.",
    source: "OLM v0, webhook rules.",
    bad: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1], rules: [{apiGroups: ['*'], apiVersions: [v1], operations: [CREATE], resources: [pods]}]}\n  customresourcedefinitions:\n"),
        (CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1], rules: [{apiGroups: [admissionregistration.k8s.io], apiVersions: [v1], operations: [CREATE], resources: ['*']}]}\n  customresourcedefinitions:\n")],
    good: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1], rules: [{apiGroups: [ex.com], apiVersions: [v1], operations: [CREATE], resources: [foos]}]}\n  customresourcedefinitions:\n")],
}

rule! {
    SHAPE, "csv-wh-shape", "BDL292", "Webhook that the schema of CSVs rejects",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "A webhook with an unknown `type`, without `generateName`, `sideEffects` or `admissionReviewVersions`, or \
with a `containerPort` above 65535 (0 means 443).",
    why: "The API server rejects the CSV when OLM v0 creates it.",
    fix: "Complete the webhook.",
    source: "operator-framework/api, definition of the ClusterServiceVersion.",
    bad: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: Validating, generateName: v.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1]}\n  customresourcedefinitions:\n"),
        (CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, admissionReviewVersions: [v1]}\n  customresourcedefinitions:\n")],
    good: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, containerPort: 8443, sideEffects: None, admissionReviewVersions: [v1]}\n  customresourcedefinitions:\n")],
}

rule! {
    SERVICE, "csv-apiservice-deployment", "BDL293", "API service without its deployment",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "An owned API service whose `deploymentName` is not a deployment of the CSV.",
    why: "OLM v0 fails the CSV: `DeploymentNotFound`.",
    fix: "Correct `deploymentName`.",
    source: "OLM v0, API services.",
    bad: [(CSV, "  customresourcedefinitions:\n", "  apiservicedefinitions:\n    owned:\n    - {name: bars.v1.ex.com, group: ex.com, version: v1, kind: Bar, deploymentName: bar, containerPort: 443}\n  customresourcedefinitions:\n")],
    good: [(CSV, "  customresourcedefinitions:\n", "  apiservicedefinitions:\n    owned:\n    - {name: bars.v1.ex.com, group: ex.com, version: v1, kind: Bar, deploymentName: foo, containerPort: 443}\n  customresourcedefinitions:\n")],
}

rule! {
    CONVERSION, "csv-wh-conversion", "BDL294", "Conversion webhook that OLM rejects",
    since: "0.1.0",
    bundle: [OlmV0 Error, OlmV1 Error],
    finds: "A conversion webhook without `conversionCRDs`, for a CRD that the CSV does not own or that is not in the \
bundle, for a CRD with `preserveUnknownFields: true`, or in a CSV that supports install modes other than \
AllNamespaces.",
    why: "OLM v0 fails the CSV after the install plan has run. OLM v1 rejects the last two cases before the \
installation.",
    fix: "List CRDs that the bundle owns and that have `preserveUnknownFields: false`. Support AllNamespaces only.",
    source: "OLM v0, webhooks; operator-controller, rendering of registry+v1 bundles.",
    bad: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ConversionWebhook, generateName: c.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1]}\n  customresourcedefinitions:\n"),
        (CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ConversionWebhook, generateName: c.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1], conversionCRDs: [bars.ex.com]}\n  customresourcedefinitions:\n")],
    good: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ConversionWebhook, generateName: c.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1], conversionCRDs: [foos.ex.com]}\n  customresourcedefinitions:\n")],
}

/// Checks webhooks that convert CRDs, for OLM v0 or v1.
pub(crate) fn check_conversion(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let csv = &bundle.csv;
    let is_v0 = to.suite == olmkit_diagnostics::Suite::OlmV0;
    let owned: SortedSet<String> = csv.crds("owned").iter().map(|crd| crd.string("name").into_owned()).collect();
    for webhook in csv.list(&["webhookdefinitions"]) {
        if webhook.string("type") != "ConversionWebhook" {
            continue;
        }
        let crds = webhook.list("conversionCRDs");
        if crds.is_empty() && is_v0 {
            let upstream =
                "unable to manager conversion webhook: conversion webhook must have at least one CRD specified";
            to.found(&CONVERSION, webhook.start(), "The webhook does not convert any CRD.", "List the CRDs.", upstream);
        }
        let other = csv
            .list(&["installModes"])
            .into_iter()
            .find(|mode| mode.flag("supported").unwrap_or(false) == (mode.string("type") != "AllNamespaces"));
        if let Some(mode) = other.filter(|_| is_v0) {
            let upstream =
                "unable to manage conversion webhook: CSVs with conversion webhooks must support only AllNamespaces";
            let message = "A conversion webhook serves the whole cluster, so the CSV must support AllNamespaces only.";
            to.found(&CONVERSION, mode.start(), message, "Support AllNamespaces only.", upstream);
        }
        for name in crds {
            converted(bundle, name, &owned, is_v0, to);
        }
    }
}

fn converted(bundle: &Loaded<'_>, name: View<'_>, owned: &SortedSet<String>, is_v0: bool, to: &mut Target<'_>) {
    let text = name.string_of();
    if is_v0 && !owned.contains(&text) {
        let upstream = format!("csv {} does not own CRD {text}", bundle.csv.name);
        let message = format!("The CSV does not own the CRD `{text}` that the webhook converts.");
        to.found(&CONVERSION, name.place(), message, "Add it to the owned CRDs, or remove it here.", upstream);
    }
    let Some(crd) = bundle.crds.iter().find(|crd| crd.object.name() == text) else {
        if is_v0 {
            let upstream = format!("unable to get CRD {text} specified in Conversion Webhook");
            let message = format!("The CRD `{text}` that the webhook converts is not in the bundle.");
            to.found(&CONVERSION, name.place(), message, "Add it to the bundle, or remove it here.", upstream);
        }
        return;
    };
    let preserve = crd.view.path(&["spec", "preserveUnknownFields"]);
    if preserve.map_or(crd.beta, |view| view.node_flag() == Some(true)) {
        let upstream = if is_v0 {
            "crd.Spec.PreserveUnknownFields must be false to let API Server call webhook to do the conversion"
                .to_owned()
        } else {
            format!(
                "custom resource definition '{text}' must have .spec.preserveUnknownFields set to false to let API Server call webhook to do the conversion"
            )
        };
        let message =
            format!("The CRD `{text}` preserves unknown fields, so the API server does not call a webhook for it.");
        let place = preserve.map_or_else(|| crd.object.name_place(), View::place);
        to.found(&CONVERSION, place, message, "Set `preserveUnknownFields: false`.", upstream);
    }
}

pub(crate) fn check(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let csv = &bundle.csv;
    let mut names = SortedSet::new();
    for webhook in csv.list(&["webhookdefinitions"]) {
        let name = webhook.string("generateName").into_owned();
        if !names.insert(name.clone()) {
            let message = format!("`{name}` is a duplicate webhook name.");
            let upstream = "CSV contains repeated WebhookDescription name";
            to.found(&NAME, webhook.place_at("generateName"), message, "Rename one of them.", upstream);
        }
        for missing in ["generateName", "sideEffects", "admissionReviewVersions"] {
            let is_empty = webhook.string(missing).is_empty() && webhook.list(missing).is_empty();
            if is_empty {
                let message = format!("The webhook has no `{missing}`.");
                to.found(&SHAPE, webhook.start(), message, "Add it.", "");
            }
        }
        let kind = webhook.string("type");
        if !["ValidatingAdmissionWebhook", "MutatingAdmissionWebhook", "ConversionWebhook"].contains(&&*kind) {
            let message = format!("`{kind}` is not a webhook type.");
            let help = "Use ValidatingAdmissionWebhook, MutatingAdmissionWebhook or ConversionWebhook.";
            to.found(&SHAPE, webhook.place_at("type"), message, help, "");
        }
        if let Some(port) = webhook.get("containerPort")
            && !port.node.scalar_text().parse::<u32>().is_ok_and(|port| port <= 65_535)
        {
            to.found(&SHAPE, port.place(), "`containerPort` must be at most 65535.", "Correct it.", "");
        }
        for rule in webhook.list("rules") {
            check_rule(rule, to);
        }
    }
    let deployments: Vec<String> =
        csv.list(&["install", "spec", "deployments"]).iter().map(|one| one.string("name").into_owned()).collect();
    for service in csv.list(&["apiservicedefinitions", "owned"]) {
        let deployment = service.string("deploymentName");
        if !deployments.iter().any(|name| *name == deployment) {
            let message = format!("The CSV has no deployment `{deployment}` for the API service.");
            let help = format!("Use one of {}.", deployments.join(", "));
            to.found(&SERVICE, service.place_at("deploymentName"), message, help, "DeploymentNotFound");
        }
    }
}

fn check_rule(rule: View<'_>, to: &mut Target<'_>) {
    const CONFIGURATIONS: [&str; 3] = ["*", "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];
    let resources = rule.strings("resources");
    for group in rule.strings("apiGroups") {
        let forbidden = match &*group {
            "*" => "webhook rules cannot include all groups",
            "operators.coreos.com" => "webhook rules cannot include the OLM group",
            "admissionregistration.k8s.io" if resources.iter().any(|one| CONFIGURATIONS.contains(&&**one)) => {
                "webhook rules cannot include MutatingWebhookConfiguration or ValidatingWebhookConfiguration resources"
            }
            _ => continue,
        };
        let message = format!("A webhook for the group `{group}` can block the whole cluster.");
        let help = "List the groups that the operator manages.";
        to.found(&RULES, rule.place_at("apiGroups"), message, help, forbidden);
    }
}
