//! OperatorGroups of one namespace.

use super::Resource;
use crate::sample::OBJECTS;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

rule! {
    RULE, "og-several", "BDL327", "Two OperatorGroups in one namespace",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "An OperatorGroup in a namespace for which the files contain another one.",
    why: "OLM v0 expects one OperatorGroup, and installs and upgrades nothing in that namespace.",
    fix: "Remove one of them.",
    source: "OLM v0, resolver, bundle unpacker and CSVs.",
    bad: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b}\n---\napiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: c, namespace: b}\n")],
    good: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b}\n---\napiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: c}\n")],
}

rule! {
    ACCOUNT, "og-service-account", "BDL329", "OperatorGroup with a missing ServiceAccount",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "An OperatorGroup of a cluster (with `status`) whose `spec.serviceAccountName` OLM could not find: it has \
no `status.serviceAccountRef`, or has the condition `OperatorGroupServiceAccount`.",
    why: "OLM v0 does not run install plans in that namespace.",
    fix: "Create the ServiceAccount, or remove `serviceAccountName`.",
    source: "OLM v0, install plan.",
    bad: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b}\nspec: {serviceAccountName: c}\nstatus: {namespaces: ['']}\n")],
    good: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b}\nspec: {serviceAccountName: c}\nstatus: {namespaces: [''], serviceAccountRef: {kind: ServiceAccount, name: c, namespace: b}}\n"),
        (OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b}\nspec: {serviceAccountName: c}\n")],
}

/// Checks the account with whose permissions operators are installed.
pub(crate) fn check_account(group: &Resource<'_>, to: &mut Target<'_>) {
    let account = group.spec(&["serviceAccountName"]);
    let (Some(account), Some(status)) = (account, group.view.get("status")) else { return };
    let is_missing =
        |one: &View<'_>| one.string("type") == "OperatorGroupServiceAccount" && one.string("status") == "True";
    let was_synced = !status.entries().is_empty();
    let has_found = status.get("serviceAccountRef").is_some() && !status.list("conditions").iter().any(is_missing);
    let name = account.string_of();
    if name.is_empty() || !was_synced || has_found {
        return;
    }
    let message = format!("OLM found no ServiceAccount `{name}` in the namespace `{}`.", group.namespace);
    let upstream = format!(
        "please make sure the service account exists. sa={name} operatorgroup={}/{}",
        group.namespace, group.name
    );
    to.found(&ACCOUNT, account.place(), message, "Create it, or remove `serviceAccountName`.", upstream);
}

pub(crate) fn check(group: &Resource<'_>, earlier: &[Resource<'_>], to: &mut Target<'_>) {
    let is_other = |one: &&Resource<'_>| {
        one.is("operators.coreos.com", "OperatorGroup") && one.namespace == group.namespace && one.name != group.name
    };
    let Some(other) = earlier.iter().find(is_other) else { return };
    let message =
        format!("The namespace `{}` has two OperatorGroups, `{}` and `{}`.", group.namespace, other.name, group.name);
    let place = group.view.get("metadata").map_or_else(|| group.view.start(), |metadata| metadata.place_at("name"));
    let upstream = "found 2 operatorGroups, expected 1";
    let finding = to.found(&RULE, place, message, "Remove one of them.", upstream);
    finding.map(|finding| finding.related(other.view.start(), "the other one"));
}
