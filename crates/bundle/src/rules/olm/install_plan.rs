//! OLM v0's `InstallPlan`: its bundle lookups and steps.

use olmkit_yaml::Value;

use super::Resource;
use crate::embedded::json;
use crate::go::Api;
use crate::rules::objects::kinds;
use crate::sample::OBJECTS;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

rule! {
    LOOKUP, "ip-lookup", "BDL240", "Incomplete bundle lookup",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "An item of `status.bundleLookups` without `path`, `identifier` or `catalogSourceRef`, or whose \
`properties` are not JSON of the form `{\"properties\": [{\"type\", \"value\"}]}`.",
    why: "OLM can neither unpack the bundle nor read its requirements.",
    fix: "OLM writes these fields. Find out what changed them.",
    source: "OLM v0, bundle unpacker.",
    bad: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1alpha1\nkind: InstallPlan\nmetadata: {name: a, namespace: b}\nstatus: {bundleLookups: [{identifier: foo.v1, catalogSourceRef: {name: c, namespace: b}}]}\n"),
        (OBJECTS, "", "apiVersion: operators.coreos.com/v1alpha1\nkind: InstallPlan\nmetadata: {name: a, namespace: b}\nstatus: {bundleLookups: [{path: q/x, identifier: foo.v1, catalogSourceRef: {name: c, namespace: b}, properties: '[]'}]}\n")],
    good: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1alpha1\nkind: InstallPlan\nmetadata: {name: a, namespace: b}\nstatus: {bundleLookups: [{path: q/x, identifier: foo.v1, catalogSourceRef: {name: c, namespace: b}, properties: '{\"properties\":[{\"type\":\"olm.package\",\"value\":{}}]}'}]}\n")],
}

rule! {
    FAILED, "ip-lookup-failed", "BDL241", "Bundle that cannot be unpacked",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "A bundle lookup with the condition `BundleLookupFailed`, or one that waits for a missing catalog source.",
    why: "OLM installs nothing from the install plan, and upgrades nothing else in the namespace.",
    fix: "Fix the cause that the message names (often an image that cannot be pulled), then delete the failed Job and \
the install plan.",
    source: "OLM v0, bundle unpacker.",
    bad: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1alpha1\nkind: InstallPlan\nmetadata: {name: a, namespace: b}\nstatus: {bundleLookups: [{path: q/x, identifier: foo.v1, catalogSourceRef: {name: c, namespace: b}, conditions: [{type: BundleLookupFailed, status: 'True', reason: DeadlineExceeded, message: Job was active longer than specified deadline}]}]}\n")],
    good: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1alpha1\nkind: InstallPlan\nmetadata: {name: a, namespace: b}\nstatus: {bundleLookups: [{path: q/x, identifier: foo.v1, catalogSourceRef: {name: c, namespace: b}, conditions: [{type: BundleLookupPending, status: 'True', reason: JobNotStarted, message: unpack job not yet started}]}]}\n")],
}

rule! {
    STEP, "ip-step", "BDL242", "Invalid step of an install plan",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "A step of `status.plan` with an unknown status or with `UnsupportedResource`, without `resource`, or \
whose `manifest` is not valid JSON; a pending step (`Unknown`, `NotPresent`, `WaitingForApi`) of a kind that OLM v0 \
does not install.",
    why: "The install plan fails: `the InstallPlan contains invalid data`.",
    fix: "Remove the object of that kind from the bundle.",
    source: "OLM v0, install plan.",
    bad: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1alpha1\nkind: InstallPlan\nmetadata: {name: a, namespace: b}\nstatus: {plan: [{resolving: foo.v1, status: UnsupportedResource, resource: {kind: Deployment, name: d, manifest: '{}'}}]}\n"),
        (OBJECTS, "", "apiVersion: operators.coreos.com/v1alpha1\nkind: InstallPlan\nmetadata: {name: a, namespace: b}\nstatus: {plan: [{resolving: foo.v1, status: Unknown, resource: {kind: Secret, name: d, manifest: '{'}}]}\n"),
        (OBJECTS, "", "apiVersion: operators.coreos.com/v1alpha1\nkind: InstallPlan\nmetadata: {name: a, namespace: b}\nstatus: {plan: [{resolving: foo.v1, status: Unknown, resource: {kind: PodMonitor, name: d, manifest: '{}'}}]}\n")],
    good: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1alpha1\nkind: InstallPlan\nmetadata: {name: a, namespace: b}\nstatus: {plan: [{resolving: foo.v1, status: Created, resource: {kind: Secret, name: d, manifest: '{\"kind\":\"ConfigMap\"}'}}]}\n")],
}

rule! {
    PLAN, "ip-failed", "BDL328", "Failed install plan",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "An InstallPlan with `status.phase: Failed`, reported with the message of its condition `Installed`. A \
failed bundle lookup is reported as `ip-lookup-failed`.",
    why: "The contents of the plan are not installed, and OLM v0 does not retry the plan.",
    fix: "Fix the cause that the message names, then delete the install plan. OLM creates a new one.",
    source: "OLM v0, install plan and subscriptions.",
    bad: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1alpha1\nkind: InstallPlan\nmetadata: {name: a, namespace: b}\nstatus: {phase: Failed, conditions: [{type: Installed, status: 'False', reason: InstallComponentFailed, message: no rights}]}\n")],
    good: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1alpha1\nkind: InstallPlan\nmetadata: {name: a, namespace: b}\nstatus: {phase: Complete, conditions: [{type: Installed, status: 'True'}]}\n")],
}

