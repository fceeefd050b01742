//! An OperatorGroup in the input: whether OLM v0 installs the operator there.

use olmkit_diagnostics::{Place, rule};

use crate::model::Loaded;
use crate::rules::olm::Resource;
use crate::sample::OBJECTS;
use crate::target::Target;
use crate::view::View;

rule! {
    RULE, "og-install-mode", "BDL323", "OperatorGroup that the install modes do not support",
    since: "0.1.0",
    bundle: [OlmV0 Error],
    finds: "An OperatorGroup outside `manifests` that selects namespaces which no install mode of the CSV allows: its \
own namespace without OwnNamespace, one other namespace without SingleNamespace, several without MultiNamespace, all \
without AllNamespaces. olmkit uses `status.namespaces` if it is set, and does not evaluate selectors.",
    why: "OLM v0 fails the CSV: `UnsupportedOperatorGroup`.",
    fix: "Select other namespaces, or support the install mode.",
    source: "OLM v0, install modes.",
    bad: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b}\nspec: {targetNamespaces: [b]}\n")],
    good: [(OBJECTS, "", "apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b}\nspec: {}\n")],
}

pub(crate) fn check(bundle: &Loaded<'_>, resources: &[Resource<'_>], to: &mut Target<'_>) {
    let modes = bundle.csv.list(&["installModes"]);
    let supports =
        |kind: &str| modes.iter().any(|mode| mode.string("type") == kind && mode.flag("supported") == Some(true));
    for group in resources.iter().filter(|one| one.is("operators.coreos.com", "OperatorGroup")) {
        let Some((namespaces, place)) = namespaces(group) else { continue };
        let Some((missing, upstream)) = unsupported(&group.namespace, &namespaces, &supports) else { continue };
        let upstream = if missing.is_empty() {
            format!("operatorgroup has invalid selected namespaces, {upstream}")
        } else {
            format!("{missing} InstallModeType not supported, cannot configure to watch {upstream}")
        };
        let message = match missing {
            "" => format!("The OperatorGroup `{}` selects namespaces that no operator can watch.", group.name),
            _ => format!("The operator does not support {missing}, which the OperatorGroup `{}` requires.", group.name),
        };
        let help = "Select other namespaces, or support the install mode.";
        to.found(&RULE, place, message, help, upstream);
    }
}

/// The namespaces that a group selects. An empty name means all namespaces. `None` if only a cluster can resolve them.
pub(crate) fn namespaces(group: &Resource<'_>) -> Option<(Vec<String>, Place)> {
    let texts = |list: View<'_>| list.items().into_iter().map(View::string_of).collect();
    if let Some(list) = group.view.path(&["status", "namespaces"]) {
        return Some((texts(list), list.place()));
    }
    match group.spec(&["targetNamespaces"]).filter(|list| !list.items().is_empty()) {
        Some(list) => Some((texts(list), list.place())),
        None if group.spec(&["selector"]).is_some() => None,
        None => Some((vec![String::new()], group.view.start())),
    }
}

/// The missing install mode and the end of upstream's message. The mode is empty if no mode can watch these namespaces.
/// `None` if the namespaces are supported.
fn unsupported(own: &str, namespaces: &[String], supports: &dyn Fn(&str) -> bool) -> Option<(&'static str, String)> {
    let need = |mode: &'static str, message: String| (!supports(mode)).then_some((mode, message));
    match namespaces {
        [] => Some(("", "cannot configure to watch zero namespaces".to_owned())),
        [one] if one == own => need("OwnNamespace", "own namespace".to_owned()),
        [one] if one.is_empty() => need("AllNamespaces", "all namespaces".to_owned()),
        [_] => need("SingleNamespace", "one namespace".to_owned()),
        several => need("MultiNamespace", format!("{} namespaces", several.len())).or_else(|| {
            several.iter().find_map(|one| match one.as_str() {
                "" => Some(("", "NamespaceAll found when |selected namespaces| > 1".to_owned())),
                one if one == own => need("OwnNamespace", "own namespace".to_owned()),
                _ => None,
            })
        }),
    }
}
