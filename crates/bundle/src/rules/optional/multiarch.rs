//! The checks of the multiarch validator that need no image.

use crate::model::Loaded;
use crate::sample::CSV;
use crate::target::Target;
use olmkit_diagnostics::rule;

rule! {
    RULE, "multiarch-affinity", "BDL163", "Deployment without an architecture requirement",
    since: "0.1.0",
    bundle: [Multiarch Warning],
    finds: "A deployment of the CSV that does not require, with node affinity on `kubernetes.io/arch` and \
`kubernetes.io/os`, nodes that its images support. olmkit does not check whether the images match the labels \
`operatorframework.io/arch.*` and `os.*`, because that needs the images.",
    why: "On a cluster with mixed nodes, the operator may start on a node that its image does not support.",
    fix: "Add `nodeAffinity` with the architectures and operating systems of the labels.",
    source: "operator-framework/api, multiarch validator.",
    bad: [(CSV, "displayName: Foo", "displayName: Bar")],
    good: [(CSV, "              serviceAccountName: foo\n", "              serviceAccountName: foo\n              affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/arch, operator: In, values: [amd64]}, {key: kubernetes.io/os, operator: In, values: [linux]}]}]}}}\n")],
}

const PATH: [&str; 7] = [
    "spec",
    "template",
    "spec",
    "affinity",
    "nodeAffinity",
    "requiredDuringSchedulingIgnoredDuringExecution",
    "nodeSelectorTerms",
];

pub(crate) fn check(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    for deployment in bundle.csv.list(&["install", "spec", "deployments"]) {
        let terms = deployment.path(&PATH).map(crate::view::View::items).unwrap_or_default();
        let expressions = terms.iter().flat_map(|term| term.list("matchExpressions"));
        let keys: Vec<String> = expressions
            .filter(|one| one.string("operator") == "In")
            .map(|one| one.string("key").into_owned())
            .collect();
        let missing: Vec<&str> = ["kubernetes.io/arch", "kubernetes.io/os"]
            .into_iter()
            .filter(|wanted| !keys.iter().any(|key| key == wanted))
            .collect();
        if !missing.is_empty() {
            let name = deployment.string("name");
            let message = format!("The deployment `{name}` does not restrict its nodes: {}.", missing.join(", "));
            let help = "Add `nodeAffinity` with the architectures and operating systems of the images.";
            to.found(
                &RULE,
                deployment.place_at("name"),
                message,
                help,
                bundle.csv.entry("unable to find the node affinity"),
            );
        }
    }
}
