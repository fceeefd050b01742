//! `spec.install`: strategy, deployments and roles. The API server rejects invalid values only after the install plan
//! has started.

use olmkit_collections::SortedSet;

use crate::model::Loaded;
use crate::sample::CSV;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::{Suite, rule};
use olmkit_k8s::apimachinery;

rule! {
    STRATEGY, "csv-strategy", "BDL320", "Unknown install strategy",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "A `spec.install.strategy` other than `deployment`.",
    why: "OLM v0 fails the CSV: `install strategy invalid: unrecognized install strategy`.",
    fix: "Set it to `deployment`.",
    source: "OLM v0, install strategies.",
    bad: [(CSV, "strategy: deployment", "strategy: Deployment")],
    good: [(CSV, "displayName: Foo", "displayName: Bar")],
}

rule! {
    DEPLOYMENT, "csv-deployment", "BDL321", "Deployment that the API server rejects",
    since: "0.1.0",
    bundle: [OlmV0 Error, OlmV1 Error],
    finds: "A deployment of the CSV without a `selector`, with a selector that does not match the labels of its pods, \
without containers, or with containers that have no name or the same name.",
    why: "The CSV fails, or cannot be created, after everything else is installed. The operator never starts.",
    fix: "Use the same label in `selector.matchLabels` and `template.metadata.labels`, and give each container a \
unique name.",
    source: "Kubernetes, validation of Deployments; operator-framework/api, definition of the ClusterServiceVersion.",
    bad: [(CSV, "              labels:\n                app: foo\n", "              labels:\n                app: bar\n"),
        (CSV, "          selector:\n            matchLabels:\n              app: foo\n", ""),
        (CSV, "              - name: manager\n", "              - name: Manager\n"),
        (CSV, "              containers:\n", "              initContainers:\n")],
    good: [(CSV, "              labels:\n                app: foo\n", "              labels:\n                app: foo\n                other: bar\n")],
}

rule! {
    PERMISSION, "csv-permissions", "BDL322", "Permission that the API server rejects",
    since: "0.1.0",
    bundle: [OlmV0 Error, OlmV1 Error],
    finds: "An entry of `permissions` or `clusterPermissions` without rules; a rule without verbs, or without API \
groups and resources; `nonResourceURLs` together with resources, or in `permissions`, which are namespaced.",
    why: "The Role cannot be created, and the installation stops.",
    fix: "Complete the rule. Move `nonResourceURLs` into a separate rule of `clusterPermissions`.",
    source: "Kubernetes, validation of roles; operator-framework/api, definition of the ClusterServiceVersion.",
    bad: [(CSV, "      deployments:\n", "      permissions: [{serviceAccountName: foo, rules: [{apiGroups: [''], resources: [pods]}]}]\n      deployments:\n"),
        (CSV, "      deployments:\n", "      permissions: [{serviceAccountName: foo, rules: [{nonResourceURLs: [/metrics], verbs: [get]}]}]\n      deployments:\n"),
        (CSV, "      deployments:\n", "      clusterPermissions: [{serviceAccountName: foo, rules: [{resources: [pods], verbs: [get]}]}]\n      deployments:\n"),
        (CSV, "      deployments:\n", "      clusterPermissions: [{serviceAccountName: foo}]\n      deployments:\n")],
    good: [(CSV, "      deployments:\n", "      clusterPermissions: [{serviceAccountName: foo, rules: [{nonResourceURLs: [/metrics], verbs: [get]}]}]\n      deployments:\n")],
}

pub(crate) fn check(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let csv = &bundle.csv;
    if let Some(strategy) = csv.spec(&["install", "strategy"]).filter(|_| to.suite == Suite::OlmV0) {
        let text = strategy.string_of();
        if !text.is_empty() && text != "deployment" {
            let upstream = "install strategy invalid: unrecognized install strategy";
            let message = format!("`{text}` is not an install strategy of OLM.");
            to.found(&STRATEGY, strategy.place(), message, "Write `deployment`.", upstream);
        }
    }
    for deployment in csv.list(&["install", "spec", "deployments"]) {
        check_deployment(deployment, to);
    }
    for (field, is_namespaced) in [("permissions", true), ("clusterPermissions", false)] {
        for permission in csv.list(&["install", "spec", field]) {
            check_permission(permission, is_namespaced, to);
        }
    }
}

