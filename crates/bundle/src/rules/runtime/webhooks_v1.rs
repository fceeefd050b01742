//! Webhooks, as OLM v1's validators check them.

use olmkit_collections::{SortedMap, SortedSet};

use crate::model::Loaded;
use crate::sample::CSV;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;
use olmkit_k8s::apimachinery;

rule! {
    WEBHOOK, "oc-webhook", "BDL285", "Webhook that OLM v1 rejects",
    since: "0.1.0",
    bundle: [OlmV1 Error],
    finds: "A webhook for a deployment that is not in the CSV, whose name is not a valid DNS subdomain, or that has \
the same name and type as another one.",
    why: "OLM v1 rejects the bundle.",
    fix: "Correct the name.",
    source: "operator-controller, registry+v1 validators.",
    bad: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: bar, sideEffects: None, admissionReviewVersions: [v1]}\n  customresourcedefinitions:\n")],
    good: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com-, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1]}\n  customresourcedefinitions:\n")],
}

rule! {
    CONVERSION, "oc-conversion", "BDL286", "Conversion webhook that OLM v1 rejects",
    since: "0.1.0",
    bundle: [OlmV1 Error],
    finds: "A webhook of type ConversionWebhook in a bundle that supports install modes other than AllNamespaces, for \
a CRD that the CSV does not own, or for a CRD that another conversion webhook converts.",
    why: "OLM v1 rejects the bundle.",
    fix: "Support AllNamespaces only, and use one webhook for each CRD.",
    source: "operator-controller, registry+v1 validators.",
    bad: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ConversionWebhook, generateName: c.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1], conversionCRDs: [bars.ex.com]}\n  customresourcedefinitions:\n")],
    good: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ConversionWebhook, generateName: c.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1], conversionCRDs: [foos.ex.com]}\n  customresourcedefinitions:\n")],
}

rule! {
    RULES, "oc-wh-rules", "BDL287", "Webhook for resources that OLM v1 protects",
    since: "0.1.0",
    bundle: [OlmV1 Error],
    finds: "An admission rule for all API groups, for `olm.operatorframework.io`, or for webhook configurations.",
    why: "Such a webhook can block the whole cluster. OLM v1 rejects the bundle.",
    fix: "List the groups that the operator manages.",
    source: "operator-controller, registry+v1 validators.",
    bad: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1], rules: [{apiGroups: [admissionregistration.k8s.io], apiVersions: [v1], operations: [CREATE], resources: [mutatingwebhookconfigurations]}]}\n  customresourcedefinitions:\n")],
    good: [(CSV, "  customresourcedefinitions:\n", "  webhookdefinitions:\n  - {type: ValidatingAdmissionWebhook, generateName: v.ex.com, deploymentName: foo, sideEffects: None, admissionReviewVersions: [v1], rules: [{apiGroups: [admissionregistration.k8s.io], apiVersions: [v1], operations: [CREATE], resources: [validatingadmissionpolicies]}]}\n  customresourcedefinitions:\n")],
}

pub(crate) fn check(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let csv = &bundle.csv;
    let webhooks = csv.list(&["webhookdefinitions"]);
    let named = |views: Vec<View<'_>>| -> SortedSet<String> {
        views.iter().map(|view| view.string("name").into_owned()).collect()
    };
    let (deployments, owned) = (named(csv.list(&["install", "spec", "deployments"])), named(csv.crds("owned")));
    let modes: SortedSet<String> = csv
        .list(&["installModes"])
        .iter()
        .filter(|mode| mode.flag("supported") == Some(true))
        .map(|mode| mode.string("type").into_owned())
        .collect();
    let mut seen = SortedSet::new();
    let mut converted: SortedMap<String, Vec<String>> = SortedMap::new();
    for webhook in webhooks {
        let (kind, name) = (webhook.string("type").into_owned(), webhook.string("generateName").into_owned());
        check_names(webhook, &kind, &name, &deployments, to);
        if !seen.insert((kind.clone(), name.clone())) {
            let message = format!("`{name}` is a duplicate webhook of type {kind}.");
            let upstream = format!("duplicate webhook '{name}' of type '{kind}'");
            to.found(&WEBHOOK, webhook.place_at("generateName"), message, "Rename one of them.", upstream);
        }
        if kind != "ConversionWebhook" {
            webhook.list("rules").into_iter().for_each(|rule| check_rule(rule, &name, to));
            continue;
        }
        check_install_modes(webhook, &name, &modes, to);
        check_converted(webhook, &name, &owned, &mut converted, to);
    }
}

