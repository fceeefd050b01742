//! Kinds that a bundle can contain.

use olmkit_diagnostics::{Safety, rule};

use crate::go::Api;
use crate::input::Object;
use crate::sample::OBJECT;
use crate::target::Target;

rule! {
    UNSUPPORTED, "obj-kind-unsupported", "BDL090", "Object of an unsupported kind",
    since: "0.1.0",
    bundle: [OpmContent Error, Sdk Error, OlmV1 Error],
    finds: "An object in `manifests` of a kind that OLM does not install. Only the kind is checked.",
    why: "opm and operator-sdk reject the bundle, and OLM cannot install it.",
    fix: "Remove the object. Deployments and webhooks belong in the CSV. Supported kinds: ClusterServiceVersion, \
CustomResourceDefinition, Secret, ConfigMap, Service, ServiceAccount, Role, RoleBinding, ClusterRole, \
ClusterRoleBinding, PrometheusRule, ServiceMonitor, PodMonitor, PodDisruptionBudget, PriorityClass, \
VerticalPodAutoscaler, NetworkPolicy, ConsoleYAMLSample, ConsoleQuickStart, ConsoleCLIDownload, ConsoleLink, \
ConsolePlugin.",
    source: "opm, content validator.",
    bad: [(OBJECT, "", "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n"), (OBJECT, "", "# nothing\n"),
        (OBJECT, "", "apiVersion: console.openshift.io/v1\nkind: ConsoleYamlSample\nmetadata: {name: a}\n")],
    good: [(OBJECT, "", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")],
}

rule! {
    OLM_V0, "obj-kind-olmv0", "BDL091", "Object of a kind that OLM v0 cannot install",
    since: "0.1.0",
    bundle: [OlmV0 Warning],
    finds: "A PodMonitor in `manifests`.",
    why: "opm accepts it, but OLM v0 does not support the kind and fails the install plan.",
    fix: "Let the operator create the PodMonitor, or use a ServiceMonitor.",
    source: "OLM v0, install plan.",
    bad: [(OBJECT, "", "apiVersion: monitoring.coreos.com/v1\nkind: PodMonitor\nmetadata: {name: a}\n")],
    good: [(OBJECT, "", "apiVersion: monitoring.coreos.com/v1\nkind: ServiceMonitor\nmetadata: {name: a}\n")],
}

/// The kinds that the current opm supports.
pub(crate) const SUPPORTED: [&str; 22] = [
    "ClusterServiceVersion",
    "CustomResourceDefinition",
    "Secret",
    "ClusterRole",
    "ClusterRoleBinding",
    "ConfigMap",
    "ServiceAccount",
    "Service",
    "Role",
    "RoleBinding",
    "PrometheusRule",
    "ServiceMonitor",
    "PodMonitor",
    "PodDisruptionBudget",
    "PriorityClass",
    "VerticalPodAutoscaler",
    "ConsoleYAMLSample",
    "ConsoleQuickStart",
    "ConsoleCLIDownload",
    "ConsoleLink",
    "ConsolePlugin",
    "NetworkPolicy",
];

/// Whether a kind is supported. OLM v0 supports the kinds of the released operator-framework/api.
pub(crate) fn is_supported(kind: &str, api: Api) -> bool {
    SUPPORTED.contains(&kind) && (api == Api::Newest || kind != "PodMonitor")
}

/// Reports an object of an unsupported kind.
pub(crate) fn unsupported(object: &Object<'_>, to: &mut Target<'_>, upstream: String) {
    let (place, message) = if object.kind.is_empty() {
        let why = "its first document is empty, and tools read only the first one";
        (object.view.place(), format!("`{}` is not an object: {why}.", object.path))
    } else {
        (object.view.place_at("kind"), format!("A bundle cannot contain a `{}`.", object.kind))
    };
    let near = SUPPORTED.iter().find(|known| known.eq_ignore_ascii_case(&object.kind));
    let near = near.filter(|known| **known != object.kind);
    let help = match near {
        Some(near) => format!("Write `{near}`."),
        None if object.kind.is_empty() => "Remove the text before the first `---`, or the file.".to_owned(),
        None => "Remove the object. Deployments and webhooks belong in the CSV.".to_owned(),
    };
    let found = to.found(&UNSUPPORTED, place, message, help, upstream);
    if let (Some(finding), Some(near)) = (found, near) {
        finding.fix(format!("Write {near}"), Safety::Unsafe, place, *near);
    }
}

/// Reports objects that opm accepts and OLM v0 does not.
pub(crate) fn check_olm_v0(objects: &[Object<'_>], to: &mut Target<'_>) {
    for object in objects.iter().filter(|object| object.kind == "PodMonitor") {
        let message = "opm accepts a PodMonitor, but OLM v0 cannot install it and fails.";
        let help = "Let the operator create it, or use a ServiceMonitor.";
        to.found(&OLM_V0, object.view.place_at("kind"), message, help, "UnsupportedResource");
    }
}