const STATUSES: [&str; 6] = ["Unknown", "NotPresent", "Present", "Created", "WaitingForApi", "UnsupportedResource"];

/// Whether OLM v0 can execute steps of a kind: objects that bundles can contain, and objects that OLM creates itself.
fn is_step(kind: &str) -> bool {
    kinds::is_supported(kind, Api::Released) || matches!(kind, "Subscription" | "BundleSecret")
}

pub(crate) fn check(plan: &Resource<'_>, to: &mut Target<'_>) {
    let Some(status) = plan.view.get("status") else { return };
    let mut is_explained = false;
    for lookup in status.list("bundleLookups") {
        is_explained |= check_lookup(lookup, to);
    }
    if status.string("phase") == "Failed" && !is_explained {
        failed(plan, status, to);
    }
    for step in status.list("plan") {
        check_step(step, to);
    }
}

fn failed(plan: &Resource<'_>, status: View<'_>, to: &mut Target<'_>) {
    let conditions = status.list("conditions");
    let failure = conditions.iter().find(|one| one.string("type") == "Installed" && one.string("status") == "False");
    let parts: Vec<String> = ["reason", "message"]
        .iter()
        .filter_map(|field| failure.map(|failure| failure.string(field).into_owned()).filter(|text| !text.is_empty()))
        .collect();
    let why = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(": ")) };
    let message = format!("The install plan `{}` has failed{why}.", plan.name);
    let help = "Fix the cause, then delete the install plan.";
    to.found(&PLAN, status.place_at("phase"), message, help, "InstallPlanFailed");
}

/// Checks a bundle lookup. Returns whether the bundle cannot be unpacked.
fn check_lookup(lookup: View<'_>, to: &mut Target<'_>) -> bool {
    let help = "OLM writes these fields. Find out what changed them.";
    let has = |field: &str| lookup.get(field).is_some_and(|value| value.text().is_none_or(|text| !text.is_empty()));
    for field in ["path", "identifier", "catalogSourceRef"] {
        if !has(field) {
            to.found(&LOOKUP, lookup.start(), format!("The lookup has no `{field}`."), help, "");
        }
    }
    if let Some(properties) = lookup.get("properties") {
        let text = properties.text().unwrap_or_default();
        if !text.is_empty() && !is_properties(&text) {
            let message = "`properties` is not valid JSON with a list of types and values.";
            to.found(&LOOKUP, properties.place(), message, help, "");
        }
    }
    let name = lookup.string("identifier");
    let mut has_failed = false;
    for condition in lookup.list("conditions").into_iter().filter(|one| one.string("status") == "True") {
        let (kind, reason, message) =
            (condition.string("type"), condition.string("reason"), condition.string("message"));
        let has_failed_lookup =
            kind == "BundleLookupFailed" || kind == "BundleLookupPending" && reason == "CatalogSourceMissing";
        if has_failed_lookup {
            let message = format!("`{name}` cannot be unpacked: {reason}: {message}");
            let help = "Fix the cause, then delete the failed Job and the install plan.";
            let upstream = format!("Bundle unpacking failed - {reason}: {message}");
            to.found(&FAILED, condition.start(), message, help, upstream);
            has_failed = true;
        }
    }
    has_failed
}

fn is_properties(text: &str) -> bool {
    let document = json(text);
    let root = document.as_ref().and_then(|document| document.root()).filter(|root| root.value() == Value::Mapping);
    let Some(list) = root.and_then(|root| root.get("properties")) else { return root.is_some() };
    list.value() == Value::Sequence
        && list.items().all(|item| item.get("type").is_some_and(|kind| kind.is_string()) && item.get("value").is_some())
}

fn check_step(step: View<'_>, to: &mut Target<'_>) {
    let upstream = "the InstallPlan contains invalid data";
    let status = step.string("status");
    let Some(resource) = step.get("resource") else {
        to.found(
            &STEP,
            step.start(),
            "The step has no `resource`.",
            "OLM writes these fields. Find out what changed them.",
            upstream,
        );
        return;
    };
    let what = format!("{} `{}`", resource.string("kind"), resource.string("name"));
    if status == "UnsupportedResource" {
        let message = format!("OLM v0 cannot install the {what}.");
        to.found(&STEP, step.place_at("status"), message, "Remove it from the bundle.", upstream);
    } else if ["Unknown", "NotPresent", "WaitingForApi"].contains(&&*status) && !is_step(&resource.string("kind")) {
        let message = format!("OLM v0 cannot install the {what}.");
        to.found(&STEP, resource.place_at("kind"), message, "Remove it from the bundle.", upstream);
    } else if !STATUSES.contains(&&*status) {
        let known = olmkit_text::known_names(&STATUSES, STATUSES.len());
        let message = format!("`{status}` is not a valid step status{known}.");
        to.found(
            &STEP,
            step.place_at("status"),
            message,
            "OLM writes these fields. Find out what changed them.",
            upstream,
        );
    }
    let manifest = resource.string("manifest");
    let document = json(&manifest);
    let root = document.as_ref().and_then(|document| document.root());
    let is_object = root.is_some_and(|root| root.value() == Value::Mapping);
    if !manifest.is_empty() && !is_object {
        let message = format!("The manifest of the {what} is not valid JSON.");
        to.found(
            &STEP,
            resource.place_at("manifest"),
            message,
            "OLM writes these fields. Find out what changed them.",
            upstream,
        );
    }
}