/// A conversion webhook serves the whole cluster.
fn check_install_modes(webhook: View<'_>, name: &str, modes: &SortedSet<String>, to: &mut Target<'_>) {
    if modes.len() == 1 && modes.contains("AllNamespaces") {
        return;
    }
    let list: Vec<&str> = modes.iter().map(String::as_str).collect();
    let message = "A conversion webhook serves the whole cluster, so the bundle must support AllNamespaces only.";
    let upstream = format!(
        "bundle contains conversion webhook \"{name}\" and supports install modes [{}] - conversion webhooks are only supported for bundles that only support AllNamespaces install mode",
        list.join(" ")
    );
    to.found(&CONVERSION, webhook.place_at("type"), message, "Support AllNamespaces only.", upstream);
}

/// Checks the CRDs that a webhook converts. `converted` has the webhooks of each CRD so far.
fn check_converted(
    webhook: View<'_>,
    name: &str,
    owned: &SortedSet<String>,
    converted: &mut SortedMap<String, Vec<String>>,
    to: &mut Target<'_>,
) {
    for crd in webhook.list("conversionCRDs") {
        let definition = crd.string_of();
        if !owned.contains(&definition) {
            let message = format!("The CSV does not own the CRD `{definition}` that the webhook converts.");
            let upstream = format!(
                "conversion webhook '{name}' references custom resource definition '{definition}' not owned bundle"
            );
            to.found(&CONVERSION, crd.place(), message, "Add it to the owned CRDs, or remove it here.", upstream);
        }
        let others = converted.entry(definition.clone()).or_default();
        others.push(name.to_owned());
        if others.len() == 2 {
            let upstream = format!(
                "conversion webhooks [{}] reference same custom resource definition '{definition}'",
                others.join(",")
            );
            let message = format!("Two webhooks convert the CRD `{definition}`.");
            to.found(&CONVERSION, crd.place(), message, "Keep one.", upstream);
        }
    }
}

fn check_names(webhook: View<'_>, kind: &str, name: &str, deployments: &SortedSet<String>, to: &mut Target<'_>) {
    let deployment = webhook.string("deploymentName");
    if !deployments.contains(&*deployment) {
        let message = format!("The CSV has no deployment `{deployment}` for the webhook `{name}`.");
        let upstream =
            format!("webhook of type '{kind}' with name '{name}' references non-existent deployment '{deployment}'");
        to.found(&WEBHOOK, webhook.place_at("deploymentName"), message, "Correct the name.", upstream);
    }
    let errors = apimachinery::subdomain(name.strip_suffix('-').unwrap_or(name));
    if !errors.is_empty() {
        let message = format!("`{name}` is not a valid webhook name.");
        let upstream = format!("webhook of type '{kind}' has invalid name '{name}': {}", errors.join(", "));
        to.found(&WEBHOOK, webhook.place_at("generateName"), message, "Use lower case.", upstream);
    }
}

fn check_rule(rule: View<'_>, name: &str, to: &mut Target<'_>) {
    let place = rule.place_at("apiGroups");
    let help = "List the groups that the operator manages.";
    for group in rule.strings("apiGroups") {
        if matches!(&*group, "*" | "olm.operatorframework.io") {
            let message = format!("The webhook `{name}` must not have rules for the group `{group}`.");
            let upstream = format!(
                "webhook \"{name}\" contains forbidden rule: admission webhook rules cannot reference API group \"{group}\""
            );
            to.found(&RULES, place, message, help, upstream);
        }
        if group != "admissionregistration.k8s.io" {
            continue;
        }
        for resource in rule.strings("resources") {
            let lower = resource.to_lowercase();
            let singular = lower.strip_suffix('s').unwrap_or(&lower);
            if matches!(singular, "*" | "mutatingwebhookconfiguration" | "validatingwebhookconfiguration") {
                let message = format!("The webhook `{name}` must not have rules for `{resource}`.");
                let upstream = format!(
                    "webhook \"{name}\" contains forbidden rule: admission webhook rules cannot reference resource \"{resource}\" for API group \"{group}\""
                );
                to.found(&RULES, place, message, help, upstream);
            }
        }
    }
}
