//! Webhooks and API services as OLM v0 checks them when the CSV is installed.

use std::collections::BTreeSet;

use crate::model::Loaded;
use crate::rule::rule;
use crate::sample::CSV;
use crate::target::Target;

rule! {
    NAME, "csv-wh-dup-name", "BDL290", "Two webhooks of the same name",
    says: [OlmV0 Error],
    finds: "Two `webhookdefinitions` with the same `generateName`.",
    why: "OLM v0 fails the CSV: `CSV contains repeated WebhookDescription name`.",
    fix: "Give each a name of its own.",
    source: "OLM v0, webhook rules.",
    bad: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1]}\n  \
- {type: MutatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1]}\n  customresourcedefinitions:\n")],
    good: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1]}\n  \
- {type: MutatingAdmissionWebhook, generateName: m.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1]}\n  customresourcedefinitions:\n")],
}

rule! {
    RULES, "csv-wh-rules", "BDL291", "Webhook for what OLM protects",
    says: [OlmV0 Error],
    finds: "A webhook rule for all API groups, for `operators.coreos.com`, or for webhook configurations.",
    why: "Such a webhook could lock up the cluster; OLM v0 fails the CSV.",
    fix: "Name the groups that the operator is about.",
    source: "OLM v0, webhook rules.",
    bad: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1], rules: [{apiGroups: ['*'], apiVersions: [v1], operations: [CREATE], resources: [pods]}]}\n  customresourcedefinitions:\n"),
        (CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1], rules: [{apiGroups: [admissionregistration.k8s.io], apiVersions: [v1], operations: [CREATE], resources: ['*']}]}\n  customresourcedefinitions:\n")],
    good: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1], rules: [{apiGroups: [ex.com], apiVersions: [v1], operations: [CREATE], resources: [foos]}]}\n  customresourcedefinitions:\n")],
}

rule! {
    SHAPE, "csv-wh-shape", "BDL292", "Webhook that the CSV's schema refuses",
    says: [OlmV0 Error],
    finds: "A webhook of an unknown `type`, without `generateName`, `sideEffects` or `admissionReviewVersions`, or with a \
`containerPort` outside of 1 to 65535.",
    why: "The API server refuses the CSV when OLM v0 makes it.",
    fix: "Complete the webhook.",
    source: "operator-framework/api, definition of the ClusterServiceVersion.",
    bad: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: Validating, generateName: v.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1]}\n  customresourcedefinitions:\n"),
        (CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, admissionReviewVersions: [v1]}\n  customresourcedefinitions:\n")],
    good: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, containerPort: 8443, sideEffects: None, admissionReviewVersions: [v1]}\n  customresourcedefinitions:\n")],
}

rule! {
    SERVICE, "csv-apiservice-deployment", "BDL293", "API service without its deployment",
    says: [OlmV0 Error],
    finds: "An owned API service whose `deploymentName` is none of the CSV's deployments.",
    why: "OLM v0 fails the CSV: `DeploymentNotFound`.",
    fix: "Correct the name.",
    source: "OLM v0, API services.",
    bad: [(CSV, "  customresourcedefinitions:\n", "  apiservicedefinitions:\n    owned:\n    - {name: bars.v1.ex.com, group: ex.com, version: v1, kind: Bar, deploymentName: bar, containerPort: 443}\n  customresourcedefinitions:\n")],
    good: [(CSV, "  customresourcedefinitions:\n", "  apiservicedefinitions:\n    owned:\n    - {name: bars.v1.ex.com, group: ex.com, version: v1, kind: Bar, deploymentName: foo, containerPort: 443}\n  customresourcedefinitions:\n")],
}

pub(crate) fn check(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let csv = &bundle.csv;
    let mut names = BTreeSet::new();
    for webhook in csv.list(&["webhookdefinitions"]) {
        let name = webhook.string("generateName").into_owned();
        if !name.is_empty() && !names.insert(name.clone()) {
            let message = format!("There are two webhooks `{name}`.");
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
            let message = format!("`{kind}` is no type of webhook.");
            let help = "Write ValidatingAdmissionWebhook, MutatingAdmissionWebhook or ConversionWebhook.";
            to.found(&SHAPE, webhook.place_at("type"), message, help, "");
        }
        if let Some(port) = webhook.get("containerPort")
            && !port.node.scalar_text().parse::<u32>().is_ok_and(|port| (1..=65_535).contains(&port))
        {
            to.found(&SHAPE, port.place(), "`containerPort` is a number from 1 to 65535.", "Correct it.", "");
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
            let help = format!("Write one of {}.", deployments.join(", "));
            to.found(&SERVICE, service.place_at("deploymentName"), message, help, "DeploymentNotFound");
        }
    }
}

fn check_rule(rule: crate::view::View<'_>, to: &mut Target<'_>) {
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
        let message = format!("A webhook must not be about the group `{group}`: it could lock up the cluster.");
        let help = "Name the groups that the operator is about.";
        to.found(&RULES, rule.place_at("apiGroups"), message, help, forbidden);
    }
}
