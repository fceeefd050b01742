//! OLM v1's bundle validators: deployments, definitions, install modes.

use olmkit_collections::SortedSet;

use crate::model::Loaded;
use crate::sample::{ANNOTATIONS, CRD, CSV, OBJECT};
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::{Place, rule};
use olmkit_k8s::apimachinery;

rule! {
    DEPLOYMENT, "oc-deployment-name", "BDL280", "Deployment name that OLM v1 rejects",
    since: "0.1.0",
    bundle: [OlmV1 Error],
    finds: "Two deployments of the CSV with the same name, or one whose name is not a valid DNS subdomain.",
    why: "OLM v1 rejects the bundle.",
    fix: "Give each deployment a unique name of lower-case letters, digits, `-` and `.`.",
    source: "operator-controller, registry+v1 validators.",
    bad: [(CSV, "      - name: foo\n        spec:", "      - name: Foo\n        spec:")],
    good: [(CSV, "      - name: foo\n        spec:", "      - name: foo.bar\n        spec:")],
}

rule! {
    CRDS, "oc-crds", "BDL281", "CRDs that OLM v1 rejects",
    since: "0.1.0",
    bundle: [OlmV1 Error],
    finds: "Two CRDs with the same name, or an owned CRD whose name is not in the bundle.",
    why: "OLM v1 rejects the bundle.",
    fix: "Keep one of the CRDs, and add the missing one.",
    source: "operator-controller, registry+v1 validators.",
    bad: [(OBJECT, "", "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: foos.ex.com}\nspec: {}\n"),
        (CSV, "foos.ex.com", "bars.ex.com")],
    good: [(CRD, "        type: object\n", "        type: object\n        title: Foo\n")],
}

rule! {
    PACKAGE, "oc-package-empty", "BDL282", "Bundle without a package",
    since: "0.1.0",
    bundle: [OlmV1 Error],
    finds: "A package annotation that is empty, or missing in `metadata/annotations.yaml`.",
    why: "OLM v1 rejects the bundle, and opm omits it from catalogs without a message.",
    fix: "Set the package.",
    source: "operator-controller, registry+v1 validators; opm render.",
    bad: [(ANNOTATIONS, "package.v1: foo\n", "package.v1: ''\n")],
    good: [(ANNOTATIONS, "package.v1: foo\n", "package.v1: bar\n")],
}

rule! {
    MODES, "oc-install-modes", "BDL283", "Install modes that OLM v1 does not support",
    since: "0.1.0",
    bundle: [OlmV1 Error],
    finds: "A CSV that supports none of AllNamespaces, SingleNamespace and OwnNamespace. As an info: a CSV without \
AllNamespaces, which some versions of OLM v1 support only with a feature gate.",
    why: "OLM v1 does not support MultiNamespace and does not install the operator. Without AllNamespaces, the \
ClusterExtension needs a `watchNamespace`.",
    fix: "Support AllNamespaces.",
    source: "operator-controller, bundle provider.",
    bad: [(CSV, "- type: AllNamespaces", "- type: MultiNamespace")],
    good: [(CSV, "displayName: Foo", "displayName: Bar")],
}

rule! {
    API_SERVICE, "oc-apiservice", "BDL284", "API service in a bundle for OLM v1",
    since: "0.1.0",
    bundle: [OlmV1 Error],
    finds: "An entry of `apiservicedefinitions.owned`.",
    why: "OLM v1 does not install bundles with API services: `apiServiceDefintions are not supported`.",
    fix: "Use CRDs. No change is necessary if the operator is for OLM v0 only.",
    source: "operator-controller, bundle provider.",
    bad: [(CSV, "  customresourcedefinitions:\n", "  apiservicedefinitions:\n    owned:\n    - name: bars.v1.ex.com\n      \
group: ex.com\n      version: v1\n      kind: Bar\n      deploymentName: foo\n      containerPort: 443\n  customresourcedefinitions:\n")],
    good: [(CSV, "displayName: Foo", "displayName: Bar")],
}

