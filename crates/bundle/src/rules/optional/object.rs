//! The validator of single objects.

use olmkit_yaml::Value;

use crate::go::{Mode, mismatch};
use crate::input::Object;
use crate::sample::OBJECT;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

rule! {
    MAX, "obj-pdb-max", "BDL140", "PodDisruptionBudget that allows no disruption",
    since: "0.1.0",
    bundle: [Object Error],
    finds: "A `maxUnavailable` of 0 or `0%`. Upstream treats every string as 0, including `50%`.",
    why: "Nodes with such pods cannot be drained, and cluster upgrades stop.",
    fix: "Allow at least one pod to be unavailable.",
    source: "operator-framework/api, object validator; operator-sdk does not run it.",
    bad: [(OBJECT, "", "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {maxUnavailable: 0}\n")],
    good: [(OBJECT, "", "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {maxUnavailable: 1}\n")],
}

rule! {
    MIN, "obj-pdb-min", "BDL141", "PodDisruptionBudget that requires all pods",
    since: "0.1.0",
    bundle: [Object Error],
    finds: "A `minAvailable` of `100%`.",
    why: "Nodes with such pods cannot be drained, and cluster upgrades stop.",
    fix: "Allow at least one pod to be unavailable.",
    source: "operator-framework/api, object validator; operator-sdk does not run it.",
    bad: [(OBJECT, "", "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {minAvailable: 100%}\n")],
    good: [(OBJECT, "", "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {minAvailable: 50%}\n")],
}

rule! {
    PRIORITY, "obj-priorityclass", "BDL142", "PriorityClass that is the default of the cluster",
    since: "0.1.0",
    bundle: [Object Error],
    finds: "A PriorityClass with `globalDefault: true`.",
    why: "It changes the priority of pods of other applications.",
    fix: "Remove `globalDefault`.",
    source: "operator-framework/api, object validator; operator-sdk does not run it.",
    bad: [(OBJECT, "", "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: a}\nvalue: 1\nglobalDefault: true\n")],
    good: [(OBJECT, "", "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: a}\nvalue: 1\n")],
}

rule! {
    RBAC_PDB, "obj-rbac-pdb", "BDL143", "Role that may write PodDisruptionBudgets",
    since: "0.1.0",
    bundle: [Object Warning],
    finds: "A Role or ClusterRole that may create or change PodDisruptionBudgets.",
    why: "A wrong budget blocks the upgrade of the cluster.",
    fix: "Add the budgets to the bundle, and remove the permission.",
    source: "operator-framework/api, object validator; operator-sdk does not run it.",
    bad: [(OBJECT, "", "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a}\nrules:\n- {apiGroups: \
[policy], resources: [poddisruptionbudgets], verbs: [create]}\n")],
    good: [(OBJECT, "", "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a}\nrules:\n- {apiGroups: \
[policy], resources: [poddisruptionbudgets], verbs: [get]}\n")],
}

rule! {
    RBAC_SCC, "obj-rbac-scc", "BDL144", "Role that may change a default security context constraint",
    since: "0.1.0",
    bundle: [Object Error],
    finds: "A Role or ClusterRole that may change or delete a default SecurityContextConstraints object of OpenShift.",
    why: "Changes break other workloads and cluster upgrades.",
    fix: "Create your own SecurityContextConstraints.",
    source: "operator-framework/api, object validator; operator-sdk does not run it.",
    bad: [(OBJECT, "", "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a}\nrules:\n- {apiGroups: \
[security.openshift.io], resources: [securitycontextconstraints], resourceNames: [anyuid], verbs: [patch]}\n")],
    good: [(OBJECT, "", "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a}\nrules:\n- {apiGroups: \
[security.openshift.io], resources: [securitycontextconstraints], resourceNames: [anyuid], verbs: [use]}\n")],
}

rule! {
    DECODE, "obj-typed-decode", "BDL145", "Object with a value of the wrong type",
    since: "0.1.0",
    bundle: [Object Error],
    finds: "A PodDisruptionBudget, PriorityClass, Role or ClusterRole with a field whose value has the wrong type.",
    why: "The API server rejects the object, and the installation fails.",
    fix: "Correct the value.",
    source: "operator-framework/api, object validator; operator-sdk does not run it.",
    bad: [(OBJECT, "", "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {maxUnavailable: true}\n"),
        (OBJECT, "", "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a}\nrules: {verbs: [get]}\n")],
    good: [(OBJECT, "", "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {maxUnavailable: 1}\n")],
}

