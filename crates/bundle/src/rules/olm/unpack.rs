//! Objects that OLM v0 creates to unpack a bundle (Job, ConfigMap, Role, RoleBinding, ServiceAccount), and related
//! settings of the namespace.

use olmkit_gostd::hex;
use sha2::{Digest, Sha256};

use super::Resource;
use crate::sample::OBJECTS;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

/// Label of the unpack job and its objects.
const LABEL: &str = "operatorframework.io/bundle-unpack-ref";
const TIMEOUT: &str = "operatorframework.io/bundle-unpack-timeout";
const INTERVAL: &str = "operatorframework.io/bundle-unpack-min-retry-interval";

rule! {
    JOB, "unpack-job", "BDL250", "Unpack job that OLM does not recognize",
    since: "0.1.0",
    bundle: [OlmV0 Warning],
    finds: "A Job that unpacks a bundle, and whose name is not the SHA-256 of the bundle image, cut to 63 characters; \
that lacks one of the containers `util`, `pull` and `extract`; that uses a ServiceAccount with another name than its \
own; or whose Role and RoleBinding, if they are in the files, do not allow that ServiceAccount (`default` if the Job \
sets none, as before January 2026) to create, get and update the ConfigMap of that name.",
    why: "OLM searches for objects with that name. It never finds others, and the install plan waits until its \
deadline.",
    fix: "Delete the objects. OLM creates them again.",
    source: "OLM v0, bundle unpacker.",
    bad: [(OBJECTS, "", "apiVersion: batch/v1\nkind: Job\nmetadata: {name: a, namespace: b, labels: {operatorframework.io/bundle-unpack-ref: a}}\nspec: {template: {spec: {initContainers: [{name: util}, {name: pull, image: 'q.io/x:1'}], containers: [{name: extract}]}}}\n"),
        (OBJECTS, "", "apiVersion: batch/v1\nkind: Job\nmetadata: {name: 2ef2a9a7dab3ba4b43e1ad3a5f4dd2a09e9ae0a1, namespace: b, labels: {operatorframework.io/bundle-unpack-ref: x}}\nspec: {template: {spec: {containers: [{name: extract}]}}}\n"),
        (OBJECTS, "", "apiVersion: batch/v1\nkind: Job\nmetadata: {name: 1c9fe6f1e4ea2d9c4d8a4bb0f2cb6b5ee0d5d4d5f8e2a7b0c1d2e3f405162738, namespace: b, labels: {operatorframework.io/bundle-unpack-ref: x}}\nspec: {template: {spec: {serviceAccountName: default, initContainers: [{name: util}, {name: pull, image: 'q.io/x:1'}], containers: [{name: extract}]}}}\n")],
    good: [(OBJECTS, "", "apiVersion: batch/v1\nkind: Job\nmetadata: {name: NAME, namespace: b, labels: {operatorframework.io/other: x}}\nspec: {template: {spec: {containers: [{name: extract}]}}}\n")],
}

rule! {
    DURATION, "unpack-timeout", "BDL251", "Invalid unpack settings of a namespace",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "An OperatorGroup whose annotation for the unpack timeout or the retry interval is not a valid duration; a \
retry interval below five minutes (a warning).",
    why: "OLM ignores the setting, or refuses to unpack anything in the namespace.",
    fix: "Write durations in Go's format: `10m`, `1h30m`.",
    source: "OLM v0, bundle unpacker.",
    bad: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b, annotations: {operatorframework.io/bundle-unpack-timeout: 10 minutes}}\n"),
        (OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b, annotations: {operatorframework.io/bundle-unpack-min-retry-interval: 30s}}\n")],
    good: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b, annotations: {operatorframework.io/bundle-unpack-timeout: 1h30m, operatorframework.io/bundle-unpack-min-retry-interval: 5m0s}}\n")],
}

/// Whether these rules check the object.
pub(crate) fn is_own(resource: &Resource<'_>) -> bool {
    resource.is("operators.coreos.com", "OperatorGroup") || is_job(resource)
}

fn is_job(resource: &Resource<'_>) -> bool {
    resource.is("batch", "Job") && label(resource).is_some()
}

fn label<'d>(resource: &Resource<'d>) -> Option<View<'d>> {
    let labels = resource.view.path(&["metadata", "labels"])?;
    labels.entries().into_iter().find(|(key, _, _)| key == LABEL).map(|(_, value, _)| value)
}

pub(crate) fn check(resource: &Resource<'_>, all: &[Resource<'_>], to: &mut Target<'_>) {
    if is_job(resource) {
        job(resource, all, to);
    } else if resource.is("operators.coreos.com", "OperatorGroup") {
        settings(resource, to);
    }
}

/// The name of all objects that unpack an image.
fn unpack_name(image: &str) -> String {
    const LONGEST_NAME: usize = 63;
    hex(&Sha256::digest(image.as_bytes())).chars().take(LONGEST_NAME).collect()
}