pub(crate) fn check(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let csv = &bundle.csv;
    let mut seen = SortedSet::new();
    for deployment in csv.list(&["install", "spec", "deployments"]) {
        let name = deployment.string("name").into_owned();
        let errors = apimachinery::subdomain(&name);
        if !errors.is_empty() {
            let message = format!("`{name}` is not a valid deployment name.");
            let upstream =
                format!("invalid cluster service version strategy deployment name '{name}': {}", errors.join(", "));
            to.found(&DEPLOYMENT, deployment.place_at("name"), message, "Use lower case.", upstream);
        }
        if !seen.insert(name.clone()) {
            let message = format!("`{name}` is a duplicate deployment name.");
            let upstream = format!("cluster service version contains duplicate strategy deployment spec '{name}'");
            to.found(&DEPLOYMENT, deployment.place_at("name"), message, "Rename one of them.", upstream);
        }
    }
    crds(bundle, to);
    let modes = csv.list(&["installModes"]);
    let supports =
        |kind: &str| modes.iter().any(|mode| mode.string("type") == kind && mode.flag("supported") == Some(true));
    let multi = supports("MultiNamespace");
    if multi && !["AllNamespaces", "SingleNamespace", "OwnNamespace"].into_iter().any(supports) {
        let upstream = "unsupported bundle: bundle must support at least one of [AllNamespaces SingleNamespace OwnNamespace] install modes";
        let message = "OLM v1 does not support operators for several namespaces only.";
        to.found(&MODES, csv.spec_place(&["installModes"]), message, "Support AllNamespaces.", upstream);
    }
    if !multi && !supports("AllNamespaces") && ["SingleNamespace", "OwnNamespace"].into_iter().any(supports) {
        let upstream = "unsupported bundle: bundle does not support AllNamespaces install mode";
        let message =
            "Without AllNamespaces, OLM v1 installs the bundle only with the feature gate for single namespaces.";
        let place = csv.spec_place(&["installModes"]);
        let info = olmkit_diagnostics::Severity::Info;
        to.found_as(info, &MODES, place, message, "Support AllNamespaces, or set `watchNamespace`.", upstream);
    }
    if let Some(service) = csv.list(&["apiservicedefinitions", "owned"]).first() {
        let upstream = "unsupported bundle: apiServiceDefintions are not supported";
        let message = format!("OLM v1 does not install API services, here `{}`.", service.string("name"));
        to.found(&API_SERVICE, service.start(), message, "Use CRDs if the operator is also for OLM v1.", upstream);
    }
}

fn crds(bundle: &Loaded<'_>, to: &mut Target<'_>) {
    let mut names: SortedSet<String> = SortedSet::new();
    for object in bundle.objects.iter().filter(|object| object.kind == "CustomResourceDefinition") {
        let name = object.name();
        if !names.insert(name.clone()) {
            let message = format!("`{name}` is a duplicate CRD.");
            let upstream = format!("bundle contains duplicate custom resource definition '{name}'");
            to.found(&CRDS, object.name_place(), message, "Keep one.", upstream);
        }
    }
    for owned in bundle.csv.crds("owned") {
        let name = owned.string("name").into_owned();
        if !names.contains(&name) {
            let message = format!("The owned CRD `{name}` is not in the bundle.");
            let upstream = format!(
                "cluster service definition references owned custom resource definition '{name}' not found in bundle"
            );
            let place = owned.get("name").map_or_else(|| owned.start(), View::place);
            to.found(&CRDS, place, message, "Add it, or correct the name.", upstream);
        }
    }
}

/// Reports a bundle whose annotations name no package.
pub(crate) fn no_package(place: Place, to: &mut Target<'_>) {
    let message = "The bundle has no package. OLM v1 rejects it, and opm omits it.";
    to.found(&PACKAGE, place, message, "Set the package.", "package name is empty");
}