fn check_deployment(deployment: View<'_>, to: &mut Target<'_>) {
    let name = deployment.string("name");
    let template = deployment.path(&["spec", "template"]);
    let selector = deployment.path(&["spec", "selector"]);
    let labels = template.and_then(|template| template.path(&["metadata", "labels"]));
    match selector.map(|selector| matches(selector, labels)) {
        Some(Some(true)) => {}
        None | Some(None) => {
            let message = format!("The deployment `{name}` has no `selector`, so it cannot find its pods.");
            let help = "Add `selector.matchLabels` with a label of the pods.";
            to.found(&DEPLOYMENT, deployment.key_place("spec"), message, help, "spec.selector: Required value");
        }
        Some(Some(false)) => {
            let message = format!("The `selector` of the deployment `{name}` does not match the labels of its pods.");
            let help = "Use the same label in both.";
            let place = deployment.get("spec").map_or_else(|| deployment.start(), |spec| spec.key_place("selector"));
            to.found(&DEPLOYMENT, place, message, help, "`selector` does not match template `labels`");
        }
    }
    let containers = template.and_then(|template| template.path(&["spec", "containers"])).map(View::items);
    let Some(containers) = containers.filter(|list| !list.is_empty()) else {
        let message = format!("The deployment `{name}` has no containers.");
        let upstream = "spec.template.spec.containers: Required value";
        to.found(&DEPLOYMENT, deployment.key_place("spec"), message, "Add one.", upstream);
        return;
    };
    check_containers(&containers, to);
}

/// Maximum length of a container name.
const LONGEST: usize = 63;

fn check_containers(containers: &[View<'_>], to: &mut Target<'_>) {
    let mut names = SortedSet::new();
    for container in containers {
        let name = container.string("name").into_owned();
        if !apimachinery::is_label(&name) || name.len() > LONGEST {
            let message = format!("`{name}` is not a valid container name.");
            let help = "Use lower-case letters, digits and `-`.";
            to.found(&DEPLOYMENT, container.place_at("name"), message, help, "containers[].name: Invalid value");
        } else if !names.insert(name.clone()) {
            let message = format!("`{name}` is a duplicate container name.");
            let upstream = "containers[].name: Duplicate value";
            to.found(&DEPLOYMENT, container.place_at("name"), message, "Rename one of them.", upstream);
        }
    }
}

/// Whether a label selector matches. `None` if the selector is empty.
fn matches(selector: View<'_>, labels: Option<View<'_>>) -> Option<bool> {
    let value = |key: &str| {
        let found = labels?.entries().into_iter().find(|(name, _, _)| name == key);
        found.map(|(_, value, _)| value.string_of())
    };
    let wanted = selector.get("matchLabels").map(View::entries).unwrap_or_default();
    let expressions = selector.list("matchExpressions");
    if wanted.is_empty() && expressions.is_empty() {
        return None;
    }
    let holds = |one: &View<'_>| {
        let has = value(&one.string("key"));
        let is_one = || has.as_ref().is_some_and(|has| one.strings("values").iter().any(|value| value == has));
        match &*one.string("operator") {
            "In" => is_one(),
            "NotIn" => !is_one(),
            "Exists" => has.is_some(),
            _ => has.is_none(),
        }
    };
    let equal = wanted.iter().all(|(key, wanted, _)| value(key).is_some_and(|has| has == wanted.string_of()));
    Some(equal && expressions.iter().all(holds))
}

fn check_permission(permission: View<'_>, is_namespaced: bool, to: &mut Target<'_>) {
    let account = permission.string("serviceAccountName");
    let rules = permission.list("rules");
    if rules.is_empty() && permission.get("rules").is_none() {
        let message = format!("The permissions of `{account}` have no rules.");
        let upstream = "spec.install.spec: rules: Invalid value: \"null\"";
        to.found(&PERMISSION, permission.start(), message, "Add rules, or remove the entry.", upstream);
    }
    for rule in rules {
        let has = |field: &str| !rule.list(field).is_empty();
        let mut report = |message: &str, help: &str, upstream: &str| {
            to.found(&PERMISSION, rule.start(), message, help, upstream);
        };
        if !has("verbs") {
            report("The rule has no verbs.", "Add verbs.", "verbs must contain at least one value");
        }
        if has("nonResourceURLs") {
            if is_namespaced {
                let message = "`nonResourceURLs` are not namespaced.";
                let upstream = "namespaced rules cannot apply to non-resource URLs";
                report(message, "Move the rule to `clusterPermissions`.", upstream);
            }
            if ["apiGroups", "resources", "resourceNames"].into_iter().any(has) {
                let upstream = "rules cannot apply to both regular resources and non-resource URLs";
                report("The rule has both resources and `nonResourceURLs`.", "Split it into two rules.", upstream);
            }
            continue;
        }
        for (field, what) in [("apiGroups", "api group"), ("resources", "resource")] {
            if !has(field) {
                let upstream = format!("resource rules must supply at least one {what}");
                report(&format!("The rule has no `{field}`."), "Add them. The core group is `''`.", &upstream);
            }
        }
    }
}
