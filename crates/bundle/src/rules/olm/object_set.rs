//! OLM v1's `ClusterObjectSet`: the objects of a revision of an extension.

use super::{Resource, is_within, same};
use crate::sample::OBJECTS;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;
use olmkit_k8s::apimachinery;

rule! {
    RULE, "object-set", "BDL255", "ClusterObjectSet that the API server rejects",
    since: "0.1.0",
    bundle: [OlmV1Api Error],
    finds: "A ClusterObjectSet with a `lifecycleState` other than `Active` and `Archived`, without a `revision` of at \
least 1, without a `collisionProtection` of `Prevent`, `IfNoController` or `None`, with more than 20 phases or more \
than 50 objects in a phase, with a phase whose name is not a label or is a duplicate, with an object that does not \
have exactly one of a definition and a `ref`, with a `progressDeadlineMinutes` outside 10 to 720, or with no or more \
than 20 progression probes or assertions. Between two versions of the object: a change of `revision`, of \
`collisionProtection` or of existing phases, or a change back from `Archived`.",
    why: "The API server rejects the object.",
    fix: "Leave these objects to OLM v1, which creates one for each revision of an extension.",
    source: "operator-controller, ClusterObjectSet v1.",
    bad: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Paused, revision: 1, collisionProtection: Prevent}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 1, collisionProtection: Prevent, phases: [{name: Deploy, objects: [{object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}]}]}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 1, collisionProtection: Never}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 1}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 0, collisionProtection: Prevent}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 1, collisionProtection: Prevent, phases: [{name: deploy, objects: [{}]}]}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 1, collisionProtection: Prevent, progressDeadlineMinutes: 5}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Archived, revision: 1, collisionProtection: Prevent}\n---\napiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 1, collisionProtection: Prevent}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 1, collisionProtection: Prevent}\n---\napiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 2, collisionProtection: Prevent}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 1, collisionProtection: Prevent, progressionProbes: []}\n")],
    good: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 1, collisionProtection: Prevent, phases: [{name: deploy, objects: [{object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}]}]}\n---\napiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Archived, revision: 1, collisionProtection: Prevent, phases: [{name: deploy, objects: [{object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}]}]}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 1, collisionProtection: Prevent}\n---\napiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 1, collisionProtection: Prevent, phases: [{name: deploy, objects: [{ref: {name: a, key: b}}]}]}\n")],
}

const MAX_PHASES: usize = 20;
const MAX_OBJECTS: usize = 50;
const MAX_PROBES: usize = 20;

fn report(at: View<'_>, message: impl Into<String>, upstream: &str, to: &mut Target<'_>) {
    to.found(&RULE, at.start(), message, RULE.fix, upstream);
}

pub(crate) fn check(set: &Resource<'_>, before: Option<&Resource<'_>>, to: &mut Target<'_>) {
    let Some(spec) = set.view.get("spec") else { return report(set.view, "The object set has no `spec`.", "", to) };
    let state = spec.string("lifecycleState");
    if !matches!(&*state, "Active" | "Archived") {
        let place = spec.get("lifecycleState").unwrap_or(spec);
        report(place, "`lifecycleState` must be `Active` or `Archived`.", "", to);
    }
    if let Some(before) = before.and_then(|before| before.view.get("spec")) {
        changes(spec, before, to);
    }
    if !spec.get("revision").is_some_and(|revision| is_within(revision, 1, i64::MAX)) {
        report(spec.get("revision").unwrap_or(spec), "`revision` must be at least 1.", "", to);
    }
    if spec.get("collisionProtection").is_none() {
        report(spec, "The object set has no `collisionProtection`.", "", to);
    }
    protection(spec, to);
    phases(spec, to);
    let deadline = spec.get("progressDeadlineMinutes");
    if let Some(minutes) = deadline.filter(|minutes| !is_within(*minutes, 10, 720)) {
        report(minutes, "`progressDeadlineMinutes` must be from 10 to 720.", "", to);
    }
    probes(spec, to);
}

/// Checks fields that cannot change between versions.
fn changes(spec: View<'_>, before: View<'_>, to: &mut Target<'_>) {
    if before.string("lifecycleState") == "Archived" && spec.string("lifecycleState") != "Archived" {
        let place = spec.get("lifecycleState").unwrap_or(spec);
        report(place, "An archived object set stays archived.", "cannot un-archive", to);
    }
    for field in ["revision", "collisionProtection", "phases"] {
        // Phases can be set later.
        let fixed = before.get(field).filter(|old| field != "phases" || !old.items().is_empty());
        if fixed.is_some() && !same(fixed, spec.get(field)) {
            let message = format!("`{field}` of an object set cannot be changed.");
            report(spec.get(field).unwrap_or(spec), message, &format!("{field} is immutable"), to);
        }
    }
}

/// Checks `collisionProtection` of a set, a phase or an object.
fn protection(of: View<'_>, to: &mut Target<'_>) {
    let Some(value) = of.get("collisionProtection") else { return };
    if !matches!(value.text().as_deref(), Some("Prevent" | "IfNoController" | "None")) {
        report(value, "`collisionProtection` must be `Prevent`, `IfNoController` or `None`.", "", to);
    }
}

fn phases(spec: View<'_>, to: &mut Target<'_>) {
    let phases = spec.list("phases");
    if phases.len() > MAX_PHASES {
        report(spec.get("phases").unwrap_or(spec), format!("There are more than {MAX_PHASES} phases."), "", to);
    }
    let mut names: Vec<String> = Vec::new();
    for phase in phases {
        let name = phase.string("name").into_owned();
        let place = phase.get("name").unwrap_or(phase);
        if name.len() > 63 || !apimachinery::is_label(&name) {
            report(place, format!("`{name}` is not a valid phase name: it must be a label."), "", to);
        }
        if names.contains(&name) {
            report(place, format!("`{name}` is a duplicate phase."), "", to);
        }
        names.push(name);
        protection(phase, to);
        let objects = phase.list("objects");
        if objects.len() > MAX_OBJECTS {
            report(
                phase.get("objects").unwrap_or(phase),
                format!("There are more than {MAX_OBJECTS} objects."),
                "",
                to,
            );
        }
        for object in objects {
            if object.get("object").is_some() == object.get("ref").is_some() {
                let upstream = "exactly one of object or ref must be set";
                report(object, "An object needs exactly one of `object` and `ref`.", upstream, to);
            }
            protection(object, to);
        }
    }
}

fn probes(spec: View<'_>, to: &mut Target<'_>) {
    let Some(probes) = spec.get("progressionProbes") else { return };
    let all = probes.items();
    let wrong = |count: usize| count == 0 || count > MAX_PROBES;
    if wrong(all.len()) {
        report(probes, format!("An object set must have 1 to {MAX_PROBES} progression probes."), "", to);
    }
    for assertions in all.into_iter().filter_map(|probe| probe.get("assertions")) {
        if wrong(assertions.items().len()) {
            report(assertions, format!("A probe must have 1 to {MAX_PROBES} assertions."), "", to);
        }
    }
}
