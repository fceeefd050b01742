//! The inline configuration of a ClusterExtension, compared with the bundle in the same input.

use super::Resource;
use crate::api_load::is_csv;
use crate::go::Mode;
use crate::model::Bundle;
use crate::sample::OBJECTS;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;
use olmkit_k8s::apimachinery;

rule! {
    RULE, "ext-inline-config", "BDL226", "Configuration that the bundle does not support",
    since: "0.1.0",
    bundle: [OlmV1Api Error],
    finds: "An inline configuration with keys other than `watchNamespace` and `deploymentConfig`; a `watchNamespace` \
that the install modes of the bundle do not allow, or that is missing although they require one. It is compared with \
the bundle in `manifests`, if there is one.",
    why: "OLM v1 does not install the bundle with this configuration.",
    fix: "Set a namespace that the install modes allow, or remove `watchNamespace`.",
    source: "operator-controller, configuration of registry+v1 bundles.",
    bad: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, config: {configType: Inline, inline: {watchNamespace: b}}, source: {sourceType: Catalog, catalog: {packageName: foo}}}\n"),
        (OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, config: {configType: Inline, inline: {other: b}}, source: {sourceType: Catalog, catalog: {packageName: foo}}}\n")],
    good: [(OBJECTS, "", "apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: a}\nspec: {namespace: a, config: {configType: Inline, inline: {deploymentConfig: {}}}, source: {sourceType: Catalog, catalog: {packageName: foo}}}\n")],
}

/// The install modes that a bundle supports.
struct Modes {
    all: bool,
    own: bool,
    single: bool,
}

fn modes(bundle: &Bundle<'_>) -> Option<Modes> {
    let csv = bundle.files_in("manifests").filter_map(|file| file.object().ok()).find(is_csv)?;
    let modes = csv.view.with(Mode::Coerce).get("spec")?.list("installModes");
    let supports =
        |kind: &str| modes.iter().any(|mode| mode.string("type") == kind && mode.flag("supported") == Some(true));
    Some(Modes { all: supports("AllNamespaces"), own: supports("OwnNamespace"), single: supports("SingleNamespace") })
}

pub(crate) fn check(bundle: &Bundle<'_>, extension: &Resource<'_>, to: &mut Target<'_>) {
    let config = extension.spec(&["config", "inline"]);
    let mut report = |at: View<'_>, message: String, upstream: String| {
        let upstream = format!("invalid ClusterExtension configuration: invalid configuration: {upstream}");
        to.found(
            &RULE,
            at.start(),
            message,
            "Set a namespace that the install modes allow, or remove the field.",
            upstream,
        );
    };
    let modes = modes(bundle);
    let watches = modes.as_ref().is_none_or(|modes| modes.own || modes.single);
    if let Some(config) = config {
        for (key, value, _) in config.entries() {
            let known = key == "deploymentConfig" || key == "watchNamespace" && watches;
            if !known {
                report(value, format!("The bundle does not support `{key}`."), format!("unknown field \"{key}\""));
            }
        }
    }
    let Some(modes) = modes.filter(|modes| modes.own || modes.single) else { return };
    let place = config.or_else(|| extension.view.get("spec")).unwrap_or(extension.view);
    let Some(watch) = config.and_then(|config| config.get("watchNamespace")) else {
        if !modes.all {
            let message = "The bundle does not support all namespaces: it needs `watchNamespace`.".to_owned();
            report(place, message, "required field \"watchNamespace\" is missing".to_owned());
        }
        return;
    };
    let (name, own) = (watch.string_of(), extension.spec(&["namespace"]).map(View::string_of).unwrap_or_default());
    if name.len() > 63 || !apimachinery::is_label(&name) {
        return report(watch, format!("`{name}` is not a valid namespace name."), String::new());
    }
    if modes.own && !modes.single && name != own {
        let upstream = format!(
            "invalid value \"{name}\": must be \"{own}\" (the namespace where the operator is installed) because this operator only supports OwnNamespace install mode"
        );
        report(watch, format!("The operator can watch its own namespace only. Set `{own}`."), upstream);
    } else if modes.single && !modes.own && name == own {
        let upstream = format!(
            "invalid value \"{name}\": must be different from \"{own}\" (the install namespace) because this operator uses SingleNamespace install mode to watch a different namespace"
        );
        report(watch, format!("The operator must watch a namespace other than its own (`{own}`)."), upstream);
    }
}
