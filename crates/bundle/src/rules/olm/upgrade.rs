//! CRDs, compared with those of the previous version. OLM v1 does this before an upgrade.

use crate::input::Object;
use crate::input::Part;
use crate::model::Bundle;
use crate::sample::CRD;
use crate::target::Target;
use olmkit_diagnostics::rule;

rule! {
    RULE, "oc-crd-upgrade", "BDL254", "CRD change that breaks an upgrade",
    since: "0.1.0",
    bundle: [OlmV1 Error],
    finds: "With the previous version (`--before`): a CRD whose scope changes; that loses a field, or a version in \
which objects are stored; a field with another type, another default, a tighter bound, fewer enum values (a new enum \
counts as fewer), or that is newly required; and any change of a keyword that has no rule of its own. Versions that \
are served together are compared in the same way, each with the older ones, unless a webhook converts between them. \
Existing differences are not reported again. Additions, wider bounds and changed descriptions are accepted.",
    why: "Stored objects may become invalid or lose data. OLM v1 refuses the upgrade.",
    fix: "Add a new version to the CRD, and keep the old one unchanged. Use a conversion webhook if the two versions \
are not equivalent. If the change is known to be harmless, `crdUpgradeSafety: {enforcement: None}` of the extension \
allows it.",
    source: "operator-controller, preflight check of CRD upgrades. Which versions a cluster has stored is not known \
offline: the storage version of the old CRD counts, and `status.storedVersions` where it is written.",
    bad: [[earlier] (CRD, "", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: foos.ex.com}\nspec: {group: ex.com, scope: Cluster, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]}\n"),
        [earlier] (CRD, "", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: foos.ex.com}\nspec: {group: ex.com, scope: Namespaced, versions: [{name: v1beta1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]}\n"),
        [earlier] (CRD, "", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: foos.ex.com}\nspec: {group: ex.com, scope: Namespaced, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {other: {type: object}}}}}]}\n")],
    good: [[earlier] (CRD, "", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: foos.ex.com}\nspec: {group: ex.com, scope: Namespaced, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, required: [spec]}}}]}\n"),
        (CRD, "scope: Namespaced", "scope: Cluster")],
}

pub(crate) fn check(bundle: &Bundle<'_>, to: &mut Target<'_>) {
    let old: Vec<Object<'_>> = bundle
        .files
        .iter()
        .filter(|file| file.part == Part::Before && file.path.starts_with("manifests/"))
        .filter_map(|file| file.object().ok())
        .filter(is_crd)
        .collect();
    if old.is_empty() {
        return;
    }
    for new in bundle.files_in("manifests").filter_map(|file| file.object().ok()).filter(is_crd) {
        if let Some(old) = old.iter().find(|old| old.name() == new.name()) {
            compare(old, &new, to);
        }
    }
}

fn is_crd(object: &Object<'_>) -> bool {
    object.kind == "CustomResourceDefinition"
}

fn compare(old: &Object<'_>, new: &Object<'_>, to: &mut Target<'_>) {
    for found in olmkit_k8s::crd::compare(old.view.node, new.view.node) {
        let version = if found.version.is_empty() { String::new() } else { format!(" (version {})", found.version) };
        let message = format!("Incompatible change of `{}`{version}: {}.", new.name(), found.message);
        let help = if found.from == found.version {
            "Add a new version to the CRD, and keep the old one unchanged."
        } else {
            "Align the versions, stop serving one of them, or convert between them with a webhook."
        };
        let upstream =
            format!("CustomResourceDefinition {} failed upgrade safety validation: {}", new.name(), found.check);
        let finding = to.found(&RULE, new.view.place_of(found.range), message, help, upstream);
        finding.map(|finding| finding.related(old.name_place(), "the previous version"));
    }
}