const DEFAULT_SCCS: [&str; 8] =
    ["privileged", "restricted", "anyuid", "hostaccess", "hostmount-anyuid", "hostnetwork", "node-exporter", "nonroot"];

pub(crate) fn check(object: &Object<'_>, to: &mut Target<'_>) {
    let view = object.view.with(Mode::Json);
    let shape =
        ["PodDisruptionBudget", "PriorityClass", "Role", "ClusterRole"].into_iter().find(|kind| *kind == object.kind);
    if let Some(wrong) = shape.and_then(|shape| mismatch(view.node, shape, Mode::Json)) {
        let upstream = format!("Value json: cannot unmarshal: error unmarshaling {}", object.kind.to_lowercase());
        let message = format!("`{}` of the {} is {}.", wrong.path, object.kind, wrong.message);
        to.found(&DECODE, view.place_of(wrong.range), message, "Correct the value.", upstream);
        return;
    }
    match object.kind.as_str() {
        "PodDisruptionBudget" => budget(view, to),
        "PriorityClass" if view.flag("globalDefault") == Some(true) => {
            let message = "This PriorityClass becomes the default of the whole cluster.";
            let upstream = "globalDefault field cannot be set to true";
            to.found(&PRIORITY, view.place_at("globalDefault"), message, "Remove `globalDefault`.", upstream);
        }
        "Role" | "ClusterRole" => view.list("rules").into_iter().for_each(|rule| role(rule, to)),
        _ => {}
    }
}

fn budget(view: View<'_>, to: &mut Target<'_>) {
    let Some(spec) = view.get("spec") else { return };
    let max = spec.get("maxUnavailable");
    // Upstream checks the integer of an IntOrString, which is 0 for every string.
    let zero = max.is_some_and(|max| match max.node.value() {
        Value::Number(number) => number == 0.0,
        Value::String(_) => true,
        _ => false,
    });
    if let Some(max) = max.filter(|_| zero) {
        let text = max.text().unwrap_or_default();
        let is_number = matches!(max.node.value(), Value::Number(_));
        let message = match &*text {
            _ if is_number => "The budget allows no pod to be unavailable, so nodes cannot be drained.".to_owned(),
            "0" | "0%" => "The budget allows no pod to be unavailable, so nodes cannot be drained.".to_owned(),
            _ => format!("Upstream reads `{text}` as 0, because it supports integers only."),
        };
        let upstream = "maxUnavailable field cannot be set to 0 or 0%";
        to.found(&MAX, max.place(), message, "Write a number above 0.", upstream);
    }
    let min = spec.get("minAvailable");
    if let Some(min) = min.filter(|min| min.node.value() == Value::String("100%".into())) {
        let message = "The budget requires all pods, so nodes cannot be drained.";
        to.found(&MIN, min.place(), message, "Write less than 100%.", "minAvailable field cannot be set to 100%");
    }
}

fn role(rule: View<'_>, to: &mut Target<'_>) {
    let any = |field: &str, wanted: &[&str]| rule.strings(field).iter().any(|item| wanted.contains(&&**item));
    let verbs = ["*", "create", "update", "patch"];
    if any("apiGroups", &["policy"]) && any("resources", &["poddisruptionbudgets"]) && any("verbs", &verbs) {
        let message = "This role may write PodDisruptionBudgets. A wrong budget blocks the upgrade of the cluster.";
        let upstream =
            "RBAC includes permission to create/update poddisruptionbudgets, which could impact cluster stability";
        to.found(&RBAC_PDB, rule.key_place("verbs"), message, "Remove the permission.", upstream);
    }
    let verbs = ["*", "delete", "update", "patch"];
    let sccs = any("apiGroups", &["security.openshift.io"]) && any("resources", &["securitycontextconstraints"]);
    if sccs && any("verbs", &verbs) && any("resourceNames", &DEFAULT_SCCS) {
        let message = "This role may change a default SecurityContextConstraint, on which other workloads depend.";
        let upstream = "RBAC includes permission to modify default securitycontextconstraints, which could impact cluster stability";
        to.found(&RBAC_SCC, rule.key_place("resourceNames"), message, "Create your own.", upstream);
    }
}
