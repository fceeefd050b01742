//! OperatorGroups of one namespace.

use super::{OBJECTS, Resource};
use crate::rule::rule;
use crate::target::Target;

rule! {
    RULE, "og-several", "BDL327", "Two OperatorGroups in one namespace",
    says: [OlmV0 Error],
    finds: "An OperatorGroup in a namespace that has another one among the files.",
    why: "OLM v0 installs and upgrades nothing in that namespace: it expects one group.",
    fix: "Remove one of them.",
    source: "OLM v0, resolver, bundle unpacker and CSVs.",
    bad: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b}\n---\napiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: c, namespace: b}\n")],
    good: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b}\n---\napiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: c}\n")],
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