fn job(job: &Resource<'_>, all: &[Resource<'_>], to: &mut Target<'_>) {
    let help = "Delete the Job and its objects. OLM creates them again.";
    let metadata = job.view.get("metadata").unwrap_or(job.view);
    let pod = job.spec(&["template", "spec"]);
    let list = |field: &str| pod.map(|pod| pod.list(field)).unwrap_or_default();
    let containers: Vec<View<'_>> = list("initContainers").into_iter().chain(list("containers")).collect();
    let named = |name: &str| containers.iter().find(|one| one.string("name") == name);
    for name in ["util", "pull", "extract"] {
        if named(name).is_none() {
            let message = format!("The unpack job has no container `{name}`.");
            to.found(&JOB, job.view.key_place("spec"), message, help, "");
        }
    }
    let Some(image) = named("pull").map(|pull| pull.string("image").into_owned()) else { return };
    let name = unpack_name(&image);
    if job.name != name {
        let message = format!("OLM expects the unpack job of `{image}` to have the name `{name}`.");
        to.found(&JOB, metadata.place_at("name"), message, help, "");
    }
    permissions(job, all, to);
}

/// Checks the objects that have the same name as the job, as far as they are in the input: Role and RoleBinding, and
/// the account of the job.
fn permissions(job: &Resource<'_>, all: &[Resource<'_>], to: &mut Target<'_>) {
    const RBAC: &str = "rbac.authorization.k8s.io";
    let help = "Delete the Job and its objects. OLM creates them again.";
    let beside = |group: &'static str, kind: &'static str| {
        let is_it =
            move |one: &&Resource<'_>| one.is(group, kind) && one.name == job.name && one.namespace == job.namespace;
        all.iter().find(is_it)
    };
    let account = job.spec(&["template", "spec", "serviceAccountName"]);
    // OLM before January 2026 sets no account and binds the role to the default account of the namespace.
    let runs_as = if account.is_some() { job.name.as_str() } else { "default" };
    if let Some(account) = account.filter(|account| account.string_of() != job.name) {
        let message = format!(
            "The unpack job runs as `{}`. OLM uses a ServiceAccount with the name of the job.",
            account.string_of()
        );
        to.found(&JOB, account.place(), message, help, "");
    }
    if let Some(role) = beside(RBAC, "Role")
        && !role.view.list("rules").iter().any(|rule| allows(*rule, &job.name))
    {
        let message = format!("The Role does not allow creating, getting and updating the ConfigMap `{}`.", job.name);
        to.found(&JOB, role.view.key_place("rules"), message, help, "");
    }
    let Some(binding) = beside(RBAC, "RoleBinding") else { return };
    let role = binding.view.get("roleRef");
    if !role.is_some_and(|role| role.string("kind") == "Role" && role.string("name") == job.name) {
        let message = format!("The RoleBinding does not bind the Role `{}`.", job.name);
        to.found(&JOB, binding.view.key_place("roleRef"), message, help, "");
    }
    let binds = |subject: &View<'_>| {
        let namespace = subject.string("namespace");
        subject.string("kind") == "ServiceAccount"
            && subject.string("name") == runs_as
            && (namespace.is_empty() || namespace == job.namespace)
    };
    if !binding.view.list("subjects").iter().any(binds) {
        let message = format!("The RoleBinding does not list `{runs_as}`, the ServiceAccount of the unpack job.");
        to.found(&JOB, binding.view.key_place("subjects"), message, help, "");
    }
}

fn allows(rule: View<'_>, name: &str) -> bool {
    let verbs = rule.strings("verbs");
    ["create", "get", "update"].iter().all(|verb| verbs.iter().any(|known| known == verb))
        && rule.strings("resources").iter().any(|one| one == "configmaps")
        && rule.strings("resourceNames").iter().any(|one| one == name)
}

fn settings(group: &Resource<'_>, to: &mut Target<'_>) {
    const FIVE_MINUTES: f64 = 300.0;
    for key in [TIMEOUT, INTERVAL] {
        let Some(value) = group.annotation(key) else { continue };
        let text = value.text().unwrap_or_default();
        match olmkit_gostd::parse_duration(&text) {
            None => {
                let message = format!("`{text}` is not a valid duration.");
                let upstream = format!("time: invalid duration \"{text}\"");
                to.found(&DURATION, value.place(), message, "Use Go's format: `10m`, `1h30m`.", upstream);
            }
            Some(seconds) if key == INTERVAL && seconds < FIVE_MINUTES => {
                let message =
                    format!("`{text}` is shorter than the five minutes that OLM recommends between two attempts.");
                let warning = olmkit_diagnostics::Severity::Warning;
                to.found_as(warning, &DURATION, value.place(), message, "Write `5m` or more.", "");
            }
            Some(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let name = unpack_name("abc");
        assert_eq!(name, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a");
    }
}
