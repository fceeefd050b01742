//! OLM v1's `ClusterObjectSet`: what a revision of an extension consists of.

use super::{OBJECTS, Resource, same};
use crate::names;
use crate::rule::rule;
use crate::target::Target;
use crate::view::View;

rule! {
    RULE, "object-set", "BDL255", "Object set that the API server refuses",
    says: [OlmV1Api Error],
    finds: "A ClusterObjectSet with a `lifecycleState` other than `Active` and `Archived`, with more than 20 phases or \
more than 50 objects in one of them, with a phase whose name is no label or is there twice, with a `collisionProtection` \
other than `Prevent`, `IfNoController` and `None`, or with no or more than 20 progression probes or assertions; and, between two versions of the object, a change of \
`revision` or `phases`, or back from `Archived`.",
    why: "The API server refuses the object.",
    fix: "Leave these objects to OLM v1, which makes one for each revision of an extension.",
    source: "operator-controller, ClusterObjectSet v1.",
    bad: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Paused, revision: 1, phases: [{name: deploy, objects: []}]}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 1, phases: [{name: Deploy, objects: []}]}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 1, collisionProtection: Never}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Archived, revision: 1}\n---\napiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 1}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 1}\n---\napiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 2}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 1, progressionProbes: []}\n")],
    good: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Active, revision: 1, collisionProtection: Prevent, phases: [{name: deploy, objects: [{object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}]}]}\n\
---\napiVersion: olm.operatorframework.io/v1\nkind: ClusterObjectSet\nmetadata: {name: a-1}\nspec: {lifecycleState: Archived, revision: 1, collisionProtection: Prevent, phases: [{name: deploy, objects: [{object: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}]}]}\n")],
}

const MOST_PHASES: usize = 20;
const MOST_OBJECTS: usize = 50;
const MOST_PROBES: usize = 20;

fn say(at: View<'_>, message: impl Into<String>, upstream: &str, to: &mut Target<'_>) {
    to.found(&RULE, at.start(), message, "See the rule for what is allowed.", upstream);
}

pub(crate) fn check(set: &Resource<'_>, before: Option<&Resource<'_>>, to: &mut Target<'_>) {
    let Some(spec) = set.view.get("spec") else { return say(set.view, "The object set has no `spec`.", "", to) };
    let state = spec.string("lifecycleState");
    if !matches!(&*state, "Active" | "Archived") {
        let place = spec.get("lifecycleState").unwrap_or(spec);
        say(place, "`lifecycleState` is Active or Archived.", "", to);
    }
    if let Some(before) = before.and_then(|before| before.view.get("spec")) {
        changes(spec, before, to);
    }
    protection(spec, to);
    phases(spec, to);
    probes(spec, to);
}

/// What must not change from one version to the next.
fn changes(spec: View<'_>, before: View<'_>, to: &mut Target<'_>) {
    if before.string("lifecycleState") == "Archived" && spec.string("lifecycleState") != "Archived" {
        let place = spec.get("lifecycleState").unwrap_or(spec);
        say(place, "An archived object set stays archived.", "cannot un-archive", to);
    }
    for field in ["revision", "phases"] {
        if before.get(field).is_some() && !same(before.get(field), spec.get(field)) {
            let message = format!("`{field}` of an object set cannot be changed.");
            say(spec.get(field).unwrap_or(spec), message, &format!("{field} is immutable"), to);
        }
    }
}

/// Of the set, of a phase or of an object.
fn protection(of: View<'_>, to: &mut Target<'_>) {
    let Some(value) = of.get("collisionProtection") else { return };
    if !matches!(value.text().as_deref(), Some("Prevent" | "IfNoController" | "None")) {
        say(value, "`collisionProtection` is Prevent, IfNoController or None.", "", to);
    }
}

fn phases(spec: View<'_>, to: &mut Target<'_>) {
    let phases = spec.list("phases");
    if phases.len() > MOST_PHASES {
        say(spec.get("phases").unwrap_or(spec), format!("There are more than {MOST_PHASES} phases."), "", to);
    }
    let mut names: Vec<String> = Vec::new();
    for phase in phases {
        let name = phase.string("name").into_owned();
        let place = phase.get("name").unwrap_or(phase);
        if name.len() > 63 || !names::is_label(&name) {
            say(place, format!("`{name}` is no name of a phase: it must be a label."), "", to);
        }
        if names.contains(&name) {
            say(place, format!("There are two phases `{name}`."), "", to);
        }
        names.push(name);
        protection(phase, to);
        let objects = phase.list("objects");
        if objects.len() > MOST_OBJECTS {
            say(phase.get("objects").unwrap_or(phase), format!("There are more than {MOST_OBJECTS} objects."), "", to);
        }
        objects.into_iter().for_each(|object| protection(object, to));
    }
}

fn probes(spec: View<'_>, to: &mut Target<'_>) {
    let Some(probes) = spec.get("progressionProbes") else { return };
    let all = probes.items();
    let wrong = |count: usize| count == 0 || count > MOST_PROBES;
    if wrong(all.len()) {
        say(probes, format!("There are 1 to {MOST_PROBES} progression probes."), "", to);
    }
    for assertions in all.into_iter().filter_map(|probe| probe.get("assertions")) {
        if wrong(assertions.items().len()) {
            say(assertions, format!("A probe has 1 to {MOST_PROBES} assertions."), "", to);
        }
    }
}
