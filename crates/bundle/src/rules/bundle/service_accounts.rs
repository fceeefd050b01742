//! ServiceAccounts in the bundle, compared with those of the CSV.

use olmkit_collections::SortedMap;

use crate::go::{Mode, mismatch};
use crate::model::Loaded;
use crate::sample::OBJECT;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

rule! {
    RULE, "bundle-sa-clash", "BDL083", "ServiceAccount that the CSV also creates",
    since: "0.1.0",
    bundle: [ApiBundle Error, Sdk Error],
    finds: "A ServiceAccount in `manifests` with the name that a deployment of the CSV uses.",
    why: "OLM creates the ServiceAccount of a deployment itself. Two owners of one object conflict on upgrades.",
    fix: "Remove the manifest, or rename the ServiceAccount in it or in the CSV.",
    source: "operator-framework/api, bundle validator; opm is silent.",
    bad: [(OBJECT, "", "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: foo}\n")],
    good: [(OBJECT, "", "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: bar}\n")],
}

pub(crate) fn check(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let mut used = SortedMap::new();
    for deployment in bundle.csv.list(&["install", "spec", "deployments"]) {
        let pod = deployment.path(&["spec", "template", "spec"]);
        let account = pod.and_then(|spec| spec.get("serviceAccountName"));
        // A deployment without an account has the empty name, like a manifest without a name.
        let name = account.map(View::string_of).unwrap_or_default();
        used.insert(name, account.map_or_else(|| deployment.start(), View::place));
    }
    for object in &bundle.objects {
        let name = object.name();
        if object.api_version != "v1" || object.kind != "ServiceAccount" {
            continue;
        }
        let Some(place) = used.get(&name) else { continue };
        if mismatch(object.view.node, "ServiceAccount", Mode::Converter).is_some() {
            continue;
        }
        let message = format!(
            "OLM creates the ServiceAccount `{name}` for a deployment of the CSV. The bundle must not contain one \
            with that name."
        );
        let help = "Remove this manifest, or rename one of the ServiceAccounts.";
        let upstream = format!(
            "Value {name}: invalid service account found in bundle. This service account {name} in your bundle is not valid, because a service account with the same name was already specified in your CSV. If this was unintentional, please remove the service account manifest from your bundle. If it was intentional to specify a separate service account, please rename the SA in either the bundle manifest or the CSV."
        );
        let found = to.found(&RULE, object.name_place(), message, help, upstream);
        if let Some(finding) = found {
            finding.related(*place, "the deployment that uses it");
        }
    }
}
